import Console
import Coordination
import FlowRunner
import PlainValues

extension FuzzTarget {
  /// A trace, whole or as edits of one, is done again: whatever comes of it, it is the same twice.
  static let traces = FuzzTarget("traces") { input in
    let trace =
      if input.first == UInt8(ascii: "{") {
        input
      } else {
        try Edits(input).applied(to: SampleDocuments.trace())
          .flatMap { JSON.write($0) + [UInt8(ascii: "\n")] }
      }
    guard let outcome = try replayed(trace) else { return }
    let again = try replayed(trace)
    try require(outcome == again, "done again, \(outcome) is \(again as Any)")
  }

  /// What comes of it; nil where it does not begin as a trace does.
  private static func replayed(_ trace: [UInt8]) throws -> Replay.Outcome? {
    try Descriptors.reading(trace) { descriptor -> Replay.Outcome? in
      let replay: Replay
      do throws(TraceError) {
        replay = try Replay(descriptor: descriptor)
      } catch {
        try require(!error.description.isEmpty, "a trace is refused without a reason")
        return nil
      }
      var options = replay.options
      options.limits = Stage.options.limits
      let stage = try Stage(Stage.sampleFiles, seed: replay.header.seed, options: options)
      let outcome = try replay.run(on: stage.host)
      try stage.check()
      let report = ReplayReport(outcome, path: "trace", changed: [], paint: Paint(colored: false))
      try require(!report.text(width: 80).isEmpty, "\(outcome) has no report")
      try require((try? JSON.parse(JSON.write(report.value), limits: .record)) != nil, "no JSON")
      return outcome
    }
  }
}
