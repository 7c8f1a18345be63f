/// What went wrong in a script, or in a call to one.
public struct LuaError: Error {
  public enum Kind: Hashable, Sendable {
    /// The text is not Lua.
    case syntax
    /// An error that a script, or a function it called, has raised.
    case runtime
    /// Memory ran out though no limit was set.
    case memory
    /// A limit was exceeded.
    case limit(LuaLimitKind)
    /// The result of a call is not what was asked for.
    case mismatch
    /// The host used the runtime as it cannot be used, such as a state that has been closed.
    case misuse
  }

  public var kind: Kind
  /// What happened, without the position.
  public var message: String
  /// Where it happened, where that is known: the name the script was loaded by.
  public var script: String?
  public var line: Int?
  /// The functions of scripts that were running, innermost first; the host's are left out.
  public var traceback: [LuaFrame]
  /// Whether there were more frames than the traceback has.
  public var isTracebackCut: Bool
  /// The Swift error that a host function has thrown, if that is what arrived.
  public var cause: (any Error)?

  public init(
    kind: Kind, message: String, script: String? = nil, line: Int? = nil,
    traceback: [LuaFrame] = [], isTracebackCut: Bool = false, cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.script = script
    self.line = line
    self.traceback = traceback
    self.isTracebackCut = isTracebackCut
    self.cause = cause
  }
}

/// A function of a script that was running when an error was raised.
public struct LuaFrame: Hashable, Sendable {
  /// What it was called by; `function` where that is not known, `main chunk` for a script's text.
  public var function: String
  public var script: String
  public var line: Int

  public init(function: String, script: String, line: Int) {
    self.function = function
    self.script = script
    self.line = line
  }
}

extension LuaError: CustomStringConvertible {
  /// The message with the position in front, as Lua writes it.
  public var description: String {
    guard let script else { return message }
    return line.map { "\(script):\($0): \(message)" } ?? "\(script): \(message)"
  }
}

extension LuaError {
  @usableFromInline static var closed: LuaError {
    LuaError(kind: .misuse, message: "the Lua state has been closed")
  }

  @usableFromInline static var outOfMemory: LuaError {
    LuaError(kind: .memory, message: "not enough memory")
  }

  @usableFromInline static var foreign: LuaError {
    LuaError(kind: .misuse, message: "a value of another Lua state")
  }

  @usableFromInline init(result mismatch: LuaMismatch) {
    self.init(kind: .mismatch, message: "bad result (\(mismatch.message))")
  }
}

/// Why a Lua value is not what was asked for: `string expected, got nil`.
public struct LuaMismatch: Error {
  public var message: String

  public init(_ message: String) { self.message = message }
}
