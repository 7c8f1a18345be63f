import SystemCalls

/// Watches the files in a folder, and in the folders in it, and tells what has changed once it is
/// quiet.
///
/// A save is one change of what is finally there, however an editor makes it; contents count, not
/// times. Hidden files, and what editors leave beside others, are left alone; links to folders are
/// not followed; what links to files lead to is looked at once a second.
///
/// It has no thread: ask it with ``take()`` or ``wait(alongside:atMost:)``. Make it before the files
/// are loaded, so that no change lies between.
///
/// ```swift
/// let watcher = try FolderWatcher(folder)
/// while true {
///   let woken = watcher.wait(alongside: [STDIN_FILENO])
///   for case .changed(let files) in woken.reports { reload(files) }
///   if !woken.readable.isEmpty { takeInput() }
/// }
/// ```
public final class FolderWatcher {
  /// How changes become known.
  public enum Method: Sendable {
    /// The system tells, where it can; else by looking.
    case automatic
    /// By looking, every so often.
    case polling
  }

  public struct Options: Sendable {
    public var method = Method.automatic
    /// How long nothing has to happen before something is told, in seconds.
    public var quiet = 0.05
    /// The longest that it waits for quiet, in seconds.
    public var patience = 2.0
    /// The time between two looks where the system does not tell, in seconds.
    public var interval = 0.5
    /// What is larger, in bytes, counts as unreadable.
    public var largestFile = 4 << 20
    /// How long what has changed has to stay as it was found, in seconds.
    var confirmation = 0.01
    /// How many folders the system is asked to watch before files are looked at in place of that.
    var mostFolders = Int.max
    /// How many files and folders are walked past.
    var mostEntries = FolderWalk.mostEntries

    public init() {}
  }

  /// As it was given.
  public let folder: String
  private let options: Options
  private let isOfInterest: (String) -> Bool
  private var source: any FolderSource
  private var gatherer: ChangeGatherer
  private var known: KnownFiles
  private var presence: FolderPresence
  private var nextCheck: Double
  /// What is to be told next.
  private var reports: [WatchReport] = []
  private var overlooked: [String: String] = [:]
  /// What had changed when it was looked at. It is told when it is found to be the same a moment later:
  /// what is read may be half of a save.
  private var held = HeldChanges()
  private var confirmation: Double?

  /// The time between two looks at what the system does not tell of: whether the folder itself is
  /// still the one at its path, and what links lead to.
  private var checkInterval: Double { presence.identity == nil ? 0.25 : 1 }

  /// Begins to watch. Reads all files of interest.
  ///
  /// - Parameter interest: whether a file, by its path in the folder, is of interest.
  /// - Throws: ``WatchError`` where there is no such folder.
  public init(
    _ folder: String, options: Options = Options(),
    interest: @escaping (String) -> Bool = { $0.hasSuffix(".lua") }
  ) throws(WatchError) {
    self.folder = folder
    self.options = options
    isOfInterest = interest
    guard let identity = FolderPresence.Identity(folder) else {
      throw WatchError(description: "\(folder) cannot be watched: there is no such folder")
    }
    presence = FolderPresence(identity)
    gatherer = ChangeGatherer(quiet: options.quiet, patience: options.patience)
    known = KnownFiles(root: folder, largestFile: options.largestFile, interest: interest)
    source = PollingSource(
      root: folder, interval: options.interval, quiet: options.quiet, interest: interest)
    nextCheck = Self.now
    begin()
    _ = known.look(at: [], [walk("")])
  }

  /// What is in the files of interest, by their paths, as last told. Costs their number.
  public var files: [String: [UInt8]] { known.contents }

  // MARK: Waiting

  /// Becomes readable when there is something to ``take()``; nil where it has to be asked in time.
  /// May be another after each call of ``take()``.
  public var descriptor: Int32? { source.descriptor }

  /// Within how many seconds it is to be asked, though its descriptor may be silent.
  public var timeout: Double {
    if !reports.isEmpty { return 0 }
    var due = nextCheck
    if case .wait(let time) = upcoming() { due = min(due, time) }
    if let confirmation { due = min(due, confirmation) }
    if let look = source.nextLook { due = min(due, look) }
    return max(0, due - Self.now)
  }

  /// What has become known. Never waits; mostly there is nothing.
  public func take() -> [WatchReport] {
    let now = Self.now
    do {
      for event in try source.events(at: now) { gatherer.take(event, at: now) }
    } catch {
      poll(because: error.reason)
      gatherer.take(.folder(""), at: now)
    }
    if now >= nextCheck { check(now) }
    if case .look(let gathered) = gatherer.next(at: now) { look(gathered) }
    if let confirmation, now >= confirmation { confirm() }
    defer { reports = [] }
    return reports
  }

  /// What ended a wait; nothing where the time was up.
  public struct Wakening: Sendable {
    public let reports: [WatchReport]
    /// Those of the descriptors that have something to read, or have ended.
    public let readable: [Int32]
  }

  /// Waits until there is something to tell, or to read from one of these descriptors.
  ///
  /// - Parameter seconds: how long at most; nil waits for ever.
  public func wait(
    alongside descriptors: [Int32] = [], atMost seconds: Double? = nil
  ) -> Wakening {
    let end = seconds.map { Self.now + $0 }
    while true {
      let reports = take()
      let rest = end.map { max(0, $0 - Self.now) }
      let due = reports.isEmpty ? min(timeout, rest ?? timeout) : 0
      let readable = poll(descriptors, for: due)
      if !reports.isEmpty || !readable.isEmpty || rest == 0 {
        return Wakening(reports: reports, readable: readable)
      }
    }
  }

  private func poll(_ descriptors: [Int32], for seconds: Double) -> [Int32] {
    var wanted = (descriptors + [descriptor ?? -1]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = Int32(min((seconds * 1000).rounded(.up), 60_000))
    guard SystemCalls.poll(&wanted, nfds_t(wanted.count), milliseconds) > 0 else { return [] }
    return zip(descriptors, wanted).filter { $0.1.revents != 0 }.map(\.0)
  }

  private func upcoming() -> ChangeGatherer.Step {
    var copy = gatherer
    return copy.next(at: -.infinity)
  }

  private static var now: Double { MachineTime.steady }

  // MARK: Looking

  private func look(_ gathered: ChangeGatherer.Gathered) {
    var folders = gathered.folders
    switch presence.see(FolderPresence.Identity(folder)) {
    case .same: break
    case .gone: return
    case .vanished:
      source.end()
      reports.append(.vanished)
      nextCheck = min(nextCheck, Self.now + checkInterval)
      return
    case .returned:
      reports.append(.returned)
      fallthrough
    case .replaced:
      begin()
      folders = [""]
    }
    for change in known.look(at: gathered.files, folders.sorted().map(walk)) {
      held.add(change)
    }
    confirmation = held.isEmpty ? nil : Self.now + options.confirmation
  }

  /// Tells what is held, if nothing has happened to it since; else it is looked at again when it is
  /// quiet.
  private func confirm() {
    confirmation = nil
    guard upcoming() == .idle else { return }
    let again = known.look(at: held.paths, [])
    guard again.isEmpty else {
      for change in again { held.add(change) }
      confirmation = Self.now + options.confirmation
      return
    }
    let changes = held.take()
    if !changes.isEmpty { reports.append(.changed(changes)) }
  }

  /// Walks through a folder, and tells what cannot be watched there.
  private func walk(_ start: String) -> (folder: String, walk: FolderWalk) {
    let walk = FolderWalk(root: folder, from: start, mostEntries: options.mostEntries)
    let told = overlooked
    overlooked = overlooked.filter { !$0.key.isInside(start) && $0.key != start }
    for (path, reason) in walk.problems.sorted(by: { $0.key < $1.key }) {
      overlooked[path] = reason
      if told[path] != reason { reports.append(.overlooked(path, because: reason)) }
    }
    return (start, walk)
  }

  /// What the system does not tell of.
  private func check(_ now: Double) {
    if FolderPresence.Identity(folder) != presence.identity { gatherer.take(.folder(""), at: now) }
    for link in known.changedLinks { gatherer.take(.finished(link), at: now) }
    nextCheck = now + checkInterval
  }

  // MARK: Sources

  /// Begins with the folder as it is now, by the way that is asked for if that is to be had.
  private func begin() {
    do {
      source = try makeSource()
      try source.begin()
    } catch {
      poll(because: error.reason)
    }
  }

  private func makeSource() throws(SourceError) -> any FolderSource {
    #if os(Linux)
      if source is InotifySource { return source }
      if options.method == .automatic {
        return try InotifySource(
          root: folder, mostFolders: options.mostFolders, interest: isOfInterest)
      }
    #endif
    return source
  }

  private func poll(because reason: String) {
    let polling = PollingSource(
      root: folder, interval: options.interval, quiet: options.quiet, interest: isOfInterest)
    polling.begin()
    source = polling
    reports.append(.polling(because: reason))
  }
}
