import Console
import Coordination
import Foundation
import PlainValues

/// Writes a trace: a line for how it begins, and a line for each turn, before anything else says
/// that the turn has been.
///
/// A line goes to the file in one piece; a process that is killed leaves whole lines, and at most
/// the last one cut short.
public final class TraceFile: RecordKeeper {
  public let path: String
  private let output: Output
  private var outline = TreeOutline()

  /// Begins a file, in the place of one that is there.
  ///
  /// - Throws: ``OutputError`` where it cannot be written.
  public init(path: String, _ header: TraceHeader) throws(OutputError) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw OutputError(isClosed: false, description: String(cString: strerror(errno)))
    }
    output = Output(descriptor: descriptor)
    try output.write(JSON.text(of: header.value) + "\n")
  }

  deinit { output.close() }

  /// Writes down a turn.
  ///
  /// - Throws: ``OutputError`` where it cannot be written.
  public func keep(_ record: TurnRecord, of host: Coordination.Host) throws {
    outline.apply(record)
    try output.write(JSON.text(of: record.traceValue(coordinators: outline.nested)) + "\n")
  }
}
