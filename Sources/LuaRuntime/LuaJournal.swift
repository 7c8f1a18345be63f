import CLuaBridge

/// The log of what was written to state tables, by which it is undone.
public struct LuaJournal {
  let core: LuaCore

  /// Where the log is now.
  public func mark() -> Int { Int(sx_journal_mark(core.runtime)) }

  /// Undoes everything since that mark. Costs what was written, whatever is alive.
  public func rollback(to mark: Int) {
    guard core.isOpen else { return }
    sx_journal_rollback(core.runtime, Swift.max(0, mark))
  }

  /// Forgets the log: what was written stays.
  public func commit() { if core.isOpen { sx_journal_commit(core.runtime) } }

  /// While the body runs, writing to a state table is an error that gives the reason: `a guard may
  /// only read`.
  public func readOnly<Result>(
    _ reason: String, _ body: () throws -> Result
  ) rethrows -> Result {
    core.readOnlyReasons.append(reason)
    sx_journal_read_only(core.runtime, reason)
    defer {
      core.readOnlyReasons.removeLast()
      sx_journal_read_only(core.runtime, core.readOnlyReasons.last)
    }
    return try body()
  }
}

extension LuaState {
  public var journal: LuaJournal { LuaJournal(core: core) }
}
