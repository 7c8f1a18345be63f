/// What somebody who watches asks for.
public enum WatchCommand: Hashable, Sendable {
  /// The round before once more.
  case again
  case all
  case failed
  /// Only files whose path has that text; the empty one for all.
  case path(String)
  /// Only tests whose full name has that Lua pattern; the empty one for all.
  case name(String)
  case updateSnapshots
  case help
  case quit

  /// The keys, each with what it does, as people are told.
  static let usage = """
      a      run all tests again, whatever p and t say
      f      run those that failed when they last ran
      p      type a text: only files with it in their path
      t      type a Lua pattern: only tests with it in their full name
      u      run the last round again, and write its snapshots as they are now
      Enter  run the last round again
      q      quit
    """
}
