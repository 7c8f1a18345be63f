import Console
import FlowRunner
import PlainValues

extension FuzzTarget {
  /// What `sextant run --events` reads: each line that is refused changes nothing, so that without
  /// these lines the same turns come to the same end.
  static let lines = FuzzTarget("lines") { input in
    let first = try LineRun(input)
    guard !first.refused.isEmpty else { return }
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let accepted = lines.enumerated().filter { !first.refused.contains($0.offset + 1) }
    let second = try LineRun(Array(accepted.map(\.element).joined(separator: [UInt8(ascii: "\n")])))
    try require(second.refused.isEmpty, "a line is refused that was not before")
    try require(
      second.answers == first.answers,
      "without the lines that were refused it goes\n\(second.answers)\nnot\n\(first.answers)")
    try require(second.document == first.document, "a line that was refused changes something")
  }
}

/// One run of the sample project by such lines.
private struct LineRun {
  /// The lines that were refused, counted from 1.
  var refused: Set<Int> = []
  /// What was answered to the others.
  var answers: [Value] = []
  var document: Value?

  init(_ input: [UInt8]) throws {
    let stage = try Stage.sample()
    let output = try Descriptors.reading(input) { lines in
      try Descriptors.written { answers in
        let driver = LineDriver(
          stage.host, reader: LineReader(descriptor: lines, limit: LineDriver.longestLine),
          output: Output(descriptor: answers),
          folder: ScriptFolder("/nowhere/sextant", of: stage.project))
        try driver.run(.start("app", input: .empty))
      }
    }
    document = stage.document
    try stage.check()
    for line in output.split(separator: UInt8(ascii: "\n")) {
      guard let answer = try? JSON.parse(line, limits: .record) else {
        throw Violation(description: "no JSON: \(String(decoding: line, as: UTF8.self))")
      }
      if answer["turn"] == nil, let number = answer["error"]?["line"]?.integer {
        refused.insert(number)
      } else {
        answers.append(answer.withoutTimes)
      }
    }
  }
}

extension Value {
  /// A report says how long it took.
  fileprivate var withoutTimes: Value {
    guard case .object(var entries) = self, let report = entries["reload"],
      case .object(var inner) = report
    else { return self }
    inner["seconds"] = nil
    inner["phases"] = nil
    entries["reload"] = .object(inner)
    return .object(entries)
  }
}
