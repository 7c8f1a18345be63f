import PlainValues
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which call of a service; never used again.
public struct ServiceCallID: Hashable, Sendable {
  let rawValue: UInt64
}

/// What a service answers.
public enum ServiceAnswer: Hashable, Sendable {
  case values([Value])
  /// What a script gets as `nil, message`.
  case failure(String)

  /// What the call gives a script.
  public var results: [Value] {
    switch self {
    case .values(let values): values
    case .failure(let message): [.null, .string(message)]
    }
  }
}

extension ServiceAnswer {
  /// What a script is told of an error: its own description for people, where it has one.
  init(_ error: any Error) {
    self = .failure((error as? any LocalizedError)?.errorDescription ?? "\(error)")
  }
}

extension ServiceAnswer {
  /// The answer, where it is plain data; else a failure that says so.
  func plain(from service: String) -> ServiceAnswer {
    guard case .values(let values) = self else { return self }
    do {
      for value in values { _ = try PackedValue(value) }
      return self
    } catch {
      return .failure("\(service) answers with what is not plain data: \(error)")
    }
  }
}

/// A call that waits for its answer. It may be answered from any thread; the first answer counts,
/// and one that comes after the handler has gone finds nothing.
public final class ServiceCall: Sendable {
  public let arguments: [Value]
  private let id: ServiceCallID
  private let inbox: AnswerInbox
  private let state = Mutex(State())

  private struct State {
    var isOver = false
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
  }

  init(_ id: ServiceCallID, _ arguments: [Value], _ inbox: AnswerInbox) {
    self.id = id
    self.arguments = arguments
    self.inbox = inbox
  }

  /// Gives the results.
  public func answer(_ values: [Value]) { finish(.values(values)) }

  /// Gives `nil` and a message.
  public func fail(_ message: String) { finish(.failure(message)) }

  /// Says what is to be done when nobody waits for the answer any more: once, at once where that
  /// is so already, and never after the answer.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.onCancel = action }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  func cancel() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.isCancelled = true
      return state.onCancel.take()
    }
    action?()
  }

  func finish(_ answer: ServiceAnswer) {
    let isFirst = state.withLock { state in
      guard !state.isOver else { return false }
      state.isOver = true
      state.onCancel = nil
      return true
    }
    if isFirst { inbox.put(id, answer) }
  }
}

/// Where answers arrive, from any thread, until the host takes them.
final class AnswerInbox: Sendable {
  private let waiting = Mutex<[(ServiceCallID, ServiceAnswer)]>([])
  private let notify: @Sendable () -> Void

  init(notify: @escaping @Sendable () -> Void) { self.notify = notify }

  func put(_ id: ServiceCallID, _ answer: ServiceAnswer) {
    waiting.withLock { $0.append((id, answer)) }
    notify()
  }

  /// Takes all that have arrived, in order.
  func take() -> [(ServiceCallID, ServiceAnswer)] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
