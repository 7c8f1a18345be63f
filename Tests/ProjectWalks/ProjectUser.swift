import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// Somebody who uses a flow project: does what the screens on show allow.
package struct ProjectUser {
  package let host: Host
  package let project: Project

  package init(host: Host, project: Project) {
    self.host = host
    self.project = project
  }

  package func take(_ step: ProjectStep) {
    switch step {
    case .choose(let index, let filling):
      guard let offer = offer(index, filling) else { return }
      host.send(offer.event, (try? PackedValue(offer.payload)) ?? .empty, from: offer.screen)
    case .back: host.back()
    case .dismiss: host.dismiss()
    case .swipeBack: if let screen = screenToSwipe { host.userWentBack(from: screen) }
    case .pullDown: if let modal = modalToPull { host.userPulledDown(modal) }
    case .tab(let index):
      let names =
        host.navigation.showingTabs.first
        .flatMap { host.navigation.tabs(of: $0)?.names } ?? ["none"]
      host.selectTab(names[index % names.count])
    case .app(let index):
      host.appEvent(["did_enter_background", "session_expired", "ping", "pong"][index % 4])
    case .open(let index):
      let links = ["tea/assam", "cart", "orders/1001", "app://tea/none?a=1", "orders", "else"]
      host.open(links[index % 6])
    case .advance(let seconds): host.advance(by: seconds)
    }
  }

  /// The screen that a swipe would take away, where it may begin.
  package var screenToSwipe: ScreenID? {
    guard let screen = host.navigation.front.last, !screen.interception.contains(.back) else {
      return nil
    }
    return screen.id
  }

  /// The modal that can be pulled down, where that may begin.
  package var modalToPull: RouterID? {
    let navigation = host.navigation
    guard let modal = navigation.visibleModals.last, modal.canBePulledDown,
      !navigation.refusesPulling(modal)
    else { return nil }
    return modal.id
  }

  /// Something that a screen can send.
  package struct Offer {
    package let screen: ScreenID
    package let event: String
    package let payload: Value
  }

  /// One of what the screens in front can send, whichever number is given; nil where there is
  /// nothing.
  ///
  /// - Parameter filling: how fields are filled in, 0 to 2.
  package func offer(_ index: Int, _ filling: Int) -> Offer? {
    let offered = host.navigation.front.flatMap { offers(of: $0, filling) }
    return offered.isEmpty ? nil : offered[index % offered.count]
  }

  /// What a screen can send: what its description says, else what its coordinator names.
  private func offers(of screen: Screen, _ filling: Int) -> [Offer] {
    let body = project.screens[screen.name]?.body ?? []
    var fields: [String: Value] = [:]
    for case .field(let name, _, let kind, _) in body {
      fields[name] = Self.text(for: name, kind, filling)
    }
    let filled = Value.object(fields)
    var offers: [(String, Value)] = []
    for item in body {
      switch item {
      case .button(_, let event): offers.append((event, filled))
      case .link(_, let event): offers.append((event, [:]))
      case .field(_, _, _, let event?): offers.append((event, filled))
      case .list(let name, _, _, let event?):
        offers += (screen.params.value[name]?.array ?? []).map { (event, $0) }
      case .text, .field, .list: break
      }
    }
    if offers.isEmpty { offers = host.events(of: screen.id).map { ($0, filled) } }
    return offers.map { Offer(screen: screen.id, event: $0.0, payload: $0.1) }
  }

  private static func text(for field: String, _ kind: String?, _ filling: Int) -> Value {
    if filling == 0 { return "" }
    if kind == "number" { return .integer(filling) }
    switch field {
    case "email": return "ada@example.com"
    case "password": return filling == 1 ? "analytical" : "wrong"
    case "number": return "4242424242424242"
    default: return "Ada"
    }
  }
}
