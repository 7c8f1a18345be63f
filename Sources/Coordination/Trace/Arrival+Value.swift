import Navigation
import PlainValues

/// What has arrived, as a trace has it.
extension Arrival {
  var value: Value {
    switch self {
    case .start(let slot, let input): ["start": .string(slot), "input": input.value]
    case .restore(let snapshot, let missing):
      ["restore": snapshot, "missing": .string(missing.rawValue)]
    case .screenEvent(let name, let payload, let screen):
      ["send": .string(name), "payload": payload.value, "screen": .id(screen?.rawValue)]
    case .back(let screen): ["back": .id(screen?.rawValue)]
    case .dismiss(let modal): ["dismiss": .id(modal?.rawValue)]
    case .selectTab(let name): ["tab": .string(name)]
    case .appEvent(let name, let payload): ["app": .string(name), "payload": payload.value]
    case .link(let url, let chain):
      ["open": .string(url), "chain": .array(chain.map { .string($0) })]
    case .answer(let call, .values(let values)):
      ["answer": .id(call.rawValue), "values": .array(values)]
    case .answer(let call, .failure(let message)):
      ["answer": .id(call.rawValue), "failure": .string(message)]
    // Follows from another arrival, which does it again.
    case .delivery(let delivery): ["delivery": .string(delivery.event.name)]
    case .storm(let problem): ["storm": .string(problem)]
    case .timer(let timer, let due): ["timer": .id(timer.rawValue), "due": .number(due)]
    case .swap(let slot, let variant, let live):
      ["swap": .string(slot), "variant": .string(variant), "live": .string(live.rawValue)]
    case .reload(let reload): ["reload": reload.payload.value]
    case .wentBack(let screen): ["went_back": .id(screen.rawValue)]
    case .pulledDown(let modal): ["pulled_down": .id(modal.rawValue)]
    }
  }

  /// Reads what ``value`` gives; nil for anything else.
  init?(value: Value) {
    guard let entries = value.object else { return nil }
    let found = Self.keys.filter { entries[$0] != nil }
    guard found.count == 1, let key = found.first, let subject = entries[key] else { return nil }
    switch key {
    case "start": self.init(name: subject) { .start(slot: $0, input: Self.data(entries["input"])) }
    case "restore":
      let missing = entries["missing"]?.string.flatMap(MissingCoordinators.init)
      self = .restore(subject, missing ?? .refused)
    case "send":
      guard let screen = entries["screen"], screen.isIDOrNull else { return nil }
      self.init(name: subject) {
        .screenEvent(
          $0, Self.data(entries["payload"]), screen.id.map(ScreenID.init(rawValue:)))
      }
    case "back":
      guard subject.isIDOrNull else { return nil }
      self = .back(subject.id.map(ScreenID.init(rawValue:)))
    case "dismiss":
      guard subject.isIDOrNull else { return nil }
      self = .dismiss(subject.id.map(RouterID.init(rawValue:)))
    case "tab": self.init(name: subject) { .selectTab($0) }
    case "app": self.init(name: subject) { .appEvent($0, Self.data(entries["payload"])) }
    case "open":
      let chain = entries["chain"]?.array?.compactMap(\.string) ?? []
      self.init(name: subject) { .link($0, chain: chain) }
    case "answer":
      self.init(id: subject) { id in
        if let message = entries["failure"]?.string {
          return .answer(ServiceCallID(rawValue: id), .failure(message))
        }
        return .answer(ServiceCallID(rawValue: id), .values(entries["values"]?.array ?? []))
      }
    case "storm": self.init(name: subject) { .storm($0) }
    case "timer":
      let due = entries["due"]?.number ?? 0
      self.init(id: subject) { .timer(TimerID(rawValue: $0), due: due) }
    case "swap":
      guard let variant = entries["variant"]?.string,
        let live = entries["live"]?.string.flatMap(LiveCoordinators.init)
      else { return nil }
      self.init(name: subject) { .swap(slot: $0, variant: variant, live) }
    case "reload":
      self = .reload(
        ReplayedReload(
          payload: Self.data(subject), log: entries["log"]?.array?.compactMap(\.string) ?? [],
          failure: entries["failure"].flatMap(FlowError.init)))
    case "went_back": self.init(id: subject) { .wentBack(ScreenID(rawValue: $0)) }
    case "pulled_down": self.init(id: subject) { .pulledDown(RouterID(rawValue: $0)) }
    default: return nil
    }
  }

  private static let keys = [
    "start", "restore", "send", "back", "dismiss", "tab", "app", "open", "answer", "storm", "timer",
    "went_back", "pulled_down", "swap", "reload",
  ]

  private init?(name: Value, _ make: (String) -> Arrival) {
    guard let name = name.string else { return nil }
    self = make(name)
  }

  private init?(id: Value, _ make: (UInt64) -> Arrival) {
    guard let id = id.id else { return nil }
    self = make(id)
  }

  private static func data(_ value: Value?) -> PackedValue {
    value.flatMap { try? PackedValue($0) } ?? .empty
  }
}

extension Value {
  /// An id; null where there is none.
  static func id(_ rawValue: UInt64?) -> Value {
    rawValue.map { .integer(Int(clamping: $0)) } ?? .null
  }

  fileprivate var isIDOrNull: Bool { self == .null || id != nil }

  var id: UInt64? {
    guard case .integer(let integer) = self else { return nil }
    return UInt64(exactly: integer)
  }
}
