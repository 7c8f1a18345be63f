import Navigation
import PlainValues

/// A snapshot as the document that is written. What is off, empty or absent is left out.
extension Snapshot {
  var value: Value {
    var entries: [String: Value] = [
      "sextant_snapshot": .integer(Self.version),
      "last_id": .integer(Int(clamping: lastID)),
      "time": .number(time),
      "navigation": navigation.value,
      "root": root.value(under: nil),
    ]
    entries["device"] = device?.value
    if !attributes.isEmpty { entries["attributes"] = .object(attributes) }
    if !store.isEmpty { entries["store"] = .object(store) }
    if !variants.isEmpty { entries["variants"] = .object(variants.mapValues { .string($0) }) }
    if !routers.isEmpty { entries["routers"] = .array(routers.map(\.value)) }
    if !timers.isEmpty { entries["timers"] = .array(timers.map(\.value)) }
    entries["deferred_link"] = deferredLink.map { .string($0) }
    entries["refused"] = refused?.value
    entries.merge(parts) { own, _ in own }
    return .object(entries)
  }
}

extension SavedCoordinator {
  /// - Parameter parent: the router that it has unless it says another.
  fileprivate func value(under parent: RouterID?) -> Value {
    var entries: [String: Value] = [
      "id": .integer(Int(clamping: id.rawValue)), "name": .string(name),
    ]
    if binding.slot != name { entries["slot"] = .string(binding.slot) }
    if binding.script != binding.slot { entries["script"] = .string(binding.script) }
    entries["variant"] = binding.variant.map { .string($0) }
    if !input.isEmpty { entries["input"] = input.value }
    if !state.isEmpty { entries["state"] = state.value }
    if version != .null { entries["version"] = version }
    if let parent, parent != router { entries["router"] = router.value }
    if hasOwnRouter { entries["own_router"] = true }
    if isAwaited { entries["awaited"] = true }
    entries["services"] = services.map { .object($0.mapValues { .string($0) }) }
    if restarts { entries["restarts"] = true }
    if !interrupted.isEmpty { entries["interrupted"] = .array(interrupted.map(\.value)) }
    if !screens.isEmpty { entries["screens"] = .array(screens.map(\.value)) }
    if !containers.isEmpty { entries["containers"] = .array(containers.map(\.value)) }
    if !children.isEmpty {
      entries["children"] = .array(children.map { $0.value(under: router) })
    }
    return .object(entries)
  }
}

extension SavedHandler {
  /// What is known of it, as a document and a payload have it.
  var value: Value {
    var entries: [String: Value] = [:]
    entries["event"] = event.map { .string($0) }
    entries["source"] = source.map { .string($0) }
    entries["waits"] = waits.map { .string($0) }
    return .object(entries)
  }
}

extension RefusedRequest {
  fileprivate var value: Value {
    [
      "request": arrival.value, "screen": screen.value,
      "agreed": .array(agreed.sorted().map(\.value)),
    ]
  }
}

extension SavedRouter {
  fileprivate var value: Value {
    var entries: [String: Value] = ["router": id.value]
    switch purpose {
    case .modal(let modal):
      entries["modal"] = .string(modal.style.rawValue)
      entries["over"] = modal.over.value
      if modal.isLocked { entries["locked"] = true }
    case .tab(let slot, let input):
      entries["start"] = .string(slot)
      if !input.isEmpty { entries["input"] = input.value }
    }
    return .object(entries)
  }
}

extension SavedTimer {
  fileprivate var value: Value {
    var entries: [String: Value] = [
      "id": .integer(Int(clamping: id.rawValue)), "coordinator": coordinator.value,
      "event": .string(event), "due": .number(due),
    ]
    if !payload.isEmpty { entries["payload"] = payload.value }
    return .object(entries)
  }
}

extension RawRepresentable<UInt64> {
  fileprivate var value: Value { .integer(Int(clamping: rawValue)) }
}
