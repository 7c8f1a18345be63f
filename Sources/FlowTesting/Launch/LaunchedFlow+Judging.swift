import Coordination
import PlainValues

/// How much a test has said of what came of its steps.
struct Said {
  var calls = 0
  var emitted = 0
}

/// What a flow does and should not.
extension LaunchedFlow {
  // MARK: After a step

  /// Raises what has failed in the turns since the last time.
  func judge(_ what: @autoclosure () -> String) throws {
    let new = records[judged...]
    judged = records.count
    var complaints: [Diagnostic] = []
    for record in new {
      if let error = record.error { throw LaunchProblem("\(what()) failed: \(error)") }
      if options.checks != .lenient { complaints += record.diagnostics.filter(isFailure) }
    }
    guard !complaints.isEmpty else { return }
    let texts = complaints.map(\.text).joined(separator: "\n")
    let mend =
      complaints.contains { $0.kind == .unhandled && $0.event != nil }
      ? """

      (where a parent outside this test would take it: launch(…, { bubbles = { "\
      \(complaints.compactMap(\.event).first?.name ?? "")" } }))
      """ : ""
    throw LaunchProblem("\(what()): \(texts)\(mend)")
  }

  private func isFailure(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.kind {
    case .unhandled: diagnostic.event.map { !options.bubbles.contains($0.name) } ?? true
    case .dropped: diagnostic.event != nil
    case .note, .busy, .warning, .failure: false
    }
  }

  // MARK: Saying all

  /// What left the root, in order.
  var emitted: [EmittedRecord] {
    records.flatMap { record in
      record.emitted
        + record.diagnostics.compactMap { $0.kind == .unhandled ? $0.event : nil }
    }
  }

  /// Compares what came of the step with what the test says came of it.
  func expect(_ expectedCalls: [String], emitted names: [String]?) throws {
    try requireOpen()
    let calls = calls[said.calls...].map(\.description)
    let emitted = emitted
    let news = emitted[said.emitted...].map(\.name)
    said = Said(calls: self.calls.count, emitted: emitted.count)
    if calls != expectedCalls {
      throw LaunchProblem(
        "the step did not make the calls that were expected:\n"
          + Difference.lines(expected: expectedCalls, actual: calls).joined(separator: "\n"))
    }
    guard let names = names ?? (options.checks == .exhaustive ? [] : nil), names != news else {
      return
    }
    throw LaunchProblem(
      "the step did not emit what was expected:\n"
        + Difference.lines(expected: names, actual: news).joined(separator: "\n"))
  }

  /// What came of the last step and has not been said.
  private var unsaid: [String] {
    guard options.checks == .exhaustive else { return [] }
    return calls[said.calls...].map(\.description)
      + emitted[said.emitted...].map { "emitted \($0.name)" }
  }

  func requireSaid(before what: @autoclosure () -> String) throws {
    let unsaid = unsaid
    guard !unsaid.isEmpty else { return }
    // It is told once.
    said = Said(calls: calls.count, emitted: emitted.count)
    throw LaunchProblem("before \(what()): \(Self.complain(unsaid))")
  }

  private static func complain(_ unsaid: [String]) -> String {
    """
    the test has not said all that its last step caused; app:expect { … } has to say:
    \(unsaid.map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  // MARK: At the end of a test

  /// What is wrong when its test ends.
  ///
  /// - Parameter file: that of the test.
  func conclude(file: String) -> [TestFailure] {
    guard let host = openHost else { return [] }
    var messages: [String] = []
    if !unsaid.isEmpty { messages.append("at the end: " + Self.complain(unsaid)) }
    if options.checks == .exhaustive {
      messages += host.pendingHandlers.map { "at the end: a handler is still suspended: \($0)" }
      messages += host.pendingTimers.map {
        "at the end: the timer \"\($0.event)\" of \($0.coordinator) is still set"
      }
    }
    if let leak { messages.append(leak) }
    guard !messages.isEmpty else { return [] }
    let report = FlowReport(of: self).lines
    return messages.map { TestFailure(message: $0, file: file, flow: report) }
  }

  /// Which coordinators have ended and are still held; nil where none is.
  var leak: String? {
    let names = project?.leakedCoordinators() ?? []
    guard !names.isEmpty else { return nil }
    let shown = Set(names).sorted().map { name in
      let count = names.count { $0 == name }
      return count > 1 ? "\(name) (\(count) of that name)" : name
    }
    return """
      \(shown.joined(separator: ", ")) has ended and is still held: a script keeps self, or what \
      holds it, in a local of its file, a global or a module; keep what is needed of it in self.state
      """
  }
}
