import Foundation
import PlainValues

/// The figures as programs read them: Speed.md says what is in it.
struct JSONReport {
  private var figures: [Value] = []
  private var problems: [String: Value] = [:]
  private let machine: Machine
  private let effort: Effort

  init(_ machine: Machine, _ effort: Effort) {
    self.machine = machine
    self.effort = effort
  }

  mutating func add(_ figures: [Figure], of row: Row) {
    self.figures += figures.map { $0.value(row: row.name) }
  }

  mutating func add(problem: String, of row: Row) { problems[row.name] = .string(problem) }

  /// - Throws: where the file cannot be written.
  func write(to path: String) throws {
    let now = Machine.load
    let value: Value = [
      "date": .string(ISO8601DateFormatter().string(from: Date())),
      "machine": [
        "processor": .string(machine.processor), "processors": .integer(machine.processors),
        "load_before": .number(machine.loadBefore), "load_after": .number(now),
      ],
      "effort": .string(effort.name), "figures": .array(figures),
      "not_measured": .object(problems),
    ]
    let bytes = JSON.write(value, style: .pretty) + [UInt8(ascii: "\n")]
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

extension Figure {
  fileprivate func value(row: String) -> Value {
    var entries: [String: Value] = [
      "row": .string(row), "name": .string(name), "unit": .string(unit == .time ? "ns" : "bytes"),
      "sextant": value.value,
    ]
    if let baseline {
      entries["baseline"] = .object(
        ["name": .string(baseline.name)].merging(baseline.value.entries) { first, _ in first })
      entries["ratio"] = baseline.ratio.value
      if let difference { entries["difference"] = .number(difference) }
    }
    switch goal {
    case nil: break
    case .ratio(let most): entries["goal"] = ["ratio": .number(most)]
    case .more(let most): entries["goal"] = ["more": .number(most)]
    case .value(let most): entries["goal"] = ["value": .number(most)]
    }
    if let isMet { entries["met"] = .bool(isMet) }
    if let note { entries["note"] = .string(note) }
    return .object(entries)
  }
}

extension Distribution {
  fileprivate var entries: [String: Value] {
    [
      "center": .number(center), "lower_quartile": .number(low), "upper_quartile": .number(high),
      "rounds": .integer(rounds),
    ]
  }

  fileprivate var value: Value { .object(entries) }
}
