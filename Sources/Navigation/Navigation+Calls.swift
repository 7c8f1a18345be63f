extension Navigation {
  /// What a platform that shows this navigation has to be asked for to show another: at most one
  /// stack call a router, found by the identity of screens.
  ///
  /// The calls come in this order: dismissals, the topmost modal first; tabs and splits of what was
  /// there already; each router from the base up, where a modal that comes up is presented first,
  /// then given its tabs or split and its stacks; `select_tab`; `set_badge`; `update`. A modal over
  /// a router that shows only after a `select_tab` is presented after it, with all that lie above.
  ///
  /// A platform has the base and the modals that show. A modal that waits is unknown to it, and so
  /// is the second side of a collapsed split. Modals that keep their place from the lowest up are
  /// left alone; above the first difference all are dismissed and presented again.
  ///
  /// Costs the number of routers, and of each stack the part that changed.
  ///
  /// - Parameters:
  ///   - target: A later version of this navigation.
  ///   - unanimated: The routers on which calls are not animated: of `present` and `dismiss` the
  ///     modal's own, of tabs and splits the one that shows them.
  public func calls(
    to target: Navigation, unanimated: Set<RouterID> = []
  ) -> [RouterCall] {
    if let (old, new) = bareStacks(to: target) {
      let isAnimated = !unanimated.contains(target.base.id)
      if let step = old.step(to: new) {
        return [RouterCall(router: target.base.id, action: step, isAnimated: isAnimated)]
      }
      return StackDifference(from: old, to: new).calls(on: target.base.id, isAnimated: isAnimated)
    }
    var planner = CallPlanner(from: self, to: target, unanimated: unanimated)
    planner.plan()
    return planner.calls
  }

  /// The stacks where there is one with nothing over it, before and after. That is what most turns
  /// change, and it needs no plan.
  private func bareStacks(to target: Navigation) -> (old: Stack, new: Stack)? {
    guard modals.isEmpty, target.modals.isEmpty, let old = base.stack, let new = target.base.stack
    else { return nil }
    return (old, new)
  }
}

extension Stack {
  /// What gets to another version that has one screen more on top, or one less; nil where they
  /// differ otherwise. That is what most turns do.
  fileprivate func step(to other: Stack) -> RouterCall.Action? {
    if let pushed = other.node, pushed.below === node { return .push(pushed.screen) }
    if let popped = node, let rest = popped.below, rest === other.node {
      return .pop(popped.screen)
    }
    return nil
  }
}

extension StackDifference {
  fileprivate func calls(on router: RouterID, isAnimated: Bool) -> [RouterCall] {
    var calls = updated.map { RouterCall(router: router, action: .update($0)) }
    if let action {
      calls.insert(RouterCall(router: router, action: action, isAnimated: isAnimated), at: 0)
    }
    return calls
  }
}
