import PlainValues

/// What becomes of those that live when a slot is swapped.
public enum LiveCoordinators: String, Hashable, Sendable, CaseIterable {
  /// They finish as they are.
  case finish
  /// They go on in the new variant, with their state, which its `migrate` may change.
  case follow
}

/// Swapping: another variant in a slot.
extension Turn {
  func swap(_ slot: String, to variant: String, live: LiveCoordinators) throws {
    guard let source = sources.first(where: { $0.variants(of: slot) != nil }) else {
      throw FlowError(
        .misuse, "there are no variants of \"\(slot)\" to swap\(swappable(near: slot))")
    }
    let known = source.variants(of: slot) ?? []
    guard known.contains(variant) else {
      throw FlowError(
        .misuse,
        "\(slot) has no variant \"\(variant)\"\(Suggestion.near(variant, among: known))")
    }
    world.setVariant(variant, of: slot)
    guard live == .follow else {
      return note(.note, "\(slot) is \(variant) from now on; those that live finish as they are")
    }
    let binding = source.binding(of: slot, variant: variant)
    let following = world.coordinators.values.filter {
      $0.binding.slot == slot && $0.binding != binding
    }
    let screens = Set(following.flatMap { $0.postOrder.flatMap(\.screens.keys) })
    let before = NamedEvents(screens, in: world)
    for coordinator in following { try follow(binding, coordinator) }
    note(.note, "\(slot) is \(variant) from now on; \(following.count) of it followed")
    for loss in before.losses(in: world) {
      note(
        .warning,
        "\(loss.screen) of \(loss.coordinator) has lost \(loss.events.joined(separator: ", ")): \(binding.script) does not name what was named before"
      )
    }
  }

  private func follow(_ binding: Binding, _ coordinator: LiveCoordinator) throws {
    do {
      try coordinator.behavior.change(to: binding, CoordinatorContext(coordinator, self))
    } catch {
      var flow = FlowError.wrapping(error, in: coordinator)
      flow.message =
        "not swapped, all runs on as it was: \(coordinator.path) cannot follow: \(flow.message)"
      throw flow
    }
    world.setBinding(binding, of: coordinator)
    noteChange(of: coordinator)
  }

  private func swappable(near slot: String) -> String {
    let slots = Set(sources.flatMap(\.slots)).filter { slot in
      sources.contains { $0.variants(of: slot) != nil }
    }
    return slots.isEmpty
      ? ": no slot has any" : Suggestion.near(slot, among: slots.sorted())
  }
}

extension Host {
  /// Takes another variant for a slot from now on, whoever the user is.
  ///
  /// Without `.follow` those that live finish as they are. Nothing is remembered beyond this host
  /// and its snapshots, and nobody counts as exposed.
  ///
  /// - Returns: the error, where that cannot be done: there is no such slot or variant, or state
  ///   cannot be migrated. Then nothing has changed. Nothing is known yet where the call is made
  ///   from within a turn.
  @discardableResult
  public func swap(
    _ slot: String, to variant: String, live: LiveCoordinators = .finish
  ) -> FlowError? {
    let commit = nextCommit
    arrive(.swap(slot: slot, variant: variant, live))
    return records.last { $0.commit == commit }?.error
  }

  /// The variants that were chosen by hand, by slot.
  public var variants: [String: String] { world.variants }
}
