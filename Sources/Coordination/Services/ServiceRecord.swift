import PlainValues

/// A call of a service that a turn has made, and what it gave.
public struct ServiceRecord: Hashable, Sendable {
  public let service: String
  public let function: String
  public let arguments: [Value]
  /// The results; nil where the handler waits for them.
  public let results: [Value]?
}

/// A call that is to be made once its turn has succeeded.
struct PendingServiceCall {
  let id: ServiceCallID
  let coordinator: LiveCoordinator
  /// Service and function, for the record of the answer: `accounts.sign_in`.
  let name: String
  let arguments: [Value]
  let begin: (ServiceCall) -> Void
}
