/// What operations look up before they change anything, and how they say that it is not there.
extension Navigation {
  func existing(_ id: RouterID, for attempt: Attempt) throws(NavigationError) -> RouterState {
    guard let found = router(id) else {
      throw NavigationError(
        reason: .noSuchRouter, attempt: attempt,
        situation: "what this router showed was taken away")
    }
    return found
  }

  func stack(of id: RouterID, for attempt: Attempt) throws(NavigationError) -> Stack {
    let state = try existing(id, for: attempt)
    guard let stack = state.stack else {
      throw NavigationError(
        reason: .otherContent, attempt: attempt, situation: state.summary,
        hint: state.tabs != nil
          ? "the coordinators of the tabs have stacks; set_root replaces the tabs"
          : "show_detail shows a screen beside the first; set_root replaces the split")
    }
    return stack
  }

  func summary(of id: RouterID, for attempt: Attempt) throws(NavigationError) -> String {
    try existing(id, for: attempt).summary
  }

  func emptyStack(_ attempt: Attempt, hint: String) -> NavigationError {
    NavigationError(
      reason: .emptyStack, attempt: attempt, situation: "the stack is empty", hint: hint)
  }

  func rootStays(_ attempt: Attempt, _ stack: Stack, on router: RouterID) -> NavigationError {
    let hint =
      if modals.contains(where: { $0.id == router }) {
        "finish or cancel ends the flow and takes its modal away"
      } else if stack.count > 1 {
        "pop_to_root goes back to the root"
      } else {
        "replace shows another screen in its place"
      }
    return NavigationError(
      reason: .rootStays, attempt: attempt,
      situation: "the stack is \(stack.path), and its root stays", hint: hint)
  }

  /// Where a screen might be that is not on a stack.
  func whereabouts(of name: String, notOn stack: Stack, of router: RouterID) -> String {
    let searched = 1000
    if let meant = nearest(to: name, among: stack.topFirst.prefix(searched).lazy.map(\.name)) {
      return "did you mean \(quoted(meant))?"
    }
    for root in roots.reversed() {
      for other in root.routers where other.id != router {
        guard other.stack?.depth(of: name) != nil else { continue }
        return tabName(of: other.id).map { "\(quoted(name)) is in the tab \(quoted($0))" }
          ?? "\(quoted(name)) is on another router"
      }
    }
    return "push or set_root shows a new one"
  }
}

/// A name as a message shows it.
func quoted(_ name: String) -> String { "\"\(name)\"" }
