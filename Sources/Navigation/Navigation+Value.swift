import PlainValues

extension Navigation {
  /// All that is on show as plain data, for snapshots, traces and messages.
  ///
  /// ```json
  /// { "base": { "router": 1, "stack": [ { "id": 1, "name": "home", "params": { "n": 1 } } ] },
  ///   "modals": [ { "over": 1, "style": "sheet", "single": true, "router": { … } } ] }
  /// ```
  ///
  /// A router has `stack`, or `tabs` and `selected`, or `split`. What is off, empty or absent is
  /// left out.
  public var value: Value {
    var entries = ["base": base.value]
    if !modals.isEmpty { entries["modals"] = .array(modals.map(\.value)) }
    return .object(entries)
  }
}

extension RouterState {
  public var value: Value {
    var entries: [String: Value] = ["router": id.value]
    switch content {
    case .stack(let stack):
      entries["stack"] = stack.isEmpty ? .empty : .array(stack.screens.map(\.value))
    case .tabs(let tabs):
      entries["tabs"] = .array(tabs.tabs.map(\.value))
      entries["selected"] = tabs.selectedTab.map { .string($0.name) }
    case .split(let split):
      entries["split"] = split.value
    }
    return .object(entries)
  }
}

extension Screen {
  public var value: Value {
    var entries: [String: Value] = ["id": id.value, "name": .string(name)]
    if !params.isEmpty { entries["params"] = params.value }
    if !interception.isEmpty {
      entries["intercepts"] = .array(
        [(Interception.back, "back"), (.dismiss, "dismiss")].compactMap { gesture, name in
          interception.contains(gesture) ? .string(name) : nil
        })
    }
    return .object(entries)
  }
}

extension Tab {
  fileprivate var value: Value {
    var entries: [String: Value] = ["name": .string(name), "router": router.value]
    entries["title"] = title.map(Value.string)
    entries["icon"] = icon.map(Value.string)
    entries["badge"] = badge
    return .object(entries)
  }
}

extension Split {
  fileprivate var value: Value {
    var entries = ["primary": primary.value, "secondary": secondary.value]
    if isCollapsed { entries["collapsed"] = true }
    return .object(entries)
  }
}

extension Modal {
  fileprivate var value: Value {
    var entries: [String: Value] = [
      "router": router.value, "over": over.value, "style": .string(style.rawValue),
    ]
    if isLocked { entries["locked"] = true }
    if isSingle { entries["single"] = true }
    return .object(entries)
  }
}

extension RawRepresentable<UInt64> {
  fileprivate var value: Value { .integer(Int(clamping: rawValue)) }
}
