import PlainValues

/// What an application offers its flows: functions by service and name.
public struct ServiceTable {
  public typealias Service = [String: ServiceFunction]

  private var services: [String: Service] = [:]

  public init() {}

  /// The functions of a service; assigning one adds or replaces it.
  public subscript(service: String) -> Service {
    get { services[service] ?? [:] }
    set { services[service] = newValue.isEmpty ? nil : newValue }
  }

  /// The names of the services, sorted.
  public var names: [String] { services.keys.sorted() }

  func function(_ name: String, of service: String) -> ServiceFunction? {
    services[service]?[name]
  }
}

/// The service that every host has: plain values that outlive it.
public enum StoreService {
  public static let name = "store"
  public static let functions = ["get", "remove", "set"]
}
