import Coordination
import LuaRuntime

extension FlowError {
  /// What Lua says went wrong, as the host's own error.
  init(_ error: LuaError) {
    let cause = error.cause as? FlowError
    let kind: Kind
    if case .limit = error.kind { kind = .limit } else { kind = cause?.kind ?? .failure }
    self.init(
      kind, error.message,
      place: error.script.map { SourcePlace(script: $0, line: error.line) },
      traceback: error.traceback.map { "\($0.script):\($0.line): in \($0.function)" },
      cause: error.cause)
  }
}
