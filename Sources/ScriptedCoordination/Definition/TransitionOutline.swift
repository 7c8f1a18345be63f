import Coordination

/// A rule of a project's transitions, for what shows them.
package struct TransitionOutline: Hashable, Sendable {
  /// Where it stands: what a turn's record says when it is taken.
  package let transition: TakenTransition
  /// How many rules stand there.
  package let rules: Int
  package let line: Int?
  /// What has to hold, as it is written: `when signed_out`; empty for nothing.
  package let condition: String
  /// What it does, as it is written: `start checkout`, `push item`, `a function`.
  package let action: String
}

extension Project {
  /// The rules of all transitions and links of its scripts, by script, in the order of their lines.
  /// Costs their number.
  package var transitionOutlines: [TransitionOutline] {
    scripts.sorted { $0.key < $1.key }.flatMap { _, script in
      script.definition.outlines.sorted {
        ($0.line ?? 0, $0.transition.source, $0.transition.event, $0.transition.rule)
          < ($1.line ?? 0, $1.transition.source, $1.transition.event, $1.transition.rule)
      }
    }
  }
}

extension ScriptDefinition {
  fileprivate var outlines: [TransitionOutline] {
    let named = transitions.flatMap { source, events in
      events.flatMap { outline($1, source, $0) }
    }
    return named + links.flatMap { outline($1, TakenTransition.linkSource, $0.text) }
  }

  private func outline(
    _ transition: Transition, _ source: String, _ event: String
  ) -> [TransitionOutline] {
    transition.rules.enumerated().map { index, rule in
      TransitionOutline(
        transition: TakenTransition(
          script: script, source: source, event: event, rule: index + 1),
        rules: transition.rules.count, line: rule.place.line, condition: rule.condition,
        action: rule.effect.outline)
    }
  }
}

extension Rule {
  fileprivate var condition: String {
    func words(_ word: String, _ guards: [Callable]) -> [String] {
      guards.isEmpty ? [] : ["\(word) " + guards.map(\.outline).joined(separator: " and ")]
    }
    return (words("when", when) + words("unless", unless)).joined(separator: ", ")
  }
}

extension Callable {
  fileprivate var outline: String {
    method ?? "a function"
  }
}

extension Effect {
  fileprivate var outline: String {
    switch self {
    case .call(let callable): callable.outline
    case .steps(let rules): rules.map(\.effect.outline).joined(separator: ", then ")
    case .push(let screen): "push \(screen.name)"
    case .show(let screen): "show \(screen.name)"
    case .replace(let screen): "replace \(screen.name)"
    case .setRoot(let screen): "set_root \(screen.name)"
    case .showDetail(let screen): "show_detail \(screen.name)"
    case .present(let screen, let style, _): "present \(screen.name) (\(style.rawValue))"
    case .start(let slot, _, _): "start \(slot)"
    case .pop(let count, _): count == 1 ? "pop" : "pop \(count)"
    case .popTo(let screen, _): "pop_to \(screen)"
    case .popToRoot: "pop_to_root"
    case .selectTab(let name): "select_tab \(name)"
    case .dismiss: "dismiss"
    case .dismissAll: "dismiss_all"
    case .update(let screen, _): screen.map { "update \($0)" } ?? "update"
    case .finish: "finish"
    case .cancel: "cancel"
    case .emit(let event, _): "emit \(event)"
    case .open(let url): "open \(url)"
    case .deferLink: "defer"
    case .ignore: "ignore"
    }
  }
}
