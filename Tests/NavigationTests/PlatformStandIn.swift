import Navigation
import PlainValues

/// What a platform's containers do, as far as calls go: navigation, tab and split controllers, and
/// a chain of presentations. It refuses what UIKit would refuse or warn of, and what would be a
/// call for nothing.
final class PlatformStandIn {
  /// One screen as the platform holds it. Keeping a screen means keeping this object.
  final class View {
    let id: ScreenID
    var params: PackedValue

    init(_ screen: Screen) { (id, params) = (screen.id, screen.params) }
  }

  final class Controller {
    enum Content {
      case stack([View])
      case tabs([(tab: Tab, controller: Controller)], selected: Int, badges: [Value?])
      case split(primary: Controller, secondary: Controller?)
    }

    let id: RouterID
    var content: Content

    init(_ id: RouterID, _ content: Content = .stack([])) {
      (self.id, self.content) = (id, content)
    }

    init(showing router: RouterState) {
      id = router.id
      content =
        switch router.content {
        case .stack(let stack): .stack(stack.screens.map { View($0) })
        case .tabs(let tabs):
          .tabs(
            tabs.tabs.map { ($0, Controller(showing: $0.router)) }, selected: tabs.selected,
            badges: tabs.tabs.map(\.badge))
        case .split(let split):
          .split(
            primary: Controller(showing: split.primary),
            secondary: split.isCollapsed ? nil : Controller(showing: split.secondary))
        }
    }
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private(set) var base: Controller
  private(set) var presented: [(modal: Modal, controller: Controller)] = []
  /// The views of modals that these calls dismiss: presented again, they are used again.
  private var setAside: [ScreenID: View] = [:]
  private var routersWithStackCall: Set<RouterID> = []

  /// A platform that shows nothing yet.
  init(base: RouterID) { self.base = Controller(base) }

  /// A platform that shows a navigation already.
  init(showing navigation: Navigation) {
    base = Controller(showing: navigation.base)
    presented = navigation.visibleModals.map { ($0, Controller(showing: $0.router)) }
  }

  func perform(_ calls: [RouterCall]) throws(Refusal) {
    (setAside, routersWithStackCall) = ([:], [])
    for call in calls { try perform(call) }
  }

  private func perform(_ call: RouterCall) throws(Refusal) {
    switch call.action {
    case .push, .pop, .popTo, .replace, .setRoot, .setStack, .clear, .showDetail:
      guard routersWithStackCall.insert(call.router).inserted else {
        throw Refusal("\(call) is the second stack call on \(call.router)")
      }
      let controller = try controller(call.router)
      try checkTab(of: call)
      try performStackCall(call.action, on: controller)
    case .present(let modal, let screen): try present(modal, screen)
    case .dismiss(let modal, _): try dismiss(modal)
    default:
      let controller = try controller(call.router)
      try checkTab(of: call)
      try performContainerCall(call.action, on: controller)
    }
  }
}

// MARK: - Stacks

extension PlatformStandIn {
  private func performStackCall(
    _ action: RouterCall.Action, on controller: Controller
  ) throws(Refusal) {
    let views: [View]? = if case .stack(let views) = controller.content { views } else { nil }
    switch (action, views) {
    case (.push(let screen), let views?):
      controller.content = .stack(views + [try new(screen)])
    case (.pop(let screen), let views?):
      guard views.count > 1 else { throw Refusal("the root cannot be popped") }
      guard views.last?.id == screen.id else { throw Refusal("\(screen.name) is not on top") }
      controller.content = .stack(views.dropLast())
    case (.popTo(let screen), let views?):
      guard let index = views.firstIndex(where: { $0.id == screen.id }),
        index < views.count - 1
      else { throw Refusal("nothing to pop above \(screen.name)") }
      controller.content = .stack(Array(views[...index]))
    case (.replace(let old, let screen), let views?):
      guard views.count > 1, views.last?.id == old.id else {
        throw Refusal("\(old.name) is not above another")
      }
      controller.content = .stack(views.dropLast() + [try new(screen)])
    case (.setRoot(let screen), _), (.showDetail(let screen), _):
      controller.content = .stack([try new(screen)])
    case (.setStack(let stack), let views):
      var next: [View] = []
      for screen in stack.screens {
        if let kept = views?.first(where: { $0.id == screen.id }) {
          next.append(kept)
        } else {
          next.append(try new(screen))
        }
      }
      controller.content = .stack(next)
    case (.clear, let views):
      guard views?.isEmpty != true else { throw Refusal("nothing to clear") }
      controller.content = .stack([])
    default: throw Refusal("\(action) on a container")
    }
  }

  /// A view for a screen that comes up: one that was set aside, or a new one.
  private func new(_ screen: Screen) throws(Refusal) -> View {
    guard views[screen.id] == nil else { throw Refusal("\(screen.name) is there already") }
    let view = setAside.removeValue(forKey: screen.id) ?? View(screen)
    return view
  }
}

// MARK: - Containers and modals

extension PlatformStandIn {
  private func performContainerCall(
    _ action: RouterCall.Action, on controller: Controller
  ) throws(Refusal) {
    switch (action, controller.content) {
    case (.setTabs(let tabs), _):
      controller.content = .tabs(
        tabs.map { ($0, Controller($0.router.id)) }, selected: 0, badges: tabs.map { _ in nil })
    case (.split(let split), _):
      controller.content = .stack([])
      let primary = try begin(split.primary)
      controller.content = .split(
        primary: primary, secondary: split.isCollapsed ? nil : try begin(split.secondary))
    case (.selectTab(let name), .tabs(let tabs, let selected, let badges)):
      guard let index = tabs.firstIndex(where: { $0.tab.name == name }), index != selected else {
        throw Refusal("no other tab \(name)")
      }
      controller.content = .tabs(tabs, selected: index, badges: badges)
    case (.setBadge(let name, let badge), .tabs(let tabs, let selected, var badges)):
      guard let index = tabs.firstIndex(where: { $0.tab.name == name }), badges[index] != badge
      else { throw Refusal("no other badge on \(name)") }
      badges[index] = badge
      controller.content = .tabs(tabs, selected: selected, badges: badges)
    case (.update(let screen), .stack(let views)):
      guard let view = views.first(where: { $0.id == screen.id }) else {
        throw Refusal("\(screen.name) is not there")
      }
      view.params = screen.params
    default: throw Refusal("\(action) on another container")
    }
  }

  /// A controller for a router that comes up with the first screen of its stack.
  private func begin(_ router: RouterState) throws(Refusal) -> Controller {
    guard let root = router.stack?.root else { return Controller(router.id) }
    return Controller(router.id, .stack([try new(root)]))
  }

  private func present(_ modal: Modal, _ screen: Screen) throws(Refusal) {
    guard !presented.contains(where: { $0.modal.id == modal.id }) else {
      throw Refusal("\(screen.name) is presented already")
    }
    guard roots.contains(where: { $0.showing.contains { $0.id == modal.over } }) else {
      throw Refusal("\(screen.name) would be presented over what does not show")
    }
    presented.append((modal, try begin(modal.router)))
  }

  private func dismiss(_ modal: Modal) throws(Refusal) {
    guard let topmost = presented.last, topmost.modal.id == modal.id else {
      throw Refusal("\(modal.id) is not the topmost modal")
    }
    presented.removeLast()
    setAside.merge(topmost.controller.views) { old, _ in old }
  }
}

// MARK: - What is there

extension PlatformStandIn {
  var roots: [Controller] { [base] + presented.map(\.controller) }

  /// All views, by the screens that they show.
  var views: [ScreenID: View] {
    roots.reduce(into: [:]) { $0.merge($1.views) { first, _ in first } }
  }

  private func controller(_ id: RouterID) throws(Refusal) -> Controller {
    guard let found = roots.lazy.compactMap({ $0.find(id)?.controller }).first else {
      throw Refusal("\(id) is unknown")
    }
    return found
  }

  /// A call says which tab it is in exactly where its router is not in front by now.
  private func checkTab(of call: RouterCall) throws(Refusal) {
    let isInFront = roots.last?.showing.contains { $0.id == call.router } ?? false
    let tab = roots.lazy.compactMap { $0.find(call.router) }.first?.tab
    guard call.tab == (isInFront ? nil : tab) else {
      throw Refusal("\(call) says \(call.tab ?? "no tab"), in front: \(isInFront)")
    }
  }
}

extension PlatformStandIn.Controller {
  typealias Controller = PlatformStandIn.Controller

  /// The parts with the tabs that they are in, the parts that show first.
  private var parts: [(tab: String?, controller: Controller, shows: Bool)] {
    switch content {
    case .stack: []
    case .tabs(let tabs, let selected, _):
      tabs.enumerated().map { ($1.tab.name, $1.controller, $0 == selected) }
    case .split(let primary, let secondary):
      [(nil, primary, true)] + (secondary.map { [(nil, $0, true)] } ?? [])
    }
  }

  var showing: [Controller] {
    parts.filter(\.shows).reduce(into: [self]) { $0 += $1.controller.showing }
  }

  var views: [ScreenID: PlatformStandIn.View] {
    guard case .stack(let views) = content else {
      return parts.reduce(into: [:]) { $0.merge($1.controller.views) { first, _ in first } }
    }
    return Dictionary(views.map { ($0.id, $0) }) { first, _ in first }
  }

  func find(_ id: RouterID, in tab: String? = nil) -> (controller: Controller, tab: String?)? {
    guard id != self.id else { return (self, tab) }
    return parts.lazy.compactMap { $0.controller.find(id, in: $0.tab ?? tab) }.first
  }
}
