import LuaRuntime

/// A pattern as Lua has them, that is looked for in tests' names.
public final class NamePattern {
  private let pattern: String
  private let find: LuaFunction
  private let state: LuaState

  /// - Throws: `LuaError` for what is no pattern.
  public init(_ pattern: String) throws {
    self.pattern = pattern
    state = try LuaState()
    find = try state.load(
      Array("local text, pattern = ...; return text:find(pattern) ~= nil".utf8),
      chunkName: "pattern", environment: try state.makeEnvironment())
    let _: Bool = try find.call("", pattern)
  }

  /// Whether it is found. A pattern that is so costly that it is stopped is not found.
  func isFound(in name: String) -> Bool { (try? find.call(name, pattern)) ?? false }
}
