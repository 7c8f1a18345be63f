import Navigation

/// What carries navigation out: the application's part.
///
/// The host decides what is to be on show and asks the router for the calls that lead there, once
/// a commit, after all has settled. A router over UIKit keeps a controller for each screen by
/// ``Screen/id`` and a `UINavigationController` for each ``RouterID``, and translates each call to
/// the one of the same name; it need not compare or look anything up.
///
/// What it is asked, and in what order:
///
/// 1. modals that go, the topmost first;
/// 2. tabs and splits of what was there already;
/// 3. for each router, from the base up: if it is a modal's that comes, the modal with its first
///    screen, then its tabs or split; then at most one call on its stack;
/// 4. the selected tab, and then modals over what only that shows;
/// 5. badges, and screens whose params have changed.
///
/// What it must tell the host:
///
/// - what a screen sends: ``Host/send(_:_:from:)``;
/// - what the user asks for and the platform can still refuse, such as the back button or a tab:
///   ``Host/back(from:)``, ``Host/dismiss()``, ``Host/selectTab(_:)``. The platform waits for the
///   calls; it does not go ahead itself;
/// - what the user has already done, such as a swipe that has completed or a sheet that was pulled
///   down: ``Host/userWentBack(from:)``, ``Host/userPulledDown(_:)``. The host is not told of a
///   gesture that was abandoned. A gesture on a screen whose ``Screen/interception`` says so is to
///   be refused at its start, and asked for instead
///   (``Navigation/refusesPulling(_:)`` for a whole modal).
///
/// A router may tell the host something while it is performing; it is taken up afterwards, in
/// order. Anything that is out of date by then is dropped.
public protocol Router: AnyObject {
  /// Carries out the calls of one commit, in order.
  ///
  /// - Parameters:
  ///   - calls: at least one.
  ///   - before: what was on show, with what the user has already done.
  ///   - after: what is to be on show. A router that has lost its way can rebuild all from it.
  func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation)
}

/// A router that shows nothing and writes down what it was asked: for tests and for machines.
public final class HeadlessRouter: Router {
  /// All calls so far, in order.
  public private(set) var calls: [RouterCall] = []
  /// What is on show.
  public private(set) var navigation: Navigation?

  public init() {}

  public func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    self.calls += calls
    navigation = after
  }

  /// Forgets the calls so far.
  public func clear() { calls = [] }
}
