import Navigation
import PlainValues

/// What a platform shows, in a form in which a navigation and a stand-in can be compared.
indirect enum Shape: Hashable {
  case stack(RouterID, [Entry])
  case tabs(RouterID, [Part], selected: Int)
  case split(RouterID, Shape, Shape?)

  struct Entry: Hashable {
    let id: ScreenID
    let params: PackedValue
  }

  struct Part: Hashable {
    let name: String
    let badge: Value?
    let content: Shape
  }

  init(_ router: RouterState) {
    switch router.content {
    case .stack(let stack):
      self = .stack(router.id, stack.screens.map { Entry(id: $0.id, params: $0.params) })
    case .tabs(let tabs):
      self = .tabs(
        router.id,
        tabs.tabs.map { Part(name: $0.name, badge: $0.badge, content: Shape($0.router)) },
        selected: tabs.selected)
    case .split(let split):
      self = .split(
        router.id, Shape(split.primary), split.isCollapsed ? nil : Shape(split.secondary))
    }
  }

  init(_ controller: PlatformStandIn.Controller) {
    switch controller.content {
    case .stack(let views):
      self = .stack(controller.id, views.map { Entry(id: $0.id, params: $0.params) })
    case .tabs(let tabs, let selected, let badges):
      self = .tabs(
        controller.id,
        zip(tabs, badges).map { Part(name: $0.tab.name, badge: $1, content: Shape($0.controller)) },
        selected: selected)
    case .split(let primary, let secondary):
      self = .split(controller.id, Shape(primary), secondary.map { Shape($0) })
    }
  }
}

extension Navigation {
  /// What a platform is to show: the base and the modals that show.
  var shapes: [Shape] { [Shape(base)] + visibleModals.map { Shape($0.router) } }

  /// The screens that a platform has.
  var screensOnPlatform: Set<ScreenID> {
    Set(shapes.flatMap(\.screens))
  }
}

extension PlatformStandIn {
  var shapes: [Shape] { roots.map { Shape($0) } }
}

extension Shape {
  var screens: [ScreenID] {
    switch self {
    case .stack(_, let entries): entries.map(\.id)
    case .tabs(_, let parts, _): parts.flatMap(\.content.screens)
    case .split(_, let primary, let secondary): primary.screens + (secondary?.screens ?? [])
    }
  }
}
