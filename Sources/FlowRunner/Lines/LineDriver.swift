import Console
import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// Drives a host by lines of JSON, and writes a line of JSON for each turn.
///
/// A line that is not such JSON is answered with an error line and changes nothing.
public final class LineDriver {
  private let host: Host
  private let output: Output
  private let keepers: [any RecordKeeper]
  private let folder: ScriptFolder
  private let reader: LineReader
  private var outline = TreeOutline()
  /// A failure to write, kept until the call that caused it can throw it.
  private var failure: (any Error)?

  /// Whether a turn has failed.
  public private(set) var hasFailedTurns = false

  /// The longest line that is read, in bytes.
  public static let longestLine = 4 << 20

  /// - Parameters:
  ///   - reader: of the lines, which are at most ``longestLine``.
  ///   - output: where the turns go.
  ///   - folder: what is reloaded from.
  ///   - keepers: what keeps something of each turn, before its line is written.
  public init(
    _ host: Host, reader: LineReader, output: Output, folder: ScriptFolder,
    keepers: [any RecordKeeper] = []
  ) {
    self.folder = folder
    self.host = host
    self.output = output
    self.keepers = keepers
    self.reader = reader
    host.observe { [weak self] record in self?.write(record) }
  }

  /// Begins the flow, then takes lines until the input ends or one asks to quit.
  ///
  /// - Throws: ``LaunchError`` where a snapshot cannot be restored, ``InputError`` where the input
  ///   cannot be read, ``OutputError`` where the output cannot be written, and what a keeper throws.
  public func run(_ launch: Launch) throws {
    try launch.begin(host)
    try throwFailure()
    while let line = try nextLine(launch) {
      guard try take(line) else { break }
      try throwFailure()
    }
    host.close()
    for keeper in keepers { try keeper.finish() }
  }

  /// The next line; until it comes, what changes in the folder is taken over.
  private func nextLine(_ launch: Launch) throws -> LineReader.Line? {
    if let watcher = folder.watcher {
      // Also while lines wait: a save is taken over between two of them.
      var reports = watcher.take()
      while !reports.isEmpty || !reader.isReady(within: 0) {
        if reports.isEmpty { reports = watcher.wait(alongside: [reader.descriptor]).reports }
        let notes = folder.take(reports)
        reports = []
        for note in notes { try output.write(note.line) }
        if folder.mayStart(host, after: notes) { try launch.begin(host) }
        try throwFailure()
      }
    }
    return try reader.next()
  }

  /// - Returns: false where it asks to quit.
  private func take(_ line: LineReader.Line) throws -> Bool {
    do {
      guard case .bytes(let bytes) = line else {
        throw InputError("the line is longer than \(Self.longestLine >> 20) MiB")
      }
      if bytes.isBlankLine { return true }
      return try carryOut(try InputLine(bytes))
    } catch let error as InputError {
      try output.write(error.line(reader.lineNumber))
      return true
    }
  }

  private func carryOut(_ line: InputLine) throws -> Bool {
    switch line {
    case .send(let event, let payload, let screen):
      host.send(event, payload, from: try screen.map(instance))
    case .back: host.back()
    case .dismiss: host.dismiss()
    case .tab(let name): host.selectTab(name)
    case .open(let url): host.open(url)
    case .app(let event, let payload): host.appEvent(event, payload)
    case .advance(let seconds):
      host.advance(by: seconds)
      if failure == nil { for keeper in keepers { try keeper.keepTime(of: host) } }
    case .snapshot: try answerSnapshot()
    case .swap(let slot, let variant, let live): host.swap(slot, to: variant, live: live)
    case .reload: try reload()
    case .quit: return false
    }
    return true
  }

  private func reload() throws {
    do {
      if let report = try folder.reload() { try output.write(ReloadNote.reloaded(report).line) }
    } catch let error as ProjectError {
      try output.write(ReloadNote.reloaded(ReloadReport(unreadable: error.problems)).line)
    }
  }

  private func answerSnapshot() throws {
    do {
      try output.write(JSON.text(of: ["snapshot": try host.snapshot()]) + "\n")
    } catch let error as FlowError {
      throw InputError(error.message)
    }
  }

  /// The screen that a name means: the one in front, else the newest.
  private func instance(_ name: String) throws -> ScreenID {
    let navigation = host.navigation
    if let front = navigation.front.last(where: { $0.name == name }) { return front.id }
    guard let newest = navigation.screens.filter({ $0.name == name }).map(\.id).max() else {
      let names = Set(navigation.screens.map(\.name)).sorted()
      throw InputError("no screen \"\(name)\" is on show\(Suggestion.near(name, among: names))")
    }
    return newest
  }

  private func write(_ record: TurnRecord) {
    outline.apply(record)
    if record.result == .failed, !record.isReload { hasFailedTurns = true }
    guard failure == nil else { return }
    do {
      for keeper in keepers { try keeper.keep(record, of: host) }
      try output.write(JSON.text(of: record.value(coordinators: outline.nested)) + "\n")
    } catch {
      failure = error
    }
  }

  private func throwFailure() throws {
    if let failure { throw failure }
  }
}
