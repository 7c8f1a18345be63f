import PlainValues

/// A function of a service that is written in Swift.
///
/// ```swift
/// options.services["accounts"] = [
///   "known": .sync { (email: String) in directory.contains(email) },
///   "sign_in": .async { (email: String, password: String) in
///     try await server.signIn(email, password)     // a Codable ServiceValue
///   },
/// ]
/// ```
///
/// An error that it throws is what the script gets as `nil, message`.
public struct ServiceFunction {
  enum Body {
    case immediate(([Value]) throws -> [Value])
    case pending((ServiceCall) -> Void)
    /// Answers as a trace says; nil where the answer comes by itself.
    case recorded(([Value]) -> ServiceAnswer?)
    /// Answers at once or later, as it turns out.
    case either(([Value]) throws -> ServiceReply)
  }

  let body: Body

  /// A function that answers at once, with all arguments and results as plain values.
  public static func values(_ body: @escaping ([Value]) throws -> [Value]) -> ServiceFunction {
    ServiceFunction(body: .immediate(body))
  }

  /// A function that answers when it likes: it is given the call once the turn that made it has
  /// succeeded, and the handler waits meanwhile.
  public static func pending(_ body: @escaping (ServiceCall) -> Void) -> ServiceFunction {
    ServiceFunction(body: .pending(body))
  }

  package static func recorded(
    _ body: @escaping ([Value]) -> ServiceAnswer?
  ) -> ServiceFunction {
    ServiceFunction(body: .recorded(body))
  }

  /// A function of which only calling it shows whether it answers at once.
  package static func either(
    _ body: @escaping ([Value]) throws -> ServiceReply
  ) -> ServiceFunction {
    ServiceFunction(body: .either(body))
  }

  /// A function that answers at once.
  public static func sync<each Argument: ServiceValue, Result: ServiceValue>(
    _ body: @escaping (repeat each Argument) throws -> Result
  ) -> ServiceFunction {
    .values { values in
      var arguments = ServiceArguments(values)
      return [
        try body(repeat try arguments.next(as: (each Argument).self)).serviceValue()
      ]
    }
  }

  /// A function that answers at once, with nothing.
  public static func sync<each Argument: ServiceValue>(
    _ body: @escaping (repeat each Argument) throws -> Void
  ) -> ServiceFunction {
    .values { values in
      var arguments = ServiceArguments(values)
      try body(repeat try arguments.next(as: (each Argument).self))
      return []
    }
  }

  /// A function that a handler waits for. It runs in a task of its own, which is cancelled when the
  /// handler's coordinator ends.
  public static func async<
    each Argument: ServiceValue & Sendable, Result: ServiceValue & Sendable
  >(
    _ body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> ServiceFunction {
    task { values in
      var arguments = ServiceArguments(values)
      return [
        try await body(repeat try arguments.next(as: (each Argument).self)).serviceValue()
      ]
    }
  }

  /// A function that a handler waits for, and that gives nothing.
  public static func async<each Argument: ServiceValue & Sendable>(
    _ body: @escaping @Sendable (repeat each Argument) async throws -> Void
  ) -> ServiceFunction {
    task { values in
      var arguments = ServiceArguments(values)
      try await body(repeat try arguments.next(as: (each Argument).self))
      return []
    }
  }

  private static func task(
    _ body: @escaping @Sendable ([Value]) async throws -> [Value]
  ) -> ServiceFunction {
    .pending { call in
      let task = Task {
        do {
          call.answer(try await body(call.arguments))
        } catch {
          call.finish(ServiceAnswer(error))
        }
      }
      call.onCancel { task.cancel() }
    }
  }
}

/// What a service that may answer at once or later comes to.
package enum ServiceReply {
  case now([Value])
  /// It is given the call once the turn that made it has succeeded.
  case later((ServiceCall) -> Void)
}

/// The arguments of a call, one after the other.
private struct ServiceArguments {
  private let values: [Value]
  private var number = 0

  init(_ values: [Value]) { self.values = values }

  mutating func next<Argument: ServiceValue>(as type: Argument.Type) throws -> Argument {
    defer { number += 1 }
    let value = number < values.count ? values[number] : .null
    do {
      return try Argument(serviceValue: value)
    } catch {
      throw ServiceValueError("argument \(number + 1): \(error)")
    }
  }
}
