/// For reading many entries: what went wrong is asked for once, at the end.
extension LuaTable {
  /// Its keys in order; none where that has failed, which ``LuaState/takeReadingError()`` tells.
  package var keyList: [LuaValue] { noting { () throws(LuaError) in try keys() } ?? [] }

  /// The entry of a key; nil also where that has failed, which ``LuaState/takeReadingError()`` tells.
  package func entry(_ key: String) -> LuaValue {
    noting { () throws(LuaError) in try get(key) } ?? .nil
  }

  /// The entry at an index, in the same way.
  package func entry(_ index: Int) -> LuaValue {
    noting { () throws(LuaError) in try get(index) } ?? .nil
  }

  private func noting<Result>(_ body: () throws(LuaError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      if core.readingError == nil { core.readingError = error }
      return nil
    }
  }
}

extension LuaState {
  /// The first error since the last time that entries could not be read for: memory has run out, or
  /// a limit has been reached.
  package func takeReadingError() -> LuaError? { core.readingError.take() }
}
