import Coordination

/// What an application has in Swift that its flow tests are to run with.
public struct FlowApplication {
  /// Functions of services. A test's own go before them, function by function, and they before
  /// those of services.lua.
  public var services: ServiceTable
  /// Coordinators written in Swift, which go before scripts of the same name.
  public var coordinators: SwiftCoordinators

  public init(
    services: ServiceTable = ServiceTable(), coordinators: SwiftCoordinators = SwiftCoordinators()
  ) {
    self.services = services
    self.coordinators = coordinators
  }
}
