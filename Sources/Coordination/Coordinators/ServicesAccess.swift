import PlainValues

/// What the application offers, as a coordinator calls it.
public struct ServicesAccess {
  let context: CoordinatorContext
  private var turn: Turn { context.turn }

  /// Whether there is such a service.
  public func has(_ service: String) -> Bool {
    service == StoreService.name || !turn.services[service].isEmpty
  }

  public var names: [String] { ([StoreService.name] + turn.services.names).sorted() }

  /// The functions of a service, sorted.
  public func functions(of service: String) -> [String] {
    service == StoreService.name ? StoreService.functions : turn.services[service].keys.sorted()
  }

  /// Calls a function of a service, which answers at once.
  ///
  /// - Returns: its results.
  /// - Throws: ``FlowError`` where there is none such or it may not be called now; else what the
  ///   function throws.
  public func call(
    _ service: String, _ function: String, _ arguments: [Value] = []
  ) throws
    -> [Value]
  {
    try context.permitService(service, function)
    if service == StoreService.name { return try callStore(function, arguments) }
    guard let found = turn.services.function(function, of: service) else {
      throw missing(function, of: service)
    }
    return try found(arguments)
  }

  private func missing(_ function: String, of service: String) -> FlowError {
    guard has(service) else {
      return FlowError(
        .misuse, "there is no service \"\(service)\"\(Suggestion.near(service, among: names))")
    }
    let known = functions(of: service)
    return FlowError(
      .misuse,
      "the service \(service) has no function \"\(function)\"\(Suggestion.near(function, among: known))"
    )
  }

  // MARK: The store

  private func callStore(_ function: String, _ arguments: [Value]) throws -> [Value] {
    guard StoreService.functions.contains(function) else {
      throw missing(function, of: StoreService.name)
    }
    guard let key = arguments.first?.string else {
      throw FlowError(.misuse, "store.\(function) needs a key, a string, as its first argument")
    }
    if function != "get" {
      try turn.permit(.tell("call store.\(function)"), for: context.coordinator)
    }
    switch function {
    case "get": return [turn.world.store.value(forKey: key) ?? .null]
    case "remove": turn.world.setStored(key, nil)
    default:
      let packed = try PackedValue(arguments.count > 1 ? arguments[1] : .null)
      try turn.charge(packed)
      let value = packed.value
      turn.world.setStored(key, value == .null ? nil : value)
    }
    return []
  }
}
