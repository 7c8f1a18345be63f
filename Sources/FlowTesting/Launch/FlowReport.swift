import Coordination
import Navigation
import PlainValues

/// What led a flow to where it is, for people: its last turns, and what is on show.
struct FlowReport {
  /// How many turns are shown.
  static let turns = 12

  let lines: [String]

  init(of flow: LaunchedFlow) {
    let shown = flow.records.suffix(Self.turns)
    let left = flow.records.count - shown.count
    var lines = ["turns:"]
    if left > 0 { lines.append("  … \(left) before these") }
    for record in shown { lines += Self.lines(of: record).map { "  " + $0 } }
    if let navigation = flow.openHost?.navigation {
      lines.append("on show:")
      lines += Self.outline(navigation).map { "  " + $0 }
    }
    self.lines = lines
  }

  // MARK: Turns

  private static func lines(of record: TurnRecord) -> [String] {
    let source = record.event.source.map { " from \($0)" } ?? ""
    var first = "\(record.turn)  \(record.event.name)\(source)"
    if !record.event.payload.isEmpty { first += " \(clipped(record.event.payload.description))" }
    let handlers = record.handlers.map { handler in
      handler.name + (handler.place.map { " (\($0))" } ?? "")
    }
    if !handlers.isEmpty { first += " · " + handlers.joined(separator: ", ") }
    if !record.calls.isEmpty {
      first += " · " + record.calls.map(\.description).joined(separator: ", ")
    }
    var lines = [first]
    if let blocked = record.blocked { lines.append("   \(blocked) may not be left") }
    lines += record.diagnostics.map { "   \($0.text)" }
    if let error = record.error {
      lines.append("   error: \(error)")
      lines += error.traceback.map { "     \($0)" }
    }
    return lines
  }

  private static func clipped(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }

  // MARK: Navigation

  /// What is on show as a small tree: a stack is a line, its root first.
  static func outline(_ navigation: Navigation) -> [String] {
    outline(navigation.base, as: "")
      + navigation.modals.flatMap { modal in
        outline(modal.router, as: "\(modal.style.rawValue): ")
      }
  }

  private static func outline(_ router: RouterState, as label: String) -> [String] {
    switch router.content {
    case .stack(let stack):
      let names = stack.screens.map(\.name).joined(separator: " › ")
      return [label + (names.isEmpty ? "nothing" : names)]
    case .tabs(let tabs):
      let parts = tabs.tabs.enumerated().flatMap { index, tab in
        let mark = index == tabs.selected ? " (selected)" : ""
        return outline(tab.router, as: "\(tab.name)\(mark): ")
      }
      return [label + "tabs"] + parts.map { "  " + $0 }
    case .split(let split):
      let parts =
        outline(split.primary, as: "primary: ") + outline(split.secondary, as: "secondary: ")
      return [label + (split.isCollapsed ? "split (collapsed)" : "split")] + parts.map { "  " + $0 }
    }
  }
}
