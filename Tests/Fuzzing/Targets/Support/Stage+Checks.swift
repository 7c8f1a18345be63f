import Coordination
import PlainValues

/// What holds of a host between turns, whatever its scripts do.
extension Stage {
  func check() throws {
    let wrong = host.inconsistencies
    try require(wrong.isEmpty, wrong.joined(separator: "; "))
    for record in host.records.suffix(4) {
      let text = JSON.write(record.value(coordinators: []))
      try require((try? JSON.parse(text, limits: .record)) != nil, "a record is no JSON")
    }
  }

  /// What a snapshot of it says is taken again, and says the same then.
  ///
  /// - Parameter files: of its project, as they are in force.
  func checkSnapshot(_ files: [String: [UInt8]]) throws {
    guard let snapshot = try? host.snapshot() else { return }
    let text = JSON.write(snapshot)
    let read: Value
    do {
      read = try JSON.parse(text, limits: .record)
    } catch {
      throw Violation(description: "a snapshot cannot be read: \(error)")
    }
    guard !snapshot.mentions("restarts"), !snapshot.mentions("interrupted") else { return }
    let other = try Stage(files)
    if let error = other.host.restore(read) {
      throw Violation(description: "its own snapshot is refused: \(error)")
    }
    try other.check()
    let again = other.document
    try require(again == document, "restored, it is\n\(again.text)\nnot\n\(document.text)")
  }
}

extension PlainValueLimits {
  /// What a record lays around plain data may be deeper.
  static let record = PlainValueLimits(depth: 200, bytes: .max)
}

extension Value {
  /// Whether an object in it has that key.
  func mentions(_ key: String) -> Bool {
    switch self {
    case .array(let elements): elements.contains { $0.mentions(key) }
    case .object(let entries):
      entries[key] != nil || entries.values.contains { $0.mentions(key) }
    default: false
    }
  }
}
