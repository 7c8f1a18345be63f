import Console

/// What is said of a failure, for people: what happened, where, what differs, what led there, and
/// how to run it again.
public struct FailureExplanation {
  let paint: Paint
  private let sources: SourceLines
  private let rerun: Rerun

  public init(
    paint: Paint = Paint(colored: false), sources: SourceLines = SourceLines(),
    rerun: Rerun = Rerun()
  ) {
    self.paint = paint
    self.sources = sources
    self.rerun = rerun
  }

  /// A test that failed. The title comes first, then indented lines.
  func lines(of result: TestResult) -> [String] {
    let id = result.id
    var lines = [title(id.fullName, result.outcome == .error ? "error" : "failed")]
    for failure in result.failures {
      lines += body(of: failure, at: (id.file, id.line))
    }
    lines += section("earlier", result.earlier.flatMap { Self.lines($0.message) })
    lines += section("printed", Self.printed(result.output))
    return lines + ["", "  " + paint.quiet("again: ") + rerun.command(result).printable]
  }

  /// Something outside any test that failed.
  func lines(of problem: FileProblem) -> [String] {
    let lines = [title(problem.title, "error")] + body(of: problem.failure, at: (problem.file, nil))
    // What was asked for would be the same again, and the file is not what failed.
    if problem.isOfChoice { return lines }
    return lines + [
      "", "  " + paint.quiet("again: ") + rerun.command(file: problem.file).printable,
    ]
  }

  /// A failure in plain words, without the title and the command.
  func plain(_ failure: TestFailure, of id: TestID?, file: String) -> [String] {
    FailureExplanation(paint: Paint(colored: false), sources: sources, rerun: rerun)
      .body(of: failure, at: (file, id?.line)).map {
        $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0
      }
  }

  func command(_ result: TestResult) -> String { rerun.command(result) }

  /// What a file printed outside its tests.
  func lines(of output: [String], in file: String) -> [String] {
    [paint.title(file.printable) + paint.quiet(" (printed outside any test)")]
      + Self.printed(output).map { "    " + $0 }
  }

  /// What was printed, as much of it as people read.
  static func printed(_ output: [String]) -> [String] {
    PrintedLines.kept(output.flatMap { lines($0) }, most: mostPrinted)
  }

  /// The bytes of what was printed that are shown of its beginning, and of its end.
  private static let mostPrinted = 4 << 10

  private func title(_ name: String, _ word: String) -> String {
    paint.error("✗ ") + paint.title(name.printable) + paint.quiet(" (\(word))")
  }

  private func body(of failure: TestFailure, at place: (file: String, line: Int?)) -> [String] {
    let file = failure.file ?? place.file
    let line = failure.line ?? (failure.file == nil ? place.line : nil)
    var lines = ["  " + paint.choice((file + (line.map { ":\($0)" } ?? "")).printable)]
    if let line, let source = sources.line(line, of: file) {
      lines.append("  " + paint.quiet("\(line) | ") + source.printable)
    }
    lines.append("")
    lines += Self.lines(failure.message).map { "  " + $0 }
    if !failure.difference.isEmpty {
      lines.append("")
      lines += failure.difference.flatMap { Self.lines($0) }.map { "  " + colored($0) }
    }
    lines += section("flow", failure.flow.flatMap { Self.lines($0) })
    lines += section("traceback", failure.traceback.flatMap { Self.lines($0) })
    return lines
  }

  private func colored(_ line: String) -> String {
    switch line.first {
    case "-": paint.error(line)
    case "+": paint.good(line)
    default: line
    }
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", "  " + paint.quiet(title)] + lines.map { "    " + $0 }
  }

  /// The lines of a text, without anything that a terminal would act on.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).printable }
  }
}
