import SystemCalls

/// How a worker's process ended without being asked to.
enum Death: Hashable, Sendable {
  /// It said nothing for longer than so many seconds, and was ended.
  case silent(Double)
  case signal(Int32)
  case exit(Int32)

  /// What to say of the test, or the part of a file, in which it happened.
  func message(in place: String) -> String {
    switch self {
    case .silent(let seconds): TimeLimit.message(of: place, seconds)
    case .signal(let number):
      """
      \(place) ended the process: signal \(number) (\(Self.name(of: number)))
      \(Self.hint(number))
      """
    case .exit(let status):
      """
      \(place) ended the process with status \(status)
      A test must not call os.exit, nor may a library that it uses.
      """
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "SIGSEGV"
    case SIGABRT: "SIGABRT"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGKILL: "SIGKILL"
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    case SIGXCPU: "SIGXCPU"
    default: "unknown"
    }
  }

  private static func hint(_ signal: Int32) -> String {
    switch signal {
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT:
      "It crashed outside Lua: in a C module, or by recursion in C that has no end."
    case SIGKILL:
      "Something killed it; the system does so where a process takes too much memory."
    default: "Something sent it that signal."
    }
  }
}
