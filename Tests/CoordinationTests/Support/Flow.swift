import Navigation
import PlainValues

@testable import Coordination

/// A host with scripted coordinators and a router that writes down what it is asked.
final class Flow {
  private(set) var host: Host
  let router = HeadlessRouter()
  private let source = SwiftCoordinators()
  /// What coordinators were called for, in order, undone turns included.
  private(set) var heard: [String] = []
  private let lives = Life.Counter()
  private var seen = 0
  private(set) var records: [TurnRecord] = []

  init(
    _ scripts: [String: Script], device: Device = .phone,
    _ change: (inout HostOptions) -> Void = { _ in }
  ) {
    var options = HostOptions()
    options.device = device
    options.clock = VirtualClock()
    change(&options)
    host = Host(sources: [source], router: router, options: options)
    host.observe { [unowned self] in records.append($0) }
    for (name, script) in scripts { self[name] = script }
  }

  /// Started, with the record of that forgotten.
  static func started(
    _ scripts: [String: Script], device: Device = .phone,
    _ change: (inout HostOptions) -> Void = { _ in }
  ) -> Flow {
    let flow = Flow(scripts, device: device, change)
    flow.host.start()
    flow.clear()
    return flow
  }

  subscript(name: String) -> Script {
    get { Script() }
    set {
      source.register(name) { [unowned self, lives] in
        Scripted(
          script: newValue, heard: { [unowned self] in heard.append($0) }, life: Life(lives))
      }
    }
  }

  /// Forgets calls, records and what was heard.
  func clear() {
    router.clear()
    records = []
    heard = []
  }

  /// Sends an event from the screen in front; the commit's first error, if any.
  @discardableResult
  func send(
    _ event: String, _ payload: PackedValue = .empty, from screen: ScreenID? = nil
  )
    -> String?
  {
    let before = records.count
    host.send(event, payload, from: screen)
    return records[before...].lazy.compactMap { $0.error?.message }.first
  }

  // MARK: What there is to see

  var calls: [String] { router.calls.map(\.description) }
  var navigation: Navigation { host.navigation }
  /// What is in front.
  var screen: String? { navigation.front.last?.name }
  /// The names on the base's stack.
  var stack: [String] { names(on: navigation.base.id) }
  /// The names of the root screens of the modals that show, the lowest first.
  var modals: [String] { navigation.modalNames.compactMap(\.string) }
  var tab: String? { navigation.frontTabName }
  /// The names on the stack in front.
  var frontStack: [String] { names(on: navigation.frontRouter) }

  func names(on router: RouterID) -> [String] {
    navigation.stackNames(of: router).compactMap(\.string)
  }

  /// The names on a tab's stack.
  func stack(ofTab name: String) -> [String] {
    navigation.base.tabs?[name].map { names(on: $0.router.id) } ?? []
  }

  /// The paths of all live coordinators, parents before children, the oldest first.
  var tree: [String] { host.root.map(paths(under:)) ?? [] }

  private func paths(under coordinator: LiveCoordinator) -> [String] {
    [coordinator.path] + coordinator.childrenOldestFirst.flatMap(paths(under:))
  }

  /// The live coordinator of that path.
  func coordinator(_ path: String) -> LiveCoordinator? {
    host.world.coordinators.values.first { $0.path == path }
  }

  func memory(_ path: String) -> [String]? {
    (coordinator(path)?.behavior as? SwiftBehavior<Scripted>)?.body?.memory
  }

  /// The newest screen of that name.
  func screen(_ name: String) -> ScreenID? {
    host.world.screens.filter { $0.value.name == name }.last?.key
  }

  func params(_ name: String) -> Value? {
    screen(name).flatMap { navigation.screen($0)?.params.value }
  }

  var notes: [Diagnostic] { records.flatMap(\.diagnostics) }
  var errors: [FlowError] { records.compactMap(\.error) }
  var ended: [String] { records.flatMap(\.ended).map { "\($0.name) \($0.outcome.word)" } }
  /// How many scripted coordinators something still holds.
  var livesLeft: Int { lives.count }
}

extension Outcome {
  var word: String { reason ?? "finished" }
}

extension [Diagnostic] {
  func texts(_ kind: Diagnostic.Kind) -> [String] { filter { $0.kind == kind }.map(\.text) }
}
