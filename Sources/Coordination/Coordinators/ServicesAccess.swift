import PlainValues

/// What the application offers, as a coordinator calls it.
///
/// A service is looked up by the name that the coordinator, or whoever started it, says stands for
/// it (``ChildOptions/services``).
public struct ServicesAccess {
  let context: CoordinatorContext
  private var turn: Turn { context.turn }
  private var coordinator: LiveCoordinator { context.coordinator }

  /// The service that stands here for that one.
  public func resolve(_ service: String) -> String { coordinator.services[service] ?? service }

  /// Whether there is such a service.
  public func has(_ service: String) -> Bool {
    let service = resolve(service)
    return service == StoreService.name || !turn.services[service].isEmpty
  }

  public var names: [String] { ([StoreService.name] + turn.services.names).sorted() }

  /// The functions of a service, sorted.
  public func functions(of service: String) -> [String] {
    let service = resolve(service)
    return service == StoreService.name
      ? StoreService.functions : turn.services[service].keys.sorted()
  }

  /// Calls a function of a service that answers at once.
  ///
  /// - Returns: its results.
  /// - Throws: ``FlowError`` where there is none such, it may not be called now, it answers later,
  ///   or it fails.
  public func call(
    _ service: String, _ function: String, _ arguments: [Value] = []
  ) throws -> [Value] {
    let outcome = try begin(service, function, arguments) {
      throw FlowError(
        .misuse,
        "\(service).\(function) answers later, and only a handler in a script can wait for it")
    }
    switch outcome {
    case .answered(.values(let values)): return values
    case .answered(.failure(let message)): throw FlowError(.failure, message)
    case .waits: return []
    }
  }

  /// What a call comes to.
  public enum Outcome {
    case answered(ServiceAnswer)
    /// The answer comes later, to who waits for this.
    case waits(ServiceCallID)
  }

  /// Calls a function of a service.
  ///
  /// What answers later is asked once the turn has succeeded; whoever calls it has to suspend, with
  /// ``Wait/service(_:)``.
  ///
  /// - Parameter waiting: whether the caller can; where it throws, nothing is called.
  /// - Throws: ``FlowError`` where there is none such or it may not be called now.
  public func begin(
    _ service: String, _ function: String, _ arguments: [Value], waiting: () throws -> Void
  ) throws -> Outcome {
    try context.permitService(service, function)
    let service = resolve(service)
    if service == StoreService.name {
      return .answered(.values(try callStore(function, arguments)))
    }
    guard let found = turn.services.function(function, of: service) else {
      throw missing(function, of: service)
    }
    switch found.body {
    case .immediate(let body):
      let answer: ServiceAnswer
      do {
        answer = ServiceAnswer.values(try body(arguments)).plain(from: "\(service).\(function)")
      } catch let error as FlowError {
        throw error
      } catch {
        answer = ServiceAnswer(error)
      }
      try note(service, function, arguments, answer.results)
      return .answered(answer)
    case .recorded(let body):
      guard let answer = body(arguments) else {
        return try wait(service, function, arguments, waiting) { _ in }
      }
      try note(service, function, arguments, answer.results)
      return .answered(answer)
    case .pending(let body): return try wait(service, function, arguments, waiting, body)
    case .either(let body):
      switch try body(arguments) {
      case .now(let values):
        let answer = ServiceAnswer.values(values).plain(from: "\(service).\(function)")
        try note(service, function, arguments, answer.results)
        return .answered(answer)
      case .later(let begin): return try wait(service, function, arguments, waiting, begin)
      }
    }
  }

  private func wait(
    _ service: String, _ function: String, _ arguments: [Value], _ waiting: () throws -> Void,
    _ begin: @escaping (ServiceCall) -> Void
  ) throws -> Outcome {
    try waiting()
    try note(service, function, arguments, nil)
    let id = turn.world.makeServiceCallID()
    turn.effects.sequels.append(
      .call(
        PendingServiceCall(
          id: id, coordinator: coordinator, name: "\(service).\(function)", arguments: arguments,
          begin: begin)))
    return .waits(id)
  }

  /// Writes down a call that somebody else has carried out.
  ///
  /// - Parameter results: nil where they come later.
  public func note(
    _ service: String, _ function: String, _ arguments: [Value], _ results: [Value]?
  ) throws {
    try turn.charge(try PackedValue(.array(arguments)))
    if let results { try turn.charge(try PackedValue(.array(results))) }
    turn.record.happenings.services.append(
      ServiceRecord(
        service: service, function: function, arguments: arguments, results: results))
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
      turn.world.setStored(key, value.orNone)
    }
    return []
  }
}
