import Navigation
import PlainValues

/// Reads a snapshot from its document, one piece after another. What the pieces have to do with
/// each other is checked afterwards (``SnapshotCheck``).
struct SnapshotReader {
  private let limits: HostLimits
  /// The keys of what lies outside the host.
  private let parts: [String]

  init(limits: HostLimits, parts: [String]) {
    self.limits = limits
    self.parts = parts
  }

  private static let keys = [
    "sextant_snapshot", "attributes", "deferred_link", "device", "last_id", "navigation", "refused",
    "root", "routers", "store", "time", "timers", "variants",
  ]

  /// - Throws: ``ValueProblem`` at the first thing that is not as it should be.
  func read(_ value: Value) throws(ValueProblem) -> Snapshot {
    let reader = ValueReader(value, path: "snapshot", suggestion: Suggestion.near)
    try checkVersion(reader)
    let entries = try reader.object(Self.keys + parts)
    let navigation = try Navigation(try entries.required("navigation"))
    let root = try coordinator(
      try entries.required("root"), depth: 0, inherits: navigation.base.id)
    var snapshot = Snapshot(
      lastID: try entries.required("last_id").id(), time: try entries["time"]?.number() ?? 0,
      navigation: navigation, root: root)
    snapshot.device = try entries["device"].map { (reader) throws(ValueProblem) in
      try Device(reader)
    }
    snapshot.attributes = try values(entries["attributes"])
    snapshot.store = try values(entries["store"])
    snapshot.variants = try entries["variants"]?.names() ?? [:]
    for router in try entries.list("routers") { snapshot.routers.append(try self.router(router)) }
    for timer in try entries.list("timers") { snapshot.timers.append(try self.timer(timer)) }
    snapshot.deferredLink = try entries["deferred_link"].map(link)
    snapshot.refused = try entries["refused"].map(refused)
    for part in parts { snapshot.parts[part] = entries[part]?.value }
    return snapshot
  }

  private func checkVersion(_ reader: ValueReader) throws(ValueProblem) {
    guard let found = reader.value["sextant_snapshot"] else {
      throw reader.problem(
        "this is no snapshot: that is an object with \"sextant_snapshot\", its version, in it")
    }
    guard let version = found.integer, version > 0 else {
      throw reader.problem("sextant_snapshot is its version, a whole number from 1")
    }
    guard version <= Snapshot.version else {
      throw reader.problem(
        """
        of a later format: this snapshot is of version \(version), this Sextant reads \
        \(Snapshot.version). Restore it with the Sextant that wrote it, or a newer one.
        """)
    }
  }

  // MARK: Data

  private func values(_ reader: ValueReader?) throws(ValueProblem) -> [String: Value] {
    guard let reader else { return [:] }
    _ = try reader.entries()
    return try reader.packed(limits: Snapshot.limits).value.object ?? [:]
  }

  private func data(_ reader: ValueReader?) throws(ValueProblem) -> PackedValue {
    try reader?.packed(limits: Snapshot.limits) ?? .empty
  }

  // MARK: Coordinators

  private static let coordinatorKeys = [
    "awaited", "children", "containers", "id", "input", "interrupted", "name", "own_router",
    "restarts", "router", "screens", "script", "services", "slot", "state", "variant", "version",
  ]

  private func coordinator(
    _ reader: ValueReader, depth: Int, inherits inherited: RouterID
  ) throws(ValueProblem) -> SavedCoordinator {
    guard depth < limits.treeDepth else {
      throw reader.problem("the tree is more than \(limits.treeDepth) coordinators deep")
    }
    let entries = try reader.object(Self.coordinatorKeys)
    let name = try entries.required("name").name()
    let slot = try entries["slot"]?.name() ?? name
    let binding = Binding(
      slot: slot, variant: try entries["variant"]?.name(), script: try entries["script"]?.name())
    let router = try entries["router"].map { (reader) throws(ValueProblem) in
      RouterID(rawValue: try reader.id())
    }
    var coordinator = SavedCoordinator(
      id: CoordinatorID(rawValue: try entries.required("id").id()), name: name, binding: binding,
      router: router ?? inherited)
    coordinator.place = reader.path
    coordinator.input = try data(entries["input"])
    coordinator.state = try data(entries["state"])
    coordinator.version = try entries["version"]?.packed(limits: Snapshot.limits).value ?? .null
    coordinator.hasOwnRouter = try entries.flag("own_router")
    coordinator.isAwaited = try entries.flag("awaited")
    coordinator.services = try entries["services"].map { (reader) throws(ValueProblem) in
      try reader.names()
    }
    coordinator.restarts = try entries.flag("restarts")
    for handler in try entries.list("interrupted") {
      coordinator.interrupted.append(try self.handler(handler))
    }
    for screen in try entries.list("screens") {
      coordinator.screens.append(ScreenID(rawValue: try screen.id()))
    }
    for container in try entries.list("containers") {
      coordinator.containers.append(RouterID(rawValue: try container.id()))
    }
    for child in try entries.list("children") {
      coordinator.children.append(
        try self.coordinator(child, depth: depth + 1, inherits: coordinator.router))
    }
    return coordinator
  }

  private func handler(_ reader: ValueReader) throws(ValueProblem) -> SavedHandler {
    let entries = try reader.object(["event", "source", "waits"])
    return SavedHandler(
      event: try entries["event"]?.string(), source: try entries["source"]?.string(),
      waits: try entries["waits"]?.string())
  }

  // MARK: Links, refusals, routers and timers

  private func link(_ reader: ValueReader) throws(ValueProblem) -> String {
    let url = try reader.string()
    do {
      _ = try Link(url)
      return url
    } catch {
      throw reader.problem(error.message)
    }
  }

  private func refused(_ reader: ValueReader) throws(ValueProblem) -> RefusedRequest {
    let entries = try reader.object(["agreed", "request", "screen"])
    let request = try entries.required("request")
    guard let arrival = Arrival(value: request.value), arrival.canBeSaved else {
      throw request.problem("it is no request, such as {\"back\":7}")
    }
    var agreed: Set<ScreenID> = []
    for screen in try entries.list("agreed") { agreed.insert(ScreenID(rawValue: try screen.id())) }
    let screen = ScreenID(rawValue: try entries.required("screen").id())
    return RefusedRequest(arrival: arrival, screen: screen, agreed: agreed.union([screen]))
  }

  private func router(_ reader: ValueReader) throws(ValueProblem) -> SavedRouter {
    let entries = try reader.object(["input", "locked", "modal", "over", "router", "start"])
    let id = RouterID(rawValue: try entries.required("router").id())
    if let style = entries["modal"] {
      if let start = entries["start"] {
        throw start.problem("a modal is no tab: it starts nothing")
      }
      let modal = PendingModal(
        style: try ModalStyle(style), isLocked: try entries.flag("locked"),
        over: RouterID(rawValue: try entries.required("over").id()))
      return SavedRouter(id: id, purpose: .modal(modal), place: reader.path)
    }
    guard let start = entries["start"] else {
      throw reader.problem("it has \"modal\" and \"over\", or the \"start\" of a tab")
    }
    return SavedRouter(
      id: id, purpose: .tab(slot: try start.name(), input: try data(entries["input"])),
      place: reader.path)
  }

  private func timer(_ reader: ValueReader) throws(ValueProblem) -> SavedTimer {
    let entries = try reader.object(["coordinator", "due", "event", "id", "payload"])
    let event = try entries.required("event")
    let name = try event.name()
    guard !EventNames.reserved.contains(name) else {
      throw event.problem("\"\(name)\" is an event that only the host sends")
    }
    return SavedTimer(
      id: TimerID(rawValue: try entries.required("id").id()),
      coordinator: CoordinatorID(rawValue: try entries.required("coordinator").id()), event: name,
      payload: try data(entries["payload"]), due: try entries.required("due").number())
  }
}
