import Console

/// Coverage for a terminal: a line a file, and the transitions that were never taken.
public struct CoverageTable {
  private let report: CoverageReport
  private let paint: Paint

  /// How many transitions, and ranges of lines in a file, are told before the rest is counted.
  private static let mostTransitions = 20
  private static let mostRanges = 6

  public init(_ report: CoverageReport, paint: Paint = Paint(colored: false)) {
    self.report = report
    self.paint = paint
  }

  public var lines: [String] {
    guard !report.files.isEmpty else {
      return [paint.warning("coverage: no script of a project has run")]
    }
    let names = report.files.map(\.path.printable) + [total]
    let title = "coverage"
    let width = (names + [title]).reduce(0) { max($0, $1.count) } + 2
    func row(_ name: String, _ lines: Ratio, _ transitions: Ratio, _ missed: String) -> String {
      let whole = transitions.whole == 0 ? "–" : "\(transitions.part)/\(transitions.whole)"
      let counts = missed.isEmpty ? whole : whole.padded(to: 13)
      return name.padded(to: width) + colored(lines, lines.percentText.padded(to: 8))
        + colored(transitions, counts) + paint.quiet(missed)
    }
    let head =
      title.padded(to: width) + "lines".padded(to: 8) + "transitions".padded(to: 13)
      + "lines that never ran"
    return [paint.quiet(head)]
      + zip(names, report.files).map {
        row($0, $1.lineRatio, $1.transitionRatio, Self.ranges($1.missed))
      }
      + [row(total, report.lines, report.transitions, "")] + neverTaken
  }

  private var total: String { report.files.count == 1 ? "1 file" : "\(report.files.count) files" }

  private func colored(_ ratio: Ratio, _ text: String) -> String {
    guard ratio.whole > 0 else { return paint.quiet(text) }
    return switch ratio.percent {
    case 80...: paint.good(text)
    case 50...: paint.warning(text)
    default: paint.error(text)
    }
  }

  /// `3, 5–8, …`
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let shown = ranges.prefix(mostRanges).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    return (shown + (ranges.count > mostRanges ? ["…"] : [])).joined(separator: ", ")
  }

  private var neverTaken: [String] {
    let all = report.files.flatMap { file in
      file.transitions.filter { $0.taken == 0 }.map { (file.path, $0) }
    }
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.mostTransitions).map { path, transition in
      let place = path + (transition.line.map { ":\($0)" } ?? "")
      return paint.error("  ○ ")
        + "\(place): \(transition.name) → \(transition.description)".printable
    }
    let rest = all.count - shown.count
    return ["", paint.quiet("transitions that no test took")] + shown
      + (rest > 0 ? [paint.quiet("  … and \(rest) more")] : [])
  }
}

extension CoverageReport.Transition {
  /// What it does, and when.
  var description: String { action + (condition.isEmpty ? "" : ", \(condition)") }
}
