import Navigation
import PlainValues

/// A turn and what follows from it: the unit that reaches the platform.
struct Commit {
  let number: Int
  let time: Double
  /// What began it.
  let arrival: Waiting
  /// What the platform shows; facts have happened to it already.
  var before: Navigation
  var records: [TurnRecord] = []
  /// Whom facts may have left without screens. They are judged between turns, so that what is
  /// done in answer comes first.
  var suspects = Suspects()
  var touched: [LiveCoordinator] = []
  var unanimated: Set<RouterID> = []
  private(set) var notices = Queue<RemovalNotice>()
  private(set) var followUps = Queue<FollowUp>()

  /// Takes over whom a fact has left to be judged, and to be told.
  mutating func take(_ effects: TurnEffects) {
    suspects.add(effects.suspects)
    for notice in effects.notices { notices.append(notice) }
  }

  mutating func add(_ followUp: Delivery?) {
    if let followUp { add(.delivery(followUp)) }
  }

  mutating func add(_ followUp: FollowUp) { followUps.append(followUp) }

  mutating func popFollowUp() -> FollowUp? { followUps.popFirst() }

  mutating func popNotice() -> RemovalNotice? { notices.popFirst() }

  /// Writes what the commit did to the navigation onto its last record.
  func close(_ navigation: Navigation) {
    records.last?.calls = before.calls(to: navigation, unanimated: unanimated)
  }
}

/// A turn that follows from another of its commit.
enum FollowUp {
  case delivery(Delivery)
  case wake(Wake)
  /// A request that was refused.
  ///
  /// - Parameter agreed: the screens that may be left, as was said before.
  case request(Arrival, agreed: Set<ScreenID>)

  /// What it is, in the error of too many.
  var description: String {
    switch self {
    case .delivery(let delivery): "\"\(delivery.event.name)\" from \(delivery.sender)"
    case .wake(let wake): "a suspended handler of \(wake.coordinator.name)"
    case .request: "a request that was refused before"
    }
  }
}

extension EventRecord {
  /// A suspended handler goes on, with what it was handling and what it has waited for.
  init(_ wake: Wake, _ suspension: Suspension) {
    var entries: [String: Value] = ["coordinator": .string(wake.coordinator.path)]
    if let event = suspension.event {
      entries["event"] = .string(event.name)
      entries["source"] = .string(event.source.key)
    }
    entries["answer"] = .array(wake.answer.map { $0?.value ?? .null })
    self.init(
      kind: .followUp, name: "resumed", source: wake.coordinator.name,
      payload: (try? PackedValue(.object(entries))) ?? .empty)
  }

  init(_ kind: Kind, _ event: Event) {
    self.init(kind: kind, name: event.name, source: event.source.key, payload: event.payload)
  }
}

extension Arrival {
  var isFact: Bool {
    switch self {
    case .wentBack, .pulledDown: true
    default: false
    }
  }

  /// Whether it says all that is needed to ask for it once more, also in another process.
  var canBeSaved: Bool {
    switch self {
    case .screenEvent, .back, .dismiss, .selectTab, .appEvent, .link: true
    case .start, .restore, .storm, .timer, .answer, .delivery, .wentBack, .pulledDown, .swap,
      .reload:
      false
    }
  }

  /// The same, to be repeated later: where it depends on what is in front bound to what that is
  /// now, and of a timer, which has fired, what it was for.
  func settled(in navigation: Navigation, _ firing: HostTimer?) -> Arrival {
    switch self {
    case .dismiss(nil): .dismiss(navigation.visibleModals.last?.id)
    case .timer: firing.flatMap(Delivery.init).map { .delivery($0) } ?? self
    default: self
    }
  }

  func record(_ kind: EventRecord.Kind, in world: World) -> EventRecord {
    var front: String? { world.navigation.frontScreen?.name }
    func screen(_ id: ScreenID?) -> String? { id.map { world.screens[$0]?.name } ?? front }
    return switch self {
    case .start(let slot, let input):
      EventRecord(kind: kind, name: "start", source: slot, payload: input)
    case .restore(let snapshot, _):
      EventRecord(
        kind: kind, name: "restore", source: snapshot["root"]?["name"]?.string, payload: .empty)
    case .screenEvent(let name, let payload, let id):
      EventRecord(kind: kind, name: name, source: screen(id), payload: payload)
    case .back(let id):
      EventRecord(kind: kind, name: EventNames.back, source: screen(id), payload: .empty)
    case .dismiss:
      EventRecord(kind: kind, name: EventNames.dismiss, source: front, payload: .empty)
    case .selectTab(let name):
      EventRecord(kind: kind, name: name, source: Event.Source.tabs.key, payload: .empty)
    case .appEvent(let name, let payload):
      EventRecord(kind: kind, name: name, source: Event.Source.app.key, payload: payload)
    case .link(let url, _):
      EventRecord(kind: kind, name: url, source: Event.Source.link.key, payload: .empty)
    case .answer(_, let answer):
      EventRecord(
        kind: kind, name: "answered", source: nil,
        payload: (try? PackedValue(.array(answer.results))) ?? .empty)
    case .storm:
      EventRecord(
        kind: kind, name: "timers", source: Event.Source.timer.key, payload: .empty)
    case .timer(let id, _):
      EventRecord(
        kind: kind, name: world.timers[id]?.event ?? "waited", source: Event.Source.timer.key,
        payload: world.timers[id]?.payload ?? .empty)
    case .delivery(let delivery): EventRecord(kind, delivery.event)
    case .swap(let slot, let variant, let live):
      EventRecord(
        kind: kind, name: "swap", source: nil,
        payload: (try? PackedValue([
          "slot": .string(slot), "variant": .string(variant), "live": .string(live.rawValue),
        ])) ?? .empty)
    case .reload(let reload):
      EventRecord(kind: kind, name: "reload", source: nil, payload: reload.payload)
    case .wentBack(let id):
      EventRecord(kind: kind, name: EventNames.back, source: screen(id), payload: .empty)
    case .pulledDown(let router):
      EventRecord(
        kind: kind, name: EventNames.dismiss, source: world.navigation.rootName(ofModal: router),
        payload: .empty)
    }
  }
}

extension Navigation {
  /// The name of the screen that a modal began with.
  func rootName(ofModal router: RouterID) -> String? {
    guard let stack = self.router(router)?.stack else { return topScreen(of: router)?.name }
    return stack.root?.name
  }
}
