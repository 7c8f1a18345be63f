import LuaRuntime
import PlainValues

extension SpecSession.Opened {
  /// What Lua says of a block: five values a child.
  init(_ value: Value) {
    if let problem = value["failure"] { failure = TestFailure(problem) }
    isOrdered = value["is_ordered"]?.bool ?? false
    hasSetup = value["has_setup"]?.bool ?? false
    isApart = value["is_apart"]?.bool ?? false
    if value["has_strict_setup"]?.bool ?? false { hooks.insert(.setup) }
    if value["has_teardown"]?.bool ?? false { hooks.insert(.teardown) }
    let flat = value["children"]?.array ?? []
    children.reserveCapacity(flat.count / 5)
    for index in stride(from: 0, to: flat.count - 4, by: 5) {
      children.append(
        Child(
          isTest: flat[index].bool ?? false, id: flat[index + 1].integer ?? 0,
          name: flat[index + 2].string, line: flat[index + 3].integer ?? 0,
          lastLine: flat[index + 4].integer ?? 0))
    }
  }
}

extension SpecSession.Outcome {
  init(_ value: Value) {
    outcome = value["outcome"]?.string.flatMap(TestResult.Outcome.init) ?? .error
    failures = (value["failures"]?.array ?? []).map(TestFailure.init)
    unmade = value["unmade"]?.array?.map(TestFailure.init)
  }
}

extension TestFailure {
  /// What Lua tells of an error.
  init(_ value: Value) {
    func lines(_ key: String) -> [String] { (value[key]?.array ?? []).compactMap(\.string) }
    self.init(
      message: value["message"]?.string ?? "", file: value["file"]?.string,
      line: value["line"]?.integer, traceback: lines("traceback"), difference: lines("difference"))
  }

  /// Of what no Lua could catch: a limit, or a file that is not Lua.
  ///
  /// - Parameter part: what was stopped, for messages.
  init(stopped error: any Error, in part: String, limit seconds: Double? = nil) {
    guard let error = error as? LuaError else {
      self.init(message: "\(error)")
      return
    }
    let frames = error.traceback.filter { !$0.script.hasPrefix(LanguageParts.chunkPrefix) }
    let place = frames.first
    let isOwn = error.script?.hasPrefix(LanguageParts.chunkPrefix) ?? true
    let isLate = error.kind == .limit(.seconds)
    self.init(
      message: isLate ? TimeLimit.message(of: part, seconds ?? 0) : error.message,
      file: isOwn ? place?.script : error.script,
      line: isOwn ? place?.line : error.line,
      traceback: frames.map { "\($0.script):\($0.line): in \($0.function)" })
  }
}
