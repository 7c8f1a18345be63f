import LuaRuntime
import Synchronization

/// Lua that the library carries: each text is compiled once a process, for however many states.
enum CarriedLua {
  private static let compiled = Mutex<[String: CompiledLua]>([:])

  /// - Parameters:
  ///   - chunkName: what messages call it. Of one name there is one text.
  ///   - source: its text, asked for where it has not been compiled.
  static func load(
    _ chunkName: String, in state: LuaState, environment: LuaTable,
    _ source: () throws -> [UInt8]
  ) throws -> LuaFunction {
    if let known = compiled.withLock({ $0[chunkName] }) {
      return try state.load(known, environment: environment)
    }
    let chunk = try state.load(try source(), chunkName: chunkName, environment: environment)
    guard let first = chunk.compiled() else { return chunk }
    compiled.withLock { $0[chunkName] = first }
    // The same in every state, the first too: messages must not tell them apart.
    return try state.load(first, environment: environment)
  }
}
