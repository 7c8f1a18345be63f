import PlainValues

/// The record as a trace has it: what `sextant run` writes, and what doing it again needs.
extension TurnRecord {
  /// Beside the entries of ``value(coordinators:)``: `commit`, `time`, `kind` and `handlers`;
  /// where there are any, `services` that were asked and `stops`; and on the first turn of a commit
  /// `arrival`, with `from`, which says whether it came from outside.
  ///
  /// - Parameter coordinators: the tree after it (``TreeOutline/nested``).
  public func traceValue(coordinators: Value) -> Value {
    var entries = value(coordinators: coordinators).object ?? [:]
    entries["commit"] = .integer(commit)
    entries["time"] = .number(time)
    entries["kind"] = .string(event.kind.rawValue)
    entries["handlers"] = .array(handlers.map(\.value))
    if !services.isEmpty { entries["services"] = .array(services.map(\.value)) }
    if !stops.isEmpty { entries["stops"] = .array(stops.map(\.value)) }
    if let arrival, case .object(var began) = arrival.arrival.value {
      began["from"] = .string(arrival.cause.rawValue)
      if case .reload = arrival.arrival {
        // Of today's scripts it cannot be done again, only said.
        if !log.isEmpty { began["log"] = .array(log.map { .string($0) }) }
        began["failure"] = error?.value
      }
      entries["arrival"] = .object(began)
    }
    return .object(entries)
  }
}

extension HandlerRecord {
  fileprivate var value: Value {
    ["name": .string(name), "place": place.map { .string($0.description) } ?? .null]
  }
}

extension ServiceRecord {
  fileprivate var value: Value {
    [
      "call": .string("\(service).\(function)"), "arguments": .array(arguments),
      "results": results.map { .array($0) } ?? .null,
    ]
  }
}

extension TurnStop {
  fileprivate var value: Value {
    var entries: [String: Value] = [
      "bound": .string(bound), "part": .integer(part), "at": .integer(Int(clamping: at)),
    ]
    entries["detail"] = detail.map { .string($0) }
    return .object(entries)
  }

  /// Reads what ``TurnRecord/traceValue(coordinators:)`` gives; nil for anything else.
  package init?(value: Value) {
    guard let bound = value["bound"]?.string, let part = value["part"]?.integer,
      let at = value["at"]?.id
    else { return nil }
    self.init(bound: bound, part: part, at: at, detail: value["detail"]?.string)
  }
}
