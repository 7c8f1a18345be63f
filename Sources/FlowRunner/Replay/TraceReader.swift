import Coordination
import PlainValues
import SystemCalls

/// Reads a trace, a commit at a time.
struct TraceReader {
  /// What a trace says of one commit: the turns that one arrival led to.
  struct Commit {
    let number: Int
    let time: Double
    /// What began it from outside; nil where it follows from scripts.
    let arrival: Value?
    var turns: [Turn]
  }

  struct Turn {
    /// The line it stands in, from 1.
    let line: Int
    let number: Int
    let commit: Int
    let value: Value
    let stops: [TurnStop]
  }

  let header: TraceHeader
  private let lines: LineReader
  private var lineNumber = 1
  private var next: Turn?
  /// The turns that have been read.
  private(set) var turns = 0
  /// Whether it has an end: else the run was cut off, or goes on.
  private(set) var hasEnded = false
  /// What is wrong with the trace after what has been read.
  private(set) var problem: (line: Int, error: TraceError)?

  /// The longest line that is read, in bytes: a turn's data and log, of which a byte may take six in
  /// JSON, and some for the rest.
  private static let longestLine = 512 << 20

  /// - Throws: ``TraceError`` where it does not begin as a trace does.
  init(descriptor: Int32) throws(TraceError) {
    lines = LineReader(descriptor: descriptor, limit: Self.longestLine)
    guard let first = try Self.line(lines) else { throw TraceError("the trace is empty") }
    header = try TraceHeader(
      value: try Self.json(first, "this is no trace, or its first line is cut short or edited"))
    next = readTurn()
  }

  /// Whether all that can be read has been.
  var isAtEnd: Bool { next == nil }

  /// The root coordinator that its first turn starts or restores.
  var root: String? {
    guard let arrival = next?.value["arrival"] else { return nil }
    let restored = arrival["restore"]?["root"]
    return arrival["start"]?.string ?? restored?["slot"]?.string ?? restored?["name"]?.string
  }

  /// The next commit; nil at the end, or where the trace is not in order (``problem``).
  mutating func nextCommit() -> Commit? {
    guard let first = next else { return nil }
    next = nil
    guard let began = first.value["arrival"], case .object(var arrival) = began,
      let from = arrival.removeValue(forKey: "from")?.string, from == "outside" || from == "inside",
      Coordination.Host.isArrival(.object(arrival)), let time = first.value["time"]?.number,
      time.isFinite
    else {
      problem = (first.line, TraceError("turn \(first.number) does not say what began its commit"))
      return nil
    }
    var commit = Commit(
      number: first.commit, time: time, arrival: from == "outside" ? .object(arrival) : nil,
      turns: [first])
    while let turn = readTurn() {
      guard turn.commit == first.commit else {
        next = turn
        break
      }
      commit.turns.append(turn)
    }
    return commit
  }

  private mutating func readTurn() -> Turn? {
    guard problem == nil else { return nil }
    do throws(TraceError) {
      while let bytes = try Self.line(lines) {
        lineNumber += 1
        let value = try Self.json(bytes, "the line is cut short or edited")
        guard !hasEnded else { throw TraceError("this stands after the end of the trace") }
        guard value["sextant_trace_end"] == nil else {
          hasEnded = true
          continue
        }
        let turn = try turn(value)
        turns += 1
        return turn
      }
    } catch {
      problem = (lineNumber, error)
    }
    return nil
  }

  private func turn(_ value: Value) throws(TraceError) -> Turn {
    guard let number = value["turn"]?.integer, let commit = value["commit"]?.integer else {
      throw TraceError("this line is not a turn: it has no \"turn\" and \"commit\"")
    }
    guard number == turns + 1 else {
      throw TraceError(
        "this is turn \(number) where turn \(turns + 1) should be: lines are missing")
    }
    var stops: [TurnStop] = []
    for stop in value["stops"]?.array ?? [] {
      guard let read = TurnStop(value: stop) else {
        throw TraceError("stops has \(JSON.text(of: stop).prefix(60)), which is none")
      }
      stops.append(read)
    }
    return Turn(line: lineNumber, number: number, commit: commit, value: value, stops: stops)
  }

  private static func line(_ lines: LineReader) throws(TraceError) -> [UInt8]? {
    do {
      switch try lines.next() {
      case nil: return nil
      case .bytes(let bytes): return bytes
      case .tooLong: throw TraceError("the line is longer than \(longestLine >> 20) MiB")
      }
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceError("\(error)")
    }
  }

  private static func json(
    _ bytes: [UInt8], _ suspicion: String
  ) throws(TraceError) -> Value {
    do {
      // Whatever a host lets in has to be let in again, with what a record lays around it.
      return try JSON.parse(bytes, limits: PlainValueLimits(depth: 200, bytes: .max))
    } catch {
      throw TraceError("\(suspicion), column \(error.column): \(error.message)")
    }
  }
}
