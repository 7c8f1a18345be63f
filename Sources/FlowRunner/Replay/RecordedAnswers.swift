import Coordination
import PlainValues

/// Services that answer as a trace says they did.
final class RecordedAnswers {
  private var waiting: [String: [Answer]] = [:]

  private struct Answer {
    let arguments: [Value]
    /// Nil where the answer came later; then it is among what arrives.
    let results: [Value]?
  }

  /// Takes what services answered in these turns.
  func take(_ turns: [Value]) {
    waiting = [:]
    for call in turns.flatMap({ $0["services"]?.array ?? [] }) {
      guard let name = call["call"]?.string else { continue }
      waiting[name, default: []].append(
        Answer(arguments: call["arguments"]?.array ?? [], results: call["results"]?.array))
    }
  }

  /// A function that stands for that one.
  func function(_ name: String, of service: String) -> ServiceFunction {
    let call = "\(service).\(name)"
    return .recorded { [weak self] _ in
      guard let self, waiting[call]?.isEmpty == false, let next = waiting[call]?.removeFirst()
      else { return .values([.null, .string("the trace has no answer of \(call) here")]) }
      return next.results.map { .values($0) }
    }
  }
}
