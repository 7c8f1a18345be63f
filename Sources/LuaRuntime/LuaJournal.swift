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
    close(reason)
    defer { reopen() }
    return try body()
  }

  /// From now on writing to a state table is an error that gives the reason, until
  /// ``reopen()`` is called as often as this.
  public func close(_ reason: String) {
    core.readOnlyReasons.append(reason)
    sx_journal_read_only(core.runtime, reason)
  }

  /// Ends what the latest ``close(_:)`` began.
  public func reopen() {
    guard core.readOnlyReasons.popLast() != nil else { return }
    sx_journal_read_only(core.runtime, core.readOnlyReasons.last)
  }
}

extension LuaState {
  public var journal: LuaJournal { LuaJournal(core: core) }
}
