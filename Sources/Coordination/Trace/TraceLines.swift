import PlainValues

/// The lines of a trace, one after the other, for whoever keeps them.
///
/// ```swift
/// var lines = TraceLines()
/// keep(lines.first(project.traceHeader(options)))
/// let host = project.makeHost(router: router, options: options)
/// host.observe { turn in keep(lines.next(turn)) }
/// // … and when the host is closed
/// keep(lines.last())
/// ```
public struct TraceLines {
  private var outline = TreeOutline()

  public init() {}

  /// The first line, with its end.
  public func first(_ header: TraceHeader) -> String { JSON.text(of: header.value) + "\n" }

  /// The last line, with its end: the run was not cut off.
  public func last() -> String { JSON.text(of: ["sextant_trace_end": true]) + "\n" }

  /// The line of a turn, with its end. To be asked for every turn, in order.
  public mutating func next(_ record: TurnRecord) -> String {
    outline.apply(record)
    return JSON.text(of: record.traceValue(coordinators: outline.nested)) + "\n"
  }
}
