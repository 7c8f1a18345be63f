import Navigation
import PlainValues

/// What the user and the application ask for.
extension Turn {
  func apply(_ arrival: Arrival, options: HostOptions) throws {
    switch arrival {
    case .start(let slot, let input): try startRoot(slot, input)
    case .screenEvent(let name, let payload, let screen):
      try takeScreenEvent(name, payload, screen, background: options.backgroundEvents)
    case .back(let screen): try goBack(from: screen)
    case .dismiss(let modal): try dismissFront(modal)
    case .selectTab(let name): try chooseTab(name)
    case .appEvent(let name, let payload): try broadcast(name, payload)
    case .timer(let id, _): if let timer = firing, timer.id == id { try fire(timer) }
    case .delivery(let delivery): try deliver(delivery)
    case .link(let url, let chain): try open(url, chain: chain)
    case .answer(let call, let answer): take(answer, to: call)
    case .storm(let problem): throw exceeds(problem)
    case .swap(let slot, let variant, let live): try swap(slot, to: variant, live: live)
    case .reload(let reload): try reload.apply(ReloadContext(turn: self))
    case .restore, .wentBack, .pulledDown: break
    }
  }

  private func startRoot(_ slot: String, _ input: PackedValue) throws {
    guard !world.hasStarted else {
      throw FlowError(.misuse, "the host has started already; one host runs one flow")
    }
    _ = try start(slot, input: input, by: nil)
  }

  private func takeScreenEvent(
    _ name: String, _ payload: PackedValue, _ id: ScreenID?, background: [String: Set<String>]
  ) throws {
    try Turn.check(eventName: name)
    var dropped: EmittedRecord { EmittedRecord(name: name, payload: payload) }
    guard let id else {
      return note(
        .dropped, "\"\(name)\" is dropped: no screen is in front that could send it", of: dropped)
    }
    guard let record = world.screens[id], let screen = world.navigation.screen(id) else {
      return note(
        .dropped, "\"\(name)\" is dropped: the screen that sent it is gone", of: dropped)
    }
    guard
      isProceeding || world.navigation.isInFront(id)
        || background[screen.name]?.contains(name) == true
        || sources.contains(where: { $0.sendsInBackground(name, screen.name) })
    else {
      let shown = world.navigation.front.map(\.name).joined(separator: " and ")
      return note(
        .dropped, "\"\(name)\" from \(screen.name) is dropped: it is covered, \(shown) is in front",
        of: dropped)
    }
    if try isKept(.screenEvent(name, payload, id), name, from: screen, of: record.owner) { return }
    let event = Event(
      name, from: .screen(screen.name), payload: payload, screen: id,
      screenName: screen.name, params: screen.params)
    let origin = closeItself(record)
    try deliver(
      Delivery(
        addressee: record.owner, sender: screen.name, event: event, route: .bubbling,
        origin: origin))
  }

  /// An alert closes as the user chooses something in it, as if its owner had closed it. A flow in
  /// an alert of its own thus lives on, to handle what was chosen.
  ///
  /// - Returns: the router that the event came from: of an alert the one that it lay over.
  private func closeItself(_ screen: ScreenRecord) -> RouterID {
    guard let modal = world.navigation.modal(of: screen.router), modal.style.closesItself else {
      return screen.router
    }
    let screens = Set(world.navigation.screens(in: modal.id).map(\.id))
    remove(screens, by: screen.owner, reason: .dismissed)
    return modal.over
  }

  // MARK: Back and dismiss

  private func goBack(from id: ScreenID?) throws {
    guard let id, world.screens[id] != nil, let place = world.navigation.locate(id) else {
      return note(.note, "nothing to go back from: no such screen is on show")
    }
    if let modal = world.navigation.modal(of: place.router), place.isRoot,
      modal.id == place.router
    {
      return try askToDismiss(modal)
    }
    if try ownerHandles(.back(id), EventNames.back, from: place.screen, reason: .back) { return }
    // What handles it may have declined after all it did; look again.
    guard let place = world.navigation.locate(id) else { return }
    guard !place.isRoot else {
      return note(.note, "cannot go back from \(place.screen.name): it is the root")
    }
    let removal = try takeAway(by: nil, .back) { try $0.pop(through: id) }
    account(for: removal, by: nil, reason: .back)
  }

  private func dismissFront(_ id: RouterID?) throws {
    let wanted = id.map { world.navigation.modal(of: $0) }
    guard let modal = wanted ?? world.navigation.visibleModals.last else {
      return note(.note, "nothing to dismiss: no modal is up")
    }
    try askToDismiss(modal)
  }

  private func askToDismiss(_ modal: Modal) throws {
    let name = world.navigation.rootName(ofModal: modal.id) ?? "the modal"
    guard modal.canBePulledDown else {
      let why = modal.isLocked ? "it is locked" : "its style is \(modal.style.rawValue)"
      return note(.note, "\(name) cannot be pulled down: \(why)")
    }
    if let root = world.navigation.rootScreen(ofModal: modal.id),
      try ownerHandles(.dismiss(modal.id), EventNames.dismiss, from: root, reason: .dismissed)
    {
      return
    }
    guard world.navigation.modal(of: modal.id) != nil else { return }
    let removal = try takeAway(by: nil, .dismissed) { try $0.dismiss(modal: modal.id) }
    account(for: removal, by: nil, reason: .dismissed)
  }

  /// Whether the screen's owner does something of its own instead. What that takes away of the
  /// screen counts as the user's doing.
  private func ownerHandles(
    _ arrival: Arrival, _ name: String, from screen: Screen, reason: RemovalReason
  ) throws -> Bool {
    guard let record = world.screens[screen.id] else { return false }
    if try isKept(arrival, name, from: screen, of: record.owner) { return true }
    screenLeftByUser = (screen.id, reason)
    defer { screenLeftByUser = nil }
    let event = Event(
      name, from: .screen(screen.name), screen: screen.id, screenName: screen.name,
      params: screen.params)
    return try handle(event, in: record.owner, origin: record.router)
  }

  // MARK: Tabs and the application

  private func chooseTab(_ name: String) throws {
    let containers = isProceeding ? world.navigation.showingTabs : world.navigation.frontTabs
    guard let nearest = containers.first else {
      let cover = world.navigation.showingTabs.isEmpty ? nil : world.navigation.front.last?.name
      return note(
        .note,
        "nothing to select: \(cover.map { "\($0) covers the tabs" } ?? "no tabs are in front")")
    }
    guard
      let router = containers.first(where: { world.navigation.tabs(of: $0)?[name] != nil })
    else {
      let names = world.navigation.tabs(of: nearest)?.names ?? []
      return note(.note, "there is no tab \"\(name)\"\(Suggestion.near(name, among: names))")
    }
    if let owner = world.routers[router]?.containerOwner,
      try handle(Event(name, from: .tabs), in: owner, origin: router)
    {
      return
    }
    guard let tabs = world.navigation.tabs(of: router), let tab = tabs[name] else { return }
    guard tabs.selectedTab?.name == name else { return try select(name, on: router) }
    try returnToRoot(of: tab)
  }

  /// Selecting the selected tab goes back to its root.
  private func returnToRoot(of tab: Tab) throws {
    let router = world.navigation.leadingStack(in: tab.router.id)
    guard let stack = world.navigation.router(router)?.stack, stack.count > 1 else {
      return note(.note, "the tab \(tab.name) is selected already, and at its root")
    }
    let removal = try takeAway(by: nil, .back) { try $0.popToRoot(on: router) }
    account(for: removal, by: nil, reason: .back)
  }

  private func broadcast(_ name: String, _ payload: PackedValue) throws {
    guard !EventNames.reservedForApp.contains(name) else { throw Turn.reserved(name) }
    guard let listeners = world.appListeners[name] else {
      return note(.note, "no coordinator names the application's event \"\(name)\"")
    }
    let rootFirst = listeners.values.sorted { one, other in
      one.depth != other.depth ? one.depth < other.depth : one.id < other.id
    }
    for listener in rootFirst {
      post(
        Delivery(
          addressee: listener, sender: "the application",
          event: Event(name, from: .app, payload: payload), route: .broadcast, origin: nil))
    }
  }

  private func fire(_ timer: HostTimer) throws {
    if let delivery = Delivery(timer) { return try deliver(delivery) }
    guard case .wake(let handler) = timer.purpose else { return }
    effects.sequels.append(
      .wake(Wake(coordinator: timer.coordinator, handler: handler, answer: [])))
  }

  /// A service has answered; a handler that has gone does not hear of it.
  private func take(_ answer: ServiceAnswer, to call: ServiceCallID) {
    guard let calling, let caller = calling.coordinator, caller.lifecycle.isLive else { return }
    let results = answer.results.map { value in
      value == .null ? nil : try? PackedValue(value)
    }
    wake(caller, waitingFor: .service(call), results)
  }

  /// Refuses names that only the host may use.
  static func check(eventName name: String) throws {
    guard !name.isEmpty else { throw FlowError(.misuse, "an event has a name") }
    guard EventNames.reserved.contains(name) else { return }
    throw reserved(name)
  }

  private static func reserved(_ name: String) -> FlowError {
    FlowError(
      .misuse, "\"\(name)\" is an event that only the host sends; give yours another name")
  }
}

/// What the user has done.
extension Turn {
  /// - Returns: what the platform shows already: the navigation without what the user has taken
  ///   away. About what is gone before, a fact is nothing.
  func apply(_ fact: Arrival) -> Navigation {
    switch fact {
    case .wentBack(let screen): wentBack(from: screen)
    case .pulledDown(let modal): pulledDown(modal)
    default: world.navigation
    }
  }

  private func wentBack(from screen: ScreenID) -> Navigation {
    guard world.screens[screen] != nil, let place = world.navigation.locate(screen),
      !place.isRoot,
      let removal = try? world.navigation.pop(through: screen)
    else { return world.navigation }
    let shown = world.navigation
    account(for: removal, by: nil, reason: .back)
    return shown
  }

  private func pulledDown(_ modal: RouterID) -> Navigation {
    guard let removal = try? world.navigation.dismiss(modal: modal) else {
      return world.navigation
    }
    let shown = world.navigation
    account(for: removal, by: nil, reason: .dismissed)
    return shown
  }
}

extension Navigation {
  /// The screen that a modal began with.
  func rootScreen(ofModal router: RouterID) -> Screen? {
    self.router(router)?.stack?.root ?? topScreen(of: router)
  }
}

extension Delivery {
  /// What a timer tells; nil where it wakes a handler.
  init?(_ timer: HostTimer) {
    guard case .event(let name, let payload) = timer.purpose else { return nil }
    self.init(
      addressee: timer.coordinator, sender: "a timer",
      event: Event(name, from: .timer, payload: payload), route: .direct,
      origin: timer.coordinator.router)
  }
}
