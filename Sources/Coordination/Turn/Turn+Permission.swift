/// What a coordinator asks of its host.
enum Request {
  /// To navigate, start, end, or change what outlives it.
  case act(String)
  /// To emit or keep something, which a `finish` hook may do too.
  case tell(String)
  /// To use a service that answers at once, which also what only reads may do.
  case use(String)

  var verb: String {
    switch self {
    case .act(let verb), .tell(let verb), .use(let verb): verb
    }
  }

  var onlyReads: Bool { if case .use = self { true } else { false } }
}

extension Turn {
  /// Whether that coordinator may ask this now.
  ///
  /// - Parameter request: put into words only where it may have to be refused.
  func permit(_ request: @autoclosure () -> Request, for coordinator: LiveCoordinator) throws {
    if isRunning, readingOnly == nil, coordinator.lifecycle.isLive,
      world.coordinators[coordinator.id] === coordinator
    {
      return
    }
    try permit(request(), of: coordinator)
  }

  private func permit(_ request: Request, of coordinator: LiveCoordinator) throws {
    let name = coordinator.name
    guard isRunning else {
      throw FlowError(
        .misuse,
        "\(name) cannot \(request.verb) now: no turn is running. Send an event to the host instead."
      )
    }
    if let readingOnly, !request.onlyReads {
      throw FlowError(
        .misuse, "cannot \(request.verb) here: \(readingOnly) may only read")
    }
    switch (coordinator.lifecycle.phase, request) {
    case (.starting, _), (.active, _), (.finishing, .tell), (.finishing, .use): break
    case (.finishing, .act):
      throw FlowError(
        .misuse,
        "\(name) is ending: its finish may emit, log and use services, but not \(request.verb)")
    case (.ended, _):
      throw FlowError(
        .misuse,
        """
        \(name) has ended: it cannot \(request.verb) any more. After finish or cancel a handler \
        may only read its state and log.
        """)
    }
    guard world.coordinators[coordinator.id] === coordinator else {
      throw FlowError(.misuse, "\(name) is gone: the turn that started it was undone")
    }
  }
}
