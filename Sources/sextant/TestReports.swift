import Console
import FlowTesting
import SystemCalls

/// The reports of a run, each written where it goes.
final class TestReports {
  private struct Report {
    var reporter: any Reporter
    let output: Output
    /// The file that it goes to; nil for standard output.
    let path: String?
    /// Whether all of it could be written so far.
    var isWhole = true
  }

  private var reports: [Report] = []
  private var progress: ProgressLine
  /// Whether nothing on standard output ends with the summary, so that it goes to the messages.
  private let saysSummary: Bool
  /// The same, of coverage and snapshots.
  private let saysCoverage: Bool

  init(_ options: TestOptions, paint: Paint) throws(Misuse) {
    for report in options.reports {
      let paint = report.path == nil ? paint : Paint(colored: false)
      let explanation = FailureExplanation(paint: paint, rerun: options.rerun)
      reports.append(
        Report(
          reporter: report.format.makeReporter(explanation),
          output: try report.path.map(ReportFile.open) ?? .standard, path: report.path))
    }
    saysSummary = !options.reports.contains { $0.path == nil && $0.format.endsWithSummary }
    saysCoverage = !options.reports.contains { $0.path == nil && $0.format.isForPeople }
    progress = ProgressLine(isShown: Output.standard.isTerminal && Output.messages.isTerminal)
  }

  /// Whether all files have what they were to have.
  var areWhole: Bool { reports.allSatisfy(\.isWhole) }

  /// Writes what each has to say. A file that cannot be written any further is said by name, and the
  /// others go on.
  ///
  /// - Throws: `OutputError` where standard output cannot be written.
  func take(_ event: RunEvent) throws {
    if case .progress(let complete, let all) = event {
      return progress.show("\(complete) of \(all) files")
    }
    for index in reports.indices {
      let text = reports[index].reporter.text(for: event)
      guard !text.isEmpty, reports[index].isWhole else { continue }
      progress.clear()
      do {
        try reports[index].output.write(text)
      } catch {
        guard let path = reports[index].path else { throw error }
        reports[index].isWhole = false
        Sextant.say(
          "sextant: error: the report \(path) is not whole: it cannot be written: \(error)")
      }
    }
    if case .covered(let report) = event, saysCoverage {
      progress.clear()
      Sextant.say(CoverageTable(report).lines.joined(separator: "\n"))
    }
    if case .ended(let summary) = event {
      progress.clear()
      // What is not for people says nothing of snapshots.
      let shown = saysCoverage ? summary.snapshots.lines() : []
      for line in shown + (saysSummary ? [summary.line] : []) { Sextant.say(line) }
    }
  }

  /// Lets go of the files: nothing more is told.
  func close() {
    for report in reports where report.path != nil { report.output.close() }
  }
}

/// A file that a report goes to.
enum ReportFile {
  static func open(_ path: String) throws(Misuse) -> Output {
    let file = SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw Misuse("--reporter: \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    return Output(descriptor: file)
  }
}

/// A line on a terminal that says how far something is, and goes before anything else is written.
struct ProgressLine {
  private let isShown: Bool
  private var text = ""

  init(isShown: Bool) { self.isShown = isShown }

  mutating func show(_ text: String) {
    guard isShown, text != self.text else { return }
    self.text = text
    try? Output.messages.write("\r\u{1B}[K\(text)")
  }

  mutating func clear() {
    guard !text.isEmpty else { return }
    text = ""
    try? Output.messages.write("\r\u{1B}[K")
  }
}
