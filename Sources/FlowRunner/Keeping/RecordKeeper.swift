import Coordination

/// What keeps something of each turn before anybody is told of it, so that whatever was told of is
/// not lost: a trace, a snapshot.
public protocol RecordKeeper: AnyObject {
  /// Keeps what there is to keep of a turn; its commit has settled.
  ///
  /// - Throws: where it cannot be kept. Then the turn is not told of, and the run ends.
  func keep(_ record: TurnRecord, of host: Host) throws
  /// Keeps what has changed without a turn: the time.
  func keepTime(of host: Host) throws
  /// The run has come to its end.
  func finish() throws
}

extension RecordKeeper {
  public func keepTime(of host: Host) throws {}
  public func finish() throws {}
}
