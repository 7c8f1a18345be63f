import Console
import Coordination
import PlainValues
import ScriptedCoordination
import Watching

/// Loads a project that is watched: where it cannot be loaded, again with each save.
///
/// It ends without one at the end of the input, or where the input asks to quit. All else that is asked
/// meanwhile is answered: nothing runs yet.
public struct FirstLoad {
  /// How what is asked is written, and answered.
  public enum Language {
    case json(Output)
    /// Words that somebody types.
    case typed
  }

  private let watcher: FolderWatcher
  private let reader: LineReader
  private let language: Language
  private let say: (String) -> Void

  /// - Parameters:
  ///   - watcher: of the project's folder.
  ///   - reader: of what is asked; the flow goes on with it.
  ///   - say: tells somebody what is wrong, and what is waited for.
  public init(
    _ watcher: FolderWatcher, _ reader: LineReader, _ language: Language,
    say: @escaping (String) -> Void
  ) {
    self.watcher = watcher
    self.reader = reader
    self.language = language
    self.say = say
  }

  private enum Reason { case save, asked, leave }

  /// - Returns: nil where nobody waits for it any more.
  /// - Throws: ``InputError`` where the input cannot be read, `OutputError` where the output cannot be
  ///   written.
  public func project(_ load: () throws(ProjectError) -> Project) throws -> Project? {
    var reason = Reason.save
    while reason != .leave {
      do throws(ProjectError) {
        return try load()
      } catch {
        say("\(error)")
        say("sextant: waiting for a save that can be loaded")
        if reason == .asked { try answer(error) }
      }
      reason = try nextReason()
    }
    return nil
  }

  private func nextReason() throws -> Reason {
    while true {
      let isReady = reader.isReady(within: 0)
      let reports = isReady ? [] : watcher.wait(alongside: [reader.descriptor]).reports
      for report in reports {
        if case .changed = report { continue }
        say("sextant: watching: \(report)")
      }
      if reports.contains(where: \.isChange) { return .save }
      guard isReady else { continue }
      guard let line = try reader.next() else { return .leave }
      if let reason = try take(line) { return reason }
    }
  }

  /// - Returns: nil where it only had to be answered.
  private func take(_ line: LineReader.Line) throws -> Reason? {
    guard case .bytes(let bytes) = line, !bytes.isBlankLine else { return nil }
    do {
      switch language {
      case .json:
        switch try InputLine(bytes) {
        case .quit: return .leave
        case .reload: return .asked
        default: break
        }
      case .typed:
        switch try TerminalCommand(String(decoding: bytes, as: UTF8.self)) {
        case .quit: return .leave
        case .reload: return .save
        default: break
        }
      }
      throw InputError("nothing runs yet: the project could not be loaded")
    } catch let error as InputError {
      try answer(error)
      return nil
    }
  }

  private func answer(_ error: InputError) throws {
    switch language {
    case .json(let output): try output.write(error.line(reader.lineNumber))
    case .typed: say("sextant: \(error)")
    }
  }

  private func answer(_ error: ProjectError) throws {
    guard case .json(let output) = language else { return }
    try output.write(ReloadNote.reloaded(ReloadReport(unreadable: error.problems)).line)
  }
}
