import Console
import Coordination
import PlainValues

/// What came of doing a trace again, for people and for machines.
public struct ReplayReport {
  private let outcome: Replay.Outcome
  /// The trace's file, for messages.
  private let path: String
  /// The scripts that are not what they were, sorted.
  private let changed: [String]
  private let paint: Paint

  public init(_ outcome: Replay.Outcome, path: String, changed: [String], paint: Paint) {
    self.outcome = outcome
    self.path = path
    self.changed = changed
    self.paint = paint
  }

  /// In words; what differs stands side by side.
  ///
  /// - Parameter width: of the two columns together, in characters.
  public func text(width: Int) -> String {
    switch outcome {
    case .agrees(let turns, let ending):
      let cut = ending == .cutOff ? "; it was cut off after them" : ""
      return "\(path): all \(turns) turns agree\(cut)\(changes)\n"
    case .broken(let line, let problem, let turns):
      let before = turns == 0 ? "" : "; the \(turns) turns before it agree"
      return "\(path):\(line): error: \(problem)\(before)\n"
    case .differs(let difference):
      let head =
        "\(path):\(difference.line): turn \(difference.turn) differs: \(difference.event)\(changes)"
      return paint.title(head) + "\n\n" + table(difference.entries, width: width)
    }
  }

  private var changes: String {
    guard !changed.isEmpty else { return "" }
    let shown = changed.prefix(5).joined(separator: ", ")
    let more = changed.count > 5 ? " and \(changed.count - 5) more" : ""
    return " (changed since: \(shown)\(more))"
  }

  /// As JSON.
  public var value: Value {
    let changed = Value.array(changed.map { .string($0) })
    switch outcome {
    case .agrees(let turns, let ending):
      return [
        "agrees": true, "turns": .integer(turns), "changed": changed,
        "complete": .bool(ending == .complete),
      ]
    case .broken(let line, let problem, let turns):
      return [
        "agrees": false, "turns": .integer(turns), "changed": changed,
        "error": ["line": .integer(line), "message": .string(problem)],
      ]
    case .differs(let difference):
      let entries = difference.entries.map { entry in
        (entry.key, ["trace": entry.then ?? .null, "now": entry.now ?? .null] as Value)
      }
      return [
        "agrees": false, "turn": .integer(difference.turn), "line": .integer(difference.line),
        "event": .string(difference.event), "changed": changed,
        "differences": .object(Dictionary(uniqueKeysWithValues: entries)),
      ]
    }
  }

  // MARK: Side by side

  private func table(_ entries: [Replay.Difference.Entry], width: Int) -> String {
    let keyWidth = max(12, (entries.map(\.key.count).max() ?? 0) + 2)
    let column = max(24, (width - keyWidth) / 2)
    var text = paint.quiet(padded("", keyWidth) + padded("in the trace", column) + "now") + "\n"
    for entry in entries {
      let then = lines(of: entry.then, column - 2)
      let now = lines(of: entry.now, column - 2)
      for row in 0..<max(then.count, now.count) {
        let key = row == 0 ? entry.key : ""
        let left = row < then.count ? then[row] : ""
        let right = row < now.count ? now[row] : ""
        text += padded(key, keyWidth) + padded(left, column) + right
        while text.last == " " { text.removeLast() }
        text += "\n"
      }
    }
    return text
  }

  /// A value in lines of that width: a list or table has an entry a line.
  private func lines(of value: Value?, _ width: Int) -> [String] {
    guard let value else { return ["(no such turn)"] }
    let parts: [String]
    switch value {
    case .null: parts = ["-"]
    case .array(let elements) where JSON.text(of: value).count > width:
      parts = elements.map { JSON.text(of: $0) }
    case .object(let entries) where JSON.text(of: value).count > width:
      parts = entries.sorted { $0.key < $1.key }.map { "\($0.key): \(JSON.text(of: $0.value))" }
    case .string(let string): parts = [string]
    default: parts = [JSON.text(of: value)]
    }
    return parts.flatMap { wrapped($0.printable, width) }
  }

  private func wrapped(_ text: String, _ width: Int) -> [String] {
    var rest = text[...]
    var lines: [String] = []
    while rest.count > width {
      lines.append(String(rest.prefix(width)))
      rest = rest.dropFirst(width)
    }
    return lines + [String(rest)]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
