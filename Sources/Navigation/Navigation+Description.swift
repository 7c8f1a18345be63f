extension Navigation: CustomStringConvertible {
  /// What is on show as a small tree, for messages: the base, then the modals with the lowest
  /// first. A star marks the selected tab.
  public var description: String {
    let visible = Set(visibleModals.map(\.id))
    var lines = base.tree(label: "base")
    for modal in modals {
      let waiting = visible.contains(modal.id) ? "" : " (waiting)"
      let tab = tabName(of: modal.over).map { " over \($0)" } ?? ""
      lines += modal.router.tree(label: modal.style.rawValue + tab + waiting)
    }
    return lines.joined(separator: "\n")
  }
}

extension RouterState {
  fileprivate func tree(label: String) -> [String] {
    let parts: [String]
    switch content {
    case .stack(let stack): return ["\(label): \(stack.isEmpty ? "nothing" : stack.path)"]
    case .tabs(let tabs):
      parts = tabs.tabs.enumerated().flatMap { index, tab in
        tab.router.tree(label: (index == tabs.selected ? "*" : "") + tab.name)
      }
    case .split(let split):
      parts =
        split.primary.tree(label: "primary")
        + split.secondary.tree(label: split.isCollapsed ? "secondary (waiting)" : "secondary")
    }
    return ["\(label):"] + parts.map { "  \($0)" }
  }
}
