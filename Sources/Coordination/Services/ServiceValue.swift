import PlainValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a service written in Swift takes and gives.
///
/// A type of your own that is `Codable` need only say that it conforms:
///
/// ```swift
/// struct User: Codable, ServiceValue { let id: Int; let name: String }
/// ```
public protocol ServiceValue {
  /// - Throws: where the value is not what is expected; a script gets the error as its message.
  init(serviceValue: Value) throws
  /// The value as scripts see it.
  ///
  /// - Throws: where it is no plain data.
  func serviceValue() throws -> Value
}

/// Why a script's value is not what a service takes.
public struct ServiceValueError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  init(expected: String, found: Value) {
    description = "expected \(expected), got \(JSON.text(of: found))"
  }
}

extension Value: ServiceValue {
  public init(serviceValue: Value) { self = serviceValue }
  public func serviceValue() -> Value { self }
}

extension Bool: ServiceValue {
  public init(serviceValue value: Value) throws {
    guard let bool = value.bool else {
      throw ServiceValueError(expected: "true or false", found: value)
    }
    self = bool
  }

  public func serviceValue() -> Value { .bool(self) }
}

extension Int: ServiceValue {
  public init(serviceValue value: Value) throws {
    guard let integer = value.integer else {
      throw ServiceValueError(expected: "an integer", found: value)
    }
    self = integer
  }

  public func serviceValue() -> Value { .integer(self) }
}

extension Double: ServiceValue {
  public init(serviceValue value: Value) throws {
    guard let number = value.number else {
      throw ServiceValueError(expected: "a number", found: value)
    }
    self = number
  }

  public func serviceValue() -> Value { .number(self) }
}

extension String: ServiceValue {
  public init(serviceValue value: Value) throws {
    guard let string = value.string else {
      throw ServiceValueError(expected: "a string", found: value)
    }
    self = string
  }

  public func serviceValue() -> Value { .string(self) }
}

extension Optional: ServiceValue where Wrapped: ServiceValue {
  public init(serviceValue value: Value) throws {
    self = value == .null ? nil : try Wrapped(serviceValue: value)
  }

  public func serviceValue() throws -> Value { try map { try $0.serviceValue() } ?? .null }
}

extension Array: ServiceValue where Element: ServiceValue {
  public init(serviceValue value: Value) throws {
    guard let array = value.array else {
      throw ServiceValueError(expected: "a list", found: value)
    }
    self = try array.map { try Element(serviceValue: $0) }
  }

  public func serviceValue() throws -> Value { .array(try map { try $0.serviceValue() }) }
}

extension Dictionary: ServiceValue where Key == String, Value: ServiceValue {
  public init(serviceValue value: PlainValues.Value) throws {
    guard let object = value.object else {
      throw ServiceValueError(expected: "a table", found: value)
    }
    self = try object.mapValues { try Value(serviceValue: $0) }
  }

  public func serviceValue() throws -> PlainValues.Value {
    .object(try mapValues { try $0.serviceValue() })
  }
}

/// What is `Codable` goes through JSON; a whole number comes out of it as an integer.
extension ServiceValue where Self: Codable {
  public init(serviceValue value: Value) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(JSON.write(value)))
    } catch let error as DecodingError {
      throw ServiceValueError(
        "expected a \(Self.self), got \(JSON.text(of: value)): \(error.whatIsWrong)")
    }
  }

  public func serviceValue() throws -> Value {
    try JSON.parse(try JSONEncoder().encode(self))
  }
}

extension DecodingError {
  fileprivate var whatIsWrong: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    case .keyNotFound(let key, _): return "there is no \(key.stringValue)"
    @unknown default: return "\(self)"
    }
  }
}
