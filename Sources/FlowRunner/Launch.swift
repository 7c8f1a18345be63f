import Coordination
import PlainValues

/// How a flow begins.
public enum Launch {
  /// From the start, with the root's input.
  case start(String, input: PackedValue)
  /// From a snapshot.
  case restore(Value, missing: MissingCoordinators)

  /// - Throws: ``LaunchError`` where a snapshot cannot be restored. A root that fails to start is a
  ///   turn that has failed, like others.
  func begin(_ host: Host) throws(LaunchError) {
    switch self {
    case .start(let root, let input): host.start(root, input: input)
    case .restore(let snapshot, let missing):
      if let error = host.restore(snapshot, missing: missing) {
        throw LaunchError(description: "\(error)")
      }
    }
  }
}

/// Why a snapshot cannot be restored.
public struct LaunchError: Error, CustomStringConvertible {
  public let description: String
}
