import CLuaBridge
import PlainValues

/// A Lua table. Access is raw, so it runs no script; of a state table it sees what a script sees,
/// and writing is journalled.
public final class LuaTable: LuaReference {
  /// The entry of that key.
  public func get(_ key: String) throws(LuaError) -> LuaValue {
    try get { $0.put(key) }
  }

  public func get(_ key: Int) throws(LuaError) -> LuaValue {
    try get { $0.put(key) }
  }

  public func get(_ key: LuaValue) throws(LuaError) -> LuaValue {
    try get { key.put(into: &$0) }
  }

  public subscript(key: String) -> LuaValue {
    get throws(LuaError) { try get(key) }
  }

  public subscript(key: Int) -> LuaValue {
    get throws(LuaError) { try get(key) }
  }

  /// Sets an entry; `nil` takes it away.
  ///
  /// - Throws: what a script would be told, where this is a state table.
  public func set(_ key: String, _ value: some LuaConvertible) throws(LuaError) {
    try set {
      $0.put(key)
    } value: {
      value.put(into: &$0)
    }
  }

  public func set(_ key: Int, _ value: some LuaConvertible) throws(LuaError) {
    try set {
      $0.put(key)
    } value: {
      value.put(into: &$0)
    }
  }

  public func set(_ key: LuaValue, _ value: some LuaConvertible) throws(LuaError) {
    try set {
      key.put(into: &$0)
    } value: {
      value.put(into: &$0)
    }
  }

  /// Its length as `#` gives it without metamethods: n, where the keys 1 to n are there.
  public var count: Int { core.isOpen ? Int(sx_table_length(core.runtime, id)) : 0 }

  /// Its keys in the fixed order: numbers, then strings, then others. Costs sorting them.
  public func keys() throws(LuaError) -> [LuaValue] {
    try core.begin()
    let base = core.buffer.pointee.count
    guard sx_table_keys(core.runtime, id, base) else { throw core.takeError() }
    let list = LuaTable(core: core, id: try core.keepTop())
    return try (0..<list.count).map { index throws(LuaError) in try list.get(index + 1) }
  }

  /// Copies it as plain data.
  ///
  /// - Parameter label: what messages call it: `params.items[3].price is a function`.
  public func packed(label: String = "value") throws(LuaError) -> PackedValue {
    try core.begin()
    guard sx_push(core.runtime, id) else { throw .outOfMemory }
    defer { sx_pop(core.runtime, 1) }
    do {
      return try LuaSlot(core: core, thread: core.thread, index: -1)
        .packed(label: label)
    } catch {
      throw LuaError(kind: .mismatch, message: error.message)
    }
  }

  /// Makes its entries those of a packed table.
  public func replaceContents(with contents: PackedValue) throws(LuaError) {
    try core.begin()
    let base = core.buffer.pointee.count
    var arguments = LuaArguments(core: core)
    arguments.put(contents)
    guard sx_table_replace(core.runtime, id, base) else { throw core.takeError() }
  }

  /// Makes it, and the tables within, refuse to be written to from now on; scripts that hold it
  /// find it frozen. Tables with metatables of their own are left alone. Costs its size.
  ///
  /// - Parameter reason: the error of who tries to write to it.
  public func freeze(_ reason: String) throws(LuaError) {
    try core.begin()
    let base = core.buffer.pointee.count
    var arguments = LuaArguments(core: core)
    arguments.put(reason)
    guard sx_table_freeze(core.runtime, id, base) else { throw core.takeError() }
  }

  /// Whether it is a journalled state table.
  public var isStateTable: Bool { core.isOpen && sx_is_state_table(core.runtime, id) }

  private func get(key: (inout LuaArguments) -> Void) throws(LuaError) -> LuaValue {
    try core.begin()
    let base = core.buffer.pointee.count
    var arguments = LuaArguments(core: core)
    key(&arguments)
    guard sx_table_get(core.runtime, id, base) else { throw core.takeError() }
    defer { sx_pop(core.runtime, 1) }
    return try core.result(at: -1)
  }

  private func set(
    key: (inout LuaArguments) -> Void, value: (inout LuaArguments) -> Void
  ) throws(LuaError) {
    try core.begin()
    let base = core.buffer.pointee.count
    var arguments = LuaArguments(core: core)
    key(&arguments)
    value(&arguments)
    guard sx_table_set(core.runtime, id, base) else { throw core.takeError() }
  }
}

extension LuaCore {
  /// Reads what a call has left on the stack.
  @inlinable func result<Result: LuaConvertible>(
    at index: Int32, as type: Result.Type = Result.self
  ) throws(LuaError) -> Result {
    do {
      return try Result.take(from: LuaSlot(core: self, thread: thread, index: index))
    } catch {
      throw LuaError(result: error)
    }
  }
}
