import Coordination
import LuaRuntime
import Navigation
import PlainValues
import ScriptedCoordination

/// A flow project from strings, running on a headless router.
final class Flow {
  let host: Host
  let project: Project
  let store: MemoryStore
  private let router = HeadlessRouter()
  private var ownRecords: [TurnRecord] = []
  private var outline = TreeOutline()
  private var gesture: (() -> Void)?

  /// Loads and starts the project, or restores it.
  ///
  /// - Parameters:
  ///   - scripts: what its scripts may use up in a turn.
  ///   - onAnswer: called, on any thread, when a service has answered.
  ///   - snapshot: what it goes on from, in place of a start.
  ///   - links: those that come before the start.
  /// - Throws: `ProjectError` where it does not load. A root that fails to start is in ``error``.
  init(
    _ files: [String: String], root: String = "app", device: Device = .phone, input: Value = [:],
    attributes: [String: Value] = [:], store: [String: Value] = [:],
    services: [String: [String: ([Value]) throws -> [Value]]] = [:],
    functions: [String: ServiceTable.Service] = [:],
    swift: SwiftCoordinators = SwiftCoordinators(), limits: HostLimits = .default,
    luaLimits: LuaLimits = .default,
    restoring snapshot: Value? = nil, missing: MissingCoordinators = .refused,
    onAnswer: @escaping @Sendable () -> Void = {}, links: [String] = []
  ) throws {
    var options = HostOptions()
    options.device = device
    options.attributes = attributes
    options.limits = limits
    self.store = MemoryStore(store)
    options.store = self.store
    options.clock = VirtualClock()
    options.onAnswer = onAnswer
    for (name, functions) in services {
      options.services[name] = functions.mapValues(ServiceFunction.values)
    }
    for (name, functions) in functions { options.services[name] = functions }
    project = try Project(
      ProjectFiles(files), root: root, alsoKnown: swift.slots, limits: luaLimits)
    host = project.makeHost(router: router, swiftCoordinators: swift, options: options)
    host.observe { [unowned self] record in
      ownRecords.append(record)
      outline.apply(record)
    }
    for link in links { host.open(link) }
    if let snapshot {
      host.restore(snapshot, missing: missing)
    } else {
      host.start(root, input: try PackedValue(input))
    }
  }

  // MARK: Driving

  @discardableResult
  func send(_ event: String, _ payload: Value = [:], from screen: String? = nil) -> [TurnRecord] {
    let before = ownRecords.count
    host.send(event, packed(payload), from: screen.flatMap(instance))
    return Array(ownRecords[before...])
  }

  func back() { host.back() }
  func dismiss() { host.dismiss() }
  func open(_ url: String) { host.open(url) }
  func selectTab(_ name: String) { host.selectTab(name) }
  func app(_ event: String, _ payload: Value = [:]) { host.appEvent(event, packed(payload)) }

  /// A swipe back from what is in front has completed.
  func swipedBack() {
    if let screen = host.navigation.front.last { host.userWentBack(from: screen.id) }
  }

  /// The topmost modal has been pulled down.
  func pulledDown() {
    if let modal = host.navigation.visibleModals.last { host.userPulledDown(modal.id) }
  }

  /// Whether a swipe back may begin; then it is to be completed or abandoned.
  func beginBack() -> Bool {
    guard let screen = host.navigation.front.last, !screen.interception.contains(.back) else {
      return false
    }
    gesture = { [host] in host.userWentBack(from: screen.id) }
    return true
  }

  /// Whether pulling the topmost modal down may begin.
  func beginDismiss() -> Bool {
    let navigation = host.navigation
    guard let modal = navigation.visibleModals.last, modal.canBePulledDown,
      !navigation.refusesPulling(modal)
    else { return false }
    gesture = { [host] in host.userPulledDown(modal.id) }
    return true
  }

  func completeGesture() {
    gesture?()
    gesture = nil
  }

  func abandonGesture() { gesture = nil }

  /// Lets virtual time pass.
  func advance(_ seconds: Double) { host.advance(by: seconds) }

  func clear() { router.clear() }

  // MARK: Seeing

  var records: [TurnRecord] { ownRecords }
  var calls: [String] { router.calls.map(\.description) }
  var screen: String? { host.navigation.front.last?.name }
  var params: Value { host.navigation.front.last?.params.value ?? [:] }
  var stack: [String] {
    host.navigation.stackNames(of: host.navigation.frontRouter).compactMap(\.string)
  }
  var modals: [String] { host.navigation.modalNames.compactMap(\.string) }
  var tab: String? { host.navigation.frontTabName }
  var diagnostics: [String] { ownRecords.flatMap { $0.diagnostics.map(\.text) } }
  var error: String? { ownRecords.last?.error.map { "\($0)" } }
  var log: [String] { ownRecords.flatMap(\.log) }

  var finished: Value? {
    if case .finished(let result) = host.outcome { result.value } else { nil }
  }
  var cancelled: String? { host.outcome?.reason }

  /// The tree of coordinators, the oldest child first: `app(main(home cart) auth)`.
  var coordinators: String { host.root.map(outlined) ?? "" }

  /// The state of the coordinator at a path such as `app/auth`.
  func state(_ path: String) -> Value {
    let names = path.split(separator: "/").map(String.init)
    guard var found = host.root, found.name == names.first else { return .null }
    for name in names.dropFirst() {
      guard let child = found.childrenOldestFirst.last(where: { $0.name == name }) else {
        return .null
      }
      found = child
    }
    return host.state(of: found.id)?.value ?? .null
  }

  private func outlined(_ coordinator: LiveCoordinator) -> String {
    let below = coordinator.childrenOldestFirst.map(outlined).joined(separator: " ")
    return below.isEmpty ? coordinator.name : "\(coordinator.name)(\(below))"
  }

  private func instance(_ name: String) -> ScreenID? {
    if let front = host.navigation.front.last(where: { $0.name == name }) { return front.id }
    return host.navigation.screens.filter { $0.name == name }.map(\.id).max()
  }

  private func packed(_ value: Value) -> PackedValue { (try? PackedValue(value)) ?? .empty }
}
