import Navigation
import PlainValues

extension Turn {
  /// Takes an event to whoever handles it.
  func deliver(_ delivery: Delivery) throws {
    switch delivery.route {
    case .bubbling: try bubble(delivery)
    case .direct: try reach(delivery)
    case .childEnded: try tellOfEnd(delivery)
    case .broadcast:
      guard delivery.addressee.lifecycle.isLive else { return }
      _ = try handle(delivery.event, in: delivery.addressee, origin: delivery.origin)
    }
  }

  /// To the addressee, which was meant to handle it.
  private func reach(_ delivery: Delivery) throws {
    let addressee = delivery.addressee
    guard addressee.lifecycle.isLive else {
      return drop(delivery.event, to: addressee, by: delivery.sender)
    }
    guard try !handle(delivery.event, in: addressee, origin: delivery.origin) else { return }
    unhandled(delivery.event, addressee, by: delivery.sender)
  }

  /// From the addressee up the tree, until someone handles it.
  private func bubble(_ delivery: Delivery) throws {
    var event = delivery.event
    var coordinator = delivery.addressee
    while true {
      guard coordinator.lifecycle.isLive else {
        return drop(event, to: coordinator, by: delivery.sender)
      }
      // Taken now: declining may come with an end, and then the tree has forgotten.
      let parent = coordinator.parent
      if try handle(event, in: coordinator, origin: delivery.origin) { return }
      guard let parent else { break }
      event = event.bubbling(from: coordinator)
      coordinator = parent
    }
    if answerAsker(delivery.event) { return }
    unhandled(delivery.event, delivery.addressee, by: delivery.sender)
  }

  /// `finished` or `cancelled`, or `ended` where that one is not named.
  private func tellOfEnd(_ delivery: Delivery) throws {
    let parent = delivery.addressee
    guard parent.lifecycle.isLive else { return }
    for key in delivery.event.source.keys {
      for name in [delivery.event.name, EventNames.ended] {
        let event = name == delivery.event.name ? delivery.event : delivery.event.named(name)
        if try handle(event, under: key, in: parent, origin: delivery.origin) { return }
        guard parent.lifecycle.isLive else { return }
      }
    }
    if delivery.event.name == EventNames.finished {
      unhandled(delivery.event, parent, by: delivery.sender)
    }
  }

  /// Runs what that coordinator does with the event; false where it declines.
  func handle(_ event: Event, in coordinator: LiveCoordinator, origin: RouterID?) throws -> Bool {
    if try handle(event, under: event.source.key, in: coordinator, origin: origin) { return true }
    guard event.source.isNamed, coordinator.lifecycle.isLive else { return false }
    return try handle(event, under: EventNames.anySource, in: coordinator, origin: origin)
  }

  private func handle(
    _ event: Event, under key: String, in coordinator: LiveCoordinator, origin: RouterID?
  ) throws -> Bool {
    do {
      return try running(coordinator, event, origin: origin) { context in
        try coordinator.behavior.handle(event, under: key, context) == .handled
      }
    } catch {
      throw FlowError.wrapping(error, in: coordinator)
    }
  }

  /// Runs one of a coordinator's functions, with the place that its calls are made from.
  func running<Result>(
    _ coordinator: LiveCoordinator, _ event: Event?, origin: RouterID?,
    resuming: Suspension? = nil, _ body: (CoordinatorContext) throws -> Result
  ) rethrows -> Result {
    handling.append(
      Handling(coordinator: coordinator, event: event, origin: origin, resuming: resuming))
    defer { handling.removeLast() }
    return try body(CoordinatorContext(coordinator, self))
  }

  // MARK: What nobody took

  private func unhandled(_ event: Event, _ first: LiveCoordinator, by sender: String) {
    let mend = "name \(event.name) in transitions.\(event.source.key), or ignore it"
    if event.name == EventNames.finished {
      return note(
        .unhandled, "\(first.path) does nothing when \(event.source.key) finishes: \(mend)")
    }
    if event.source == .parent || event.source == .timer {
      let from = event.source == .timer ? "a timer" : "its parent"
      return note(
        .unhandled, "\(first.path) does not handle \"\(event.name)\" from \(from): \(mend)")
    }
    let heard = first.chain.map(\.name).joined(separator: ", then ")
    note(
      .unhandled,
      "nobody handles \"\(event.name)\" from \(sender): asked \(heard)\(slip(event, first))",
      of: EmittedRecord(name: event.name, payload: event.payload))
  }

  /// What the screen's owner names that is nearly that.
  private func slip(_ event: Event, _ owner: LiveCoordinator) -> String {
    guard let screen = event.screenName else { return "" }
    let named = owner.behavior.events(ofScreen: screen)
    return Suggestion.nearest(to: event.name, among: named)
      .map { "; \(owner.name) names \"\($0)\"" } ?? ""
  }

  private func drop(_ event: Event, to addressee: LiveCoordinator, by sender: String) {
    note(
      .dropped,
      "\"\(event.name)\" from \(sender) is dropped: \(addressee.name), which it is for, has ended")
  }
}
