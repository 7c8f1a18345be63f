import Coordination
import LuaRuntime

extension FlowError {
  /// What Lua says went wrong, as the host's own error.
  init(_ error: LuaError) {
    let cause = error.cause as? FlowError
    let kind: Kind
    if case .limit = error.kind { kind = .limit } else { kind = cause?.kind ?? .failure }
    // A child's start failed within: where that happened is where it happened.
    if let cause, cause.place != nil || cause.coordinator != nil {
      self = cause
      self.traceback += error.traceback.map(\.shown)
      return
    }
    self.init(
      kind, error.message,
      place: error.script.map { SourcePlace(script: $0, line: error.line) }
        ?? error.traceback.first.map { SourcePlace(script: $0.script, line: $0.line) },
      traceback: error.traceback.map(\.shown),
      cause: error.cause)
  }
}

extension LuaFrame {
  fileprivate var shown: String { "\(script):\(line): in \(function)" }
}
