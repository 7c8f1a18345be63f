import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// A gesture of the user's that has begun.
enum Gesture {
  case back(ScreenID)
  case dismiss(RouterID)
}

/// What a test does with a flow.
extension LaunchedFlow {
  /// An event of a screen: of the one in front, or of that name.
  func send(_ event: String, _ payload: PackedValue, from screen: String?) throws {
    try drive("send \"\(event)\"") { host in
      host.send(event, payload, from: try screen.map { try instance($0, in: host.navigation) })
    }
  }

  /// The screen that a name means: the one in front, else the newest.
  private func instance(_ name: String, in navigation: Navigation) throws -> ScreenID {
    if let front = navigation.front.last(where: { $0.name == name }) { return front.id }
    guard let newest = navigation.screens.filter({ $0.name == name }).map(\.id).max() else {
      let names = Set(navigation.screens.map(\.name)).sorted()
      throw LaunchProblem(
        "no screen \"\(name)\" is there to send from\(Suggestion.near(name, among: names))")
    }
    return newest
  }

  // MARK: Other scripts

  /// Takes over other contents of files; nil for one that is to go.
  ///
  /// - Returns: what came of it.
  func reload(_ files: [String: String?]) throws -> Value {
    guard let project else { throw LaunchProblem(Self.hasEnded) }
    var report: ReloadReport?
    try drive("reload") { _ in
      report = project.reload(changing: files.mapValues { $0.map { Array($0.utf8) } })
    }
    return report?.value ?? .empty
  }

  func swap(_ slot: String, to variant: String, live: LiveCoordinators) throws {
    try drive("swap \"\(slot)\"") { $0.swap(slot, to: variant, live: live) }
  }

  // MARK: Gestures

  /// A swipe back begins, unless somebody wants to be asked first: then it becomes a request.
  ///
  /// - Returns: whether it has begun, and is to be completed or cancelled.
  func beginBack() throws -> Bool {
    let navigation = try host().navigation
    guard let screen = navigation.front.last, let place = navigation.locate(screen.id),
      !place.isRoot
    else { return false }
    guard !screen.interception.contains(.back) else {
      try drive("begin_back") { $0.back(from: screen.id) }
      return false
    }
    gesture = .back(screen.id)
    return true
  }

  /// The same, of pulling the topmost modal down.
  func beginDismiss() throws -> Bool {
    let navigation = try host().navigation
    guard let modal = navigation.visibleModals.last, modal.canBePulledDown else { return false }
    guard !navigation.refusesPulling(modal) else {
      try drive("begin_dismiss") { $0.dismiss() }
      return false
    }
    gesture = .dismiss(modal.id)
    return true
  }

  func completeGesture() throws {
    let gesture = try takeGesture("complete")
    try drive("complete") { host in
      switch gesture {
      case .back(let screen): host.userWentBack(from: screen)
      case .dismiss(let modal): host.userPulledDown(modal)
      }
    }
  }

  func cancelGesture() throws { _ = try takeGesture("cancel") }

  private func takeGesture(_ verb: String) throws -> Gesture {
    if let gesture = gesture.take() { return gesture }
    throw LaunchProblem(
      "there is no gesture to \(verb): begin_back() or begin_dismiss() has to give true first")
  }

  // MARK: Time

  /// How often services may wake in one step.
  private static let mostWakings = 10_000

  /// Lets virtual time pass; what is due on the way happens, each at its time.
  func advance(_ seconds: Double) throws {
    guard seconds.isFinite, seconds >= 0 else {
      throw LaunchProblem("time goes on by 0 seconds or more, not by \(seconds)")
    }
    try drive("advance") { host in
      let end = host.now + seconds
      var wakings = 0
      while let due = sleepers.nextDue, due <= end {
        wakings += 1
        guard wakings <= Self.mostWakings, let services = globals?.services else {
          throw LaunchProblem("a service sleeps again and again: it woke \(wakings - 1) times")
        }
        host.advance(by: max(0, due - host.now))
        try sleepers.wakeFirst(services)
        host.takeAnswers()
      }
      host.advance(by: max(0, end - host.now))
    }
  }
}
