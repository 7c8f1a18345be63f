import Navigation
import PlainValues

/// Handlers that wait, and what wakes or drops them.
extension Turn {
  /// Keeps the rest of the running handler until what it waits for has come.
  ///
  /// - Parameter busy: what becomes of the event that it handles, should that come again meanwhile.
  func suspend(
    _ handler: any SuspendedHandler, waitingFor wait: Wait, busy: BusyPolicy,
    in coordinator: LiveCoordinator
  ) {
    guard coordinator.lifecycle.isLive else { return handler.drop() }
    let frame = handling.last
    let before = frame?.resuming
    let id = before?.id ?? world.makeHandlerID()
    var timer: TimerID?
    if case .time(let seconds) = wait {
      let waking = HostTimer(
        id: world.makeTimerID(), coordinator: coordinator, purpose: .wake(id), due: now + seconds)
      world.setTimer(waking)
      timer = waking.id
    }
    var asked = before?.asked ?? []
    if case .screen(let screen) = wait { asked.insert(screen) }
    world.suspend(
      Suspension(
        id: id, wait: wait, handler: handler, event: before?.event ?? frame?.event,
        origin: before?.origin ?? frame?.origin,
        isStart: before?.isStart ?? (coordinator.lifecycle.phase == .starting), timer: timer,
        busy: before?.busy ?? busy, queued: before?.queued ?? [], asked: asked),
      in: coordinator)
    if case .child(let id) = wait, let outcome = endedAwaited.removeValue(forKey: id) {
      wake(coordinator, waitingFor: wait, outcome.answer)
    }
  }

  /// Lets a handler go on, in a turn of its own.
  func resume(
    _ suspension: Suspension, in coordinator: LiveCoordinator, _ answer: [PackedValue?]
  )
    throws
  {
    do {
      try running(
        coordinator, suspension.event, origin: suspension.origin, resuming: suspension
      ) { context in
        try suspension.handler.resume(answer, context)
      }
    } catch {
      throw FlowError.wrapping(error, in: coordinator)
    }
  }

  /// Says that what a handler of that coordinator waits for has come.
  ///
  /// - Returns: false where none waits for it.
  @discardableResult
  func wake(
    _ coordinator: LiveCoordinator, waitingFor wait: Wait, _ answer: [PackedValue?]
  ) -> Bool {
    guard let waiting = coordinator.suspensions.values.first(where: { $0.wait == wait }) else {
      return false
    }
    effects.sequels.append(
      .wake(Wake(coordinator: coordinator, handler: waiting.id, answer: answer)))
    return true
  }

  /// Tells who waits for a child that it has ended.
  func answer(for child: LiveCoordinator, to parent: LiveCoordinator, _ outcome: Outcome) {
    guard parent.lifecycle.isLive else { return }
    // It may have ended before its parent's handler came to wait for it.
    if !wake(parent, waitingFor: .child(child.id), outcome.answer) {
      endedAwaited[child.id] = outcome
    }
  }

  /// A screen has gone: who asked it is told, and who was handling an event of it, unless it was
  /// its owner that took it away, never goes on.
  func settleHandlers(
    of screen: Screen, lost loss: (owner: LiveCoordinator, isOwn: Bool), _ reason: RemovalReason
  ) {
    if !loss.owner.suspensions.isEmpty {
      wake(loss.owner, waitingFor: .screen(screen.id), [nil, PackedValue(name: reason.rawValue)])
    }
    guard !loss.isOwn else { return }
    for coordinator in loss.owner.chain {
      for suspension in coordinator.suspensions.values
      where suspension.event?.screen == screen.id && suspension.wait != .screen(screen.id) {
        world.dropSuspension(suspension.id, of: coordinator)
      }
    }
  }

  /// Whether an event has to wait, or is dropped, because a suspended handler is at work on the one
  /// before it.
  func isKept(
    _ arrival: Arrival, _ event: String, from screen: Screen, of owner: LiveCoordinator
  ) throws -> Bool {
    guard let (coordinator, handler) = handlerAtWork(on: event, from: screen.id, of: owner) else {
      return false
    }
    switch handler.busy {
    case .allow: return false
    case .drop:
      note(.busy, "\"\(event)\" from \(screen.name) is dropped: its handler is still at work")
    case .queue:
      guard handler.queued.count < limits.waitingEvents else {
        throw exceeds(
          "\(limits.waitingEvents) events \"\(event)\" wait for the handler of the one before them",
          at: handler.handler.place)
      }
      world.queue(
        QueuedEvent(arrival: arrival, event: event, screen: screen.id), behind: handler.id,
        of: coordinator)
      note(.note, "\"\(event)\" from \(screen.name) waits: the handler before it is still at work")
    }
    return true
  }

  /// The suspended handler that is at work on that event of that screen; of several, which `allow`
  /// makes, the newest.
  func handlerAtWork(
    on event: String, from screen: ScreenID, of owner: LiveCoordinator
  ) -> (LiveCoordinator, Suspension)? {
    for coordinator in owner.chain where !coordinator.suspensions.isEmpty {
      let atWork = coordinator.suspensions.values.filter {
        $0.event?.screen == screen && $0.event?.name == event
      }
      if let newest = atWork.max(by: { $0.id < $1.id }) { return (coordinator, newest) }
    }
    return nil
  }

  /// Gives an event that nobody names to who has asked its screen.
  ///
  /// - Returns: false where nobody has.
  func answerAsker(_ event: Event) -> Bool {
    guard let screen = event.screen, let owner = world.screens[screen]?.owner else { return false }
    let answer: [PackedValue?] = [event.payload, PackedValue(name: event.name)]
    if wake(owner, waitingFor: .screen(screen), answer) { return true }
    guard owner.suspensions.values.contains(where: { $0.asked.contains(screen) }) else {
      return false
    }
    note(
      .busy,
      "\"\(event.name)\" from \(event.screenName ?? "a screen") is dropped: its asker is busy")
    return true
  }
}
