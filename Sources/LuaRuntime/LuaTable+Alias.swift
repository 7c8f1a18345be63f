import CLuaBridge

extension LuaState {
  /// A table without entries of its own: reading it reads the one that it stands for, which can be
  /// another at any time. For the host alone: scripts are not to hold one.
  public func makeAlias(of table: LuaTable) throws(LuaError) -> LuaTable {
    try core.begin()
    guard sx_new_alias(core.runtime) else { throw core.takeError() }
    let alias = LuaTable(core: core, id: try core.keepTop())
    try alias.stand(for: table)
    return alias
  }
}

extension LuaTable {
  /// Lets an alias stand for that table, until the journal takes that back.
  public func stand(for table: LuaTable) throws(LuaError) {
    try core.begin()
    guard table.core === core else { throw .foreign }
    guard sx_alias_set(core.runtime, id, table.id) else { throw core.takeError() }
  }
}
