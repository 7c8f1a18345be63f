import Navigation
import PlainValues

/// What the application tells its host.
extension Host {
  /// Starts the root coordinator; once.
  ///
  /// - Returns: the error, where it failed to start. Then nothing has happened, and it may be
  ///   tried again. Nothing is known yet where the call is made from within a turn.
  @discardableResult
  public func start(_ slot: String = "app", input: PackedValue = .empty) -> FlowError? {
    let commit = nextCommit
    arrive(.start(slot: slot, input: input))
    return records.first { $0.commit == commit }?.error
  }

  /// An event that a screen sends.
  ///
  /// - Parameters:
  ///   - screen: the instance that sends it; nil for the one in front. From one that is covered or
  ///     gone by the time its turn comes, the event is dropped with a diagnostic.
  public func send(_ event: String, _ payload: PackedValue = .empty, from screen: ScreenID? = nil) {
    arrive(.screenEvent(event, payload, screen ?? navigation.frontScreen?.id))
  }

  /// The user asks to go back: from the screen in front, or that one.
  public func back(from screen: ScreenID? = nil) {
    arrive(.back(screen ?? navigation.frontScreen?.id))
  }

  /// The user asks to close the topmost modal.
  public func dismiss() { arrive(.dismiss(nil)) }

  /// The user chooses a tab of those in front.
  public func selectTab(_ name: String) { arrive(.selectTab(name)) }

  /// Something happened to the application, such as `did_enter_background`: every coordinator that
  /// names it is told, the root first.
  public func appEvent(_ name: String, _ payload: PackedValue = .empty) {
    arrive(.appEvent(name, payload))
  }

  /// The same, from a service that is a script: it comes again when the script runs again.
  package func scriptEvent(_ name: String, _ payload: PackedValue = .empty) {
    arrive(.appEvent(name, payload), .inside)
  }

  /// Follows a link, such as `app://product/7` or `product/7`, from the root coordinator. One that
  /// comes before the host has started is followed once it has.
  public func open(_ url: String) { arrive(.link(url, chain: [])) }

  /// The user has gone back from a screen, by a gesture that has completed. Nothing can refuse it;
  /// about a screen that is gone already it is nothing.
  public func userWentBack(from screen: ScreenID) { arrive(.wentBack(screen)) }

  /// The user has pulled a modal down. Nothing can refuse it.
  ///
  /// - Parameter modal: the id of the modal's router.
  public func userPulledDown(_ modal: RouterID) { arrive(.pulledDown(modal)) }
}
