import Console
import SystemCalls

/// Runs tests, and again those that a change can reach, until somebody has had enough.
public final class WatchSession {
  /// Runs a round, says what happens to those who asked for reports, and to the session.
  public typealias Run = (
    WatchRound, RunPlan, any Interrupting, _ tell: (RunEvent) -> Void
  ) throws -> RunSummary

  /// How it ended.
  public enum End: Hashable, Sendable {
    /// As was asked for, after a last round in which all had passed, or not.
    case quit(passed: Bool)
    /// By a signal.
    case signal
  }

  private let plan: RunPlan
  private let specs: WatchedSpecs
  private let signals: Interruption
  private let folders = WatchedFolders()
  private let keys: KeyInput
  private var screen: WatchScreen
  private var state = WatchState()
  /// What has been typed and not been dealt with.
  private var steps: [WatchKeys.Step] = []

  /// From now on keys count at once where the input is a terminal.
  ///
  /// - Parameters:
  ///   - plan: what the command line asks for. What it chooses from, it does in each round.
  ///   - operands: the files and folders that it names.
  ///   - input: where keys are read.
  public init(
    _ plan: RunPlan, operands: [String], signals: Interruption, input: Int32, screen: WatchScreen
  ) {
    self.plan = plan
    self.signals = signals
    self.screen = screen
    specs = WatchedSpecs(operands, plan)
    keys = KeyInput(input)
  }

  /// Runs rounds until it is to end.
  public func run(_ run: Run) throws -> End {
    defer { keys.end() }
    var targets = specs.targets
    // Before anything is loaded, so that no change is missed.
    folders.add(specs.folders(of: targets))
    var next: WatchRound? = state.begin(targets)
    var isFirst = true
    while true {
      if let round = next {
        if !isFirst { try screen.begin(round) }
        isFirst = false
        try carryOut(round, run)
        if signals.signal != 0 { return .signal }
      }
      targets = specs.targets
      switch try decide(targets) {
      case .run(let round)?: next = round
      case .quit?: return .quit(passed: state.hasPassed)
      case .say(let lines)?:
        next = nil
        try screen.say(lines)
      case nil:
        if next != nil, !keys.isTyping { try screen.say(standing) }
        next = nil
        wait()
        if signals.signal != 0 { return .signal }
      }
    }
  }

  private func carryOut(_ round: WatchRound, _ run: Run) throws {
    let summary = try run(round, round.plan(plan), self) { state.take($0) }
    state.ended(summary)
    let apart = state.known.files.filter { !folders.covers($0) }.map(AbsolutePath.folder)
    folders.add(Set(apart).union(specs.folders(of: round.targets)))
  }

  private var standing: [String] {
    WatchMessages.waiting(
      files: folders.count, failingBefore: state.failingBefore, narrowed: state.narrowed)
  }

  // MARK: What comes next

  /// What follows from what has come; nil where nothing has.
  private func decide(_ targets: [SpecTarget]) throws -> WatchState.Action? {
    look()
    try screen.say(folders.takeNotes())
    while !steps.isEmpty {
      switch steps.removeFirst() {
      case .command(let command):
        // All is up to date then.
        if command == .all { _ = folders.takeChanges() }
        return state.take(command, targets)
      case .typing(let text): try screen.typing(text)
      case .cancelled: return .say([WatchMessages.cancelled])
      case .unknown(let text): return .say([WatchMessages.noKey(text)])
      }
    }
    // Not while a text is being typed: it would be lost from sight.
    let changes = keys.isTyping ? [] : folders.takeChanges()
    return changes.isEmpty ? nil : state.take(changes, targets)
  }

  /// Takes in what has come.
  ///
  /// - Returns: whether files have changed.
  @discardableResult
  private func look() -> Bool {
    steps += keys.take()
    return folders.look()
  }

  private func wait() {
    while true {
      var wanted = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let milliseconds = Int32(min(max((timeout * 1000).rounded(.up), 0), 60_000))
      _ = poll(&wanted, nfds_t(wanted.count), milliseconds)
      let hasChanged = look()
      if hasChanged || !steps.isEmpty || signals.signal != 0 { return }
    }
  }
}

extension WatchSession: Interrupting {
  public var descriptors: [Int32] {
    signals.descriptors + (keys.descriptor.map { [$0] } ?? []) + folders.descriptors
  }

  public var timeout: Double { folders.timeout }

  /// Whether the round that runs is to make way: for what somebody has typed, or for a change.
  public func breaksOff() -> Bool {
    let hasChanged = look()
    if signals.signal != 0 { return true }
    let isAsked = steps.contains { step in
      switch step {
      case .command(let command): command != .help
      case .typing: true
      case .cancelled, .unknown: false
      }
    }
    return isAsked || hasChanged && state.isOvertaken(by: folders.waiting, specs.targets)
  }
}
