import PlainValues

/// A participant of which snapshots keep something, such as the state of the random numbers.
public protocol SnapshotParticipant: TurnParticipant {
  /// The key under which a snapshot has it; no other participant's, and none of the host's.
  var snapshotKey: String { get }
  /// What is kept. Giving it to ``restore(_:)`` later makes all as it is now.
  var snapshot: Value { get }
  /// Takes up what a snapshot has. Should the restoration fail, what it was before is restored.
  ///
  /// - Throws: ``ValueProblem`` where that cannot be; then nothing is changed.
  func restore(_ snapshot: ValueReader) throws(ValueProblem)
}

extension World {
  /// The participants that snapshots keep something of.
  var snapshotParticipants: [any SnapshotParticipant] {
    participants.compactMap { $0 as? any SnapshotParticipant }
  }
}
