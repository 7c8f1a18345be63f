import Navigation
import PlainValues

extension TurnRecord {
  /// The record as `sextant run` writes it, a line each.
  ///
  /// - Parameter coordinators: the tree after it (``TreeOutline/nested``).
  public func value(coordinators: Value) -> Value {
    let shown = navigation.front.last.flatMap { navigation.locate($0.id)?.router }
    let front = shown ?? navigation.frontRouter
    return [
      "turn": .integer(turn),
      "event": event.value,
      "calls": .list(calls.map { .string($0.description) }),
      "screen": (navigation.front.last?.name).orNull,
      "stack": .list(navigation.stackNames(of: front)),
      "modals": .list(navigation.modalNames),
      "tab": navigation.frontTabName.orNull,
      "coordinators": coordinators,
      "started": .list(started.map { .string($0.name) }),
      "ended": .list(ended.map(\.value)),
      "emitted": .list(emitted.map { ["name": .string($0.name), "payload": $0.payload.value] }),
      "diagnostics": .list(diagnostics.map { .string($0.text) }),
      "log": .list(log.map { .string($0) }),
      "exposures": .list(exposures.map(\.value)),
      "blocked": blocked.orNull,
      "error": error?.value ?? .null,
    ]
  }
}

extension EventRecord {
  public var value: Value {
    ["name": .string(name), "source": source.orNull, "payload": payload.value]
  }
}

extension EndRecord {
  public var value: Value {
    switch outcome {
    case .finished(let result): ["name": .string(name), "result": result.value]
    case .cancelled(let reason): ["name": .string(name), "reason": .string(reason)]
    }
  }
}

extension FlowError {
  /// The error for machines: what, where, in whom, and the traceback.
  public var value: Value {
    [
      "kind": .string(kind.rawValue),
      "message": .string(message),
      "script": (place?.script).orNull,
      "line": place?.line.map { .integer($0) } ?? .null,
      "coordinator": coordinator.orNull,
      "traceback": .list(traceback.map { .string($0) }),
    ]
  }
}

extension FlowError {
  /// Reads what ``value`` gives; nil for anything else.
  init?(_ value: Value) {
    guard let kind = value["kind"]?.string.flatMap(Kind.init),
      let message = value["message"]?.string
    else { return nil }
    self.init(
      kind, message,
      place: value["script"]?.string.map { SourcePlace(script: $0, line: value["line"]?.integer) },
      traceback: value["traceback"]?.array?.compactMap(\.string) ?? [],
      coordinator: value["coordinator"]?.string)
  }
}

extension Navigation {
  /// The names on a router's stack, the root first.
  public func stackNames(of router: RouterID) -> [Value] {
    (self.router(router)?.stack?.screens ?? []).map { .string($0.name) }
  }

  /// The names of the screens that the modals on show began with, the lowest first.
  public var modalNames: [Value] {
    visibleModals.map { .string(rootName(ofModal: $0.id) ?? "") }
  }

  /// The tab that is selected on the topmost tabs on show; nil where there are none.
  public var frontTabName: String? {
    showingTabs.first.flatMap { tabs(of: $0)?.selectedTab?.name }
  }
}

extension Value {
  /// An array, also of nothing.
  fileprivate static func list(_ elements: [Value]) -> Value { .array(elements) }
}

extension String? {
  fileprivate var orNull: Value { map { .string($0) } ?? .null }
}
