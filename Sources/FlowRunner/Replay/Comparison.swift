import PlainValues

/// Compares what a trace says of a turn with what happens now.
///
/// Where in a script something stands is no difference: a line that is added above moves it. It is
/// shown beside one.
enum Comparison {
  /// What else stands in a line, and is no part of what happened.
  private static let places: Set<String> = ["stops"]

  static func agree(_ then: Value, _ now: Value) -> Bool {
    then == now || differences(then, now).isEmpty
  }

  static func differences(_ then: Value?, _ now: Value?) -> [Replay.Difference.Entry] {
    guard let then = then?.object, let now = now?.object else {
      let shown = ["event", "calls", "screen"]
      return shown.map { .init(key: $0, then: then?[$0], now: now?[$0]) }
    }
    let keys = Set(then.keys).union(now.keys).subtracting(places).sorted()
    let different = keys.filter { comparable(then[$0], $0) != comparable(now[$0], $0) }
    // Where the scripts have what they did then and do now tells where to look.
    let shown = different.filter { $0 != "handlers" }
    return (different.isEmpty ? [] : shown + ["handlers"]).map { key in
      .init(key: key, then: then[key] ?? .null, now: now[key] ?? .null)
    }
  }

  private static func comparable(_ value: Value?, _ key: String) -> Value {
    if key == "handlers" {
      return .array((value?.array ?? []).map { $0["name"] ?? .null })
    }
    guard key == "error", case .object(var error)? = value else { return value ?? .null }
    error["line"] = nil
    error["traceback"] = nil
    return .object(error)
  }

  /// What began a turn, in words.
  static func event(of turn: Value) -> String {
    let event = turn["event"]
    let name = event?["name"]?.string ?? "?"
    return event?["source"]?.string.map { "\(name) from \($0)" } ?? name
  }
}
