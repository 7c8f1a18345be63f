import Console
import Coordination
import PlainValues
import SystemCalls

/// Writes a trace: a line for how it begins, and a line for each turn, before anything else says
/// that the turn has been.
///
/// A line goes to the file in one piece; a process that is killed leaves whole lines, and at most
/// the last one cut short.
public final class TraceFile: RecordKeeper {
  public let path: String
  private let output: Output
  private var lines = TraceLines()

  /// Begins a file, in the place of one that is there.
  ///
  /// - Throws: ``OutputError`` where it cannot be written, and where a file is there that is not
  ///   empty and no trace: it may be somebody's work.
  public init(path: String, _ header: TraceHeader) throws(OutputError) {
    self.path = path
    guard Self.mayReplace(path) else {
      throw OutputError(isClosed: false, description: "a file is there that is no trace")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw OutputError(isClosed: false, description: String(cString: strerror(errno)))
    }
    output = Output(descriptor: descriptor)
    try output.write(lines.first(header))
  }

  public func finish() throws { try write(lines.last()) }

  deinit { output.close() }

  private static func mayReplace(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return true
    }
    guard let beginning = try? File.read(path, atMost: 1 << 20) else { return false }
    return String(decoding: beginning, as: UTF8.self).contains("\"sextant_trace\":")
  }

  /// Writes down a turn.
  ///
  /// - Throws: ``TraceFileError`` where it cannot be written.
  public func keep(_ record: TurnRecord, of host: Coordination.Host) throws {
    try write(lines.next(record))
  }

  private func write(_ text: String) throws(TraceFileError) {
    do {
      try output.write(text)
    } catch {
      throw TraceFileError(path: path, problem: error.description)
    }
  }
}

/// Why a trace cannot be written any further. What was written before is a trace as far as it goes.
public struct TraceFileError: Error, Hashable, CustomStringConvertible {
  public let path: String
  let problem: String

  public var description: String { "\(path): it cannot be written: \(problem)" }
}
