import Console
import Experiments
import PlainValues
import SystemCalls

/// How many units get which variant.
public struct Split {
  private struct Count {
    var variants: [String: Int] = [:]
    var reasons: [Assignment.Reason: Int] = [:]
  }

  private let assigner: Assigner
  private var counts: [String: Count] = [:]
  private var units = 0

  public init(_ assigner: Assigner) { self.assigner = assigner }

  /// Counts a unit in.
  public mutating func add(_ attributes: [String: Value]) {
    units += 1
    for (experiment, assignment) in assigner.assignments(for: attributes) {
      let slot = experiment.slot
      if assignment.isInExperiment {
        counts[slot, default: Count()].variants[assignment.variant.name, default: 0] += 1
      } else {
        counts[slot, default: Count()].reasons[assignment.reason, default: 0] += 1
      }
    }
  }

  /// For each experiment its variants with counts and shares, then those who are not in it, with
  /// the reasons.
  public var text: String {
    assigner.experiments.all.map { experiment in
      let count = counts[experiment.slot] ?? Count()
      let outside = count.reasons.values.reduce(0, +)
      var rows = experiment.variants.map { ("  " + $0.name, count.variants[$0.name] ?? 0) }
      rows.append(("  not in the experiment", outside))
      for reason in Assignment.Reason.allCases {
        guard let number = count.reasons[reason] else { continue }
        let words = reason.words(experiment).drop { $0 != ":" }.dropFirst(2)
        rows.append(("    " + words, number))
      }
      let head = "\(experiment.slot): \(units) units by \(experiment.attribute)".printable
      return head + "\n" + table(rows)
    }.joined(separator: "\n")
  }

  private func table(_ rows: [(name: String, count: Int)]) -> String {
    let rows = rows.map { (name: $0.name.printable, count: $0.count) }
    let width = rows.map(\.name.count).max() ?? 0
    let digits = String(units).count
    return rows.map { name, count in
      let share = units == 0 ? 0 : Double(count) * 100 / Double(units)
      let padding = String(repeating: " ", count: width - name.count + 2)
      let number = String(repeating: " ", count: digits - String(count).count) + String(count)
      return "\(name)\(padding)\(number)  \(Self.hundredths(share)) %\n"
    }.joined()
  }

  /// With two digits after the point, to the nearest, in six characters.
  private static func hundredths(_ share: Double) -> String {
    var text = [CChar](repeating: 0, count: 16)
    _ = withVaList([share]) { vsnprintf(&text, text.count, "%6.2f", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// By slot: the counts.
  public var value: Value {
    .object(
      Dictionary(
        uniqueKeysWithValues: assigner.experiments.all.map { experiment in
          let count = counts[experiment.slot] ?? Count()
          let variants = experiment.variants.map {
            ($0.name, Value.integer(count.variants[$0.name] ?? 0))
          }
          let reasons = count.reasons.map { ($0.rawValue, Value.integer($1)) }
          return (
            experiment.slot,
            [
              "units": .integer(units),
              "variants": .object(Dictionary(uniqueKeysWithValues: variants)),
              "not_in_experiment": .integer(count.reasons.values.reduce(0, +)),
              "reasons": .object(Dictionary(uniqueKeysWithValues: reasons)),
            ]
          )
        }))
  }
}
