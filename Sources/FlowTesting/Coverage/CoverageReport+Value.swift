import PlainValues

extension CoverageReport {
  /// For machines; TestRunner.md says what is in it.
  var value: Value {
    [
      "lines": lines.value, "transitions": transitions.value,
      "files": .array(files.map(\.value)),
    ]
  }
}

extension Ratio {
  fileprivate var value: Value { ["covered": .integer(part), "all": .integer(whole)] }
}

extension CoverageReport.File {
  fileprivate var value: Value {
    [
      "path": .string(path), "lines": lineRatio.value,
      "missed": .array(missed.map { .integer($0) }),
      "transitions": .array(transitions.map(\.value)),
    ]
  }
}

extension CoverageReport.Transition {
  fileprivate var value: Value {
    [
      "source": .string(source), "event": .string(event), "rule": .integer(rule),
      "rules": .integer(rules), "line": line.map { .integer($0) } ?? .null,
      "condition": .string(condition), "action": .string(action), "taken": .integer(taken),
      "tests": .integer(tests),
    ]
  }
}
