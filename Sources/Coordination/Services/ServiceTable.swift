import PlainValues

/// What an application offers its flows: functions by service and name, which answer at once.
///
/// ```swift
/// options.services["accounts"]["sign_in"] = { arguments in
///   [try accounts.signIn(arguments.first?["email"]?.string)]
/// }
/// ```
public struct ServiceTable {
  /// Takes the arguments and gives the results. An error that it throws is what a script gets as
  /// `nil, message`.
  public typealias Function = (_ arguments: [Value]) throws -> [Value]
  public typealias Service = [String: Function]

  private var services: [String: Service] = [:]

  public init() {}

  /// The functions of a service; assigning one adds or replaces it.
  public subscript(service: String) -> Service {
    get { services[service] ?? [:] }
    set { services[service] = newValue.isEmpty ? nil : newValue }
  }

  /// The names of the services, sorted.
  public var names: [String] { services.keys.sorted() }

  func function(_ name: String, of service: String) -> Function? { services[service]?[name] }
}

/// The service that every host has: plain values that outlive it.
public enum StoreService {
  public static let name = "store"
  public static let functions = ["get", "remove", "set"]
}
