import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// Does a trace again with today's scripts, up to the first turn that differs.
public final class Replay {
  /// What came of it.
  public enum Outcome: Equatable {
    ///
    /// - Parameter ending: how the trace ends.
    case agrees(turns: Int, ending: Ending)
    case differs(Difference)
    /// The trace is not in order from that line on; the turns before it agree.
    case broken(line: Int, problem: String, turns: Int)
  }

  /// How a trace ends.
  public enum Ending: Equatable {
    case complete
    /// The run was killed, or goes on: what follows from its last event need not all be there.
    case cutOff
  }

  /// The first turn that is not what it was.
  public struct Difference: Equatable {
    /// The line of the trace; after the last one, where more happens now.
    public let line: Int
    public let turn: Int
    /// What began the turn: `submitted from login`.
    public let event: String
    /// The entries that differ, sorted by their keys; nil stands for a turn that is not there.
    public let entries: [Entry]

    public struct Entry: Equatable {
      public let key: String
      public let then: Value?
      public let now: Value?
    }
  }

  public let header: TraceHeader
  private var reader: TraceReader
  private let answers = RecordedAnswers()
  private var commit: TraceReader.Commit?
  private var stops: [Int: [TurnStop]] = [:]
  private var askedFor = 0
  private var outline = TreeOutline()
  private var agreed = 0
  private var line = 1
  private var difference: Difference?
  private weak var host: Host?
  private var failure: (any Error)?

  /// - Parameter descriptor: an open file, read from where it stands.
  /// - Throws: ``TraceError`` where it does not begin as a trace does.
  public init(descriptor: Int32) throws(TraceError) {
    reader = try TraceReader(descriptor: descriptor)
    header = reader.header
  }

  /// The root that the trace starts; nil where it starts none.
  public var root: String? { reader.root }

  /// The options of a host that does the trace again.
  public var options: HostOptions {
    var options = HostOptions()
    options.attributes = header.attributes
    options.variants = header.variants
    options.device = header.device
    options.store = MemoryStore(header.store)
    options.clock = VirtualClock(now: header.time)
    for (service, functions) in header.services {
      options.services[service] = Dictionary(
        uniqueKeysWithValues: functions.map { ($0, answers.function($0, of: service)) })
    }
    return options
  }

  /// Runs the trace on a host that was made with ``options`` and has not started.
  ///
  /// - Parameter keepers: what keeps something of each turn that happens now.
  /// - Throws: what a keeper throws.
  public func run(on host: Host, keeping keepers: [any RecordKeeper] = []) throws -> Outcome {
    guard let clock = host.replayClock else {
      return .broken(line: 1, problem: "a trace is done again on a virtual clock", turns: 0)
    }
    self.host = host
    host.observe { [weak self, weak host] record in
      guard let self, let host, failure == nil else { return }
      do {
        for keeper in keepers { try keeper.keep(record, of: host) }
      } catch {
        failure = error
      }
      compare(record)
    }
    host.replay(
      ReplayedArrivals(
        clock: clock, step: { [weak self] in self?.step($0) },
        stops: { [weak self] in self?.stops[$0] ?? [] }))
    if let failure { throw failure }
    if difference == nil, let missing = commit?.turns.first { differ(missing, nil) }
    if let difference { return .differs(difference) }
    if let problem = reader.problem {
      return .broken(line: problem.line, problem: problem.error.description, turns: agreed)
    }
    guard agreed > 0 else {
      return .broken(line: 1, problem: "there is no turn in the trace", turns: 0)
    }
    return .agrees(turns: agreed, ending: reader.hasEnded ? .complete : .cutOff)
  }

  // MARK: What is done

  private func step(_ number: Int) -> ReplayedArrivals.Step? {
    guard difference == nil else { return nil }
    if let missing = commit?.turns.first {
      // Asked for what comes next, while something of this has not happened.
      differ(missing, nil)
      return nil
    }
    guard let next = reader.nextCommit() else { return nil }
    commit = next
    stops = Dictionary(uniqueKeysWithValues: next.turns.map { ($0.number, $0.stops) })
    answers.take(next.turns.map(\.value))
    return ReplayedArrivals.Step(time: next.time, arrival: next.arrival)
  }

  // MARK: Comparing

  private func compare(_ record: TurnRecord) {
    guard difference == nil else { return }
    outline.apply(record)
    let now = record.traceValue(coordinators: outline.nested)
    guard let then = commit?.turns.first else {
      // Of a run that was cut off not all need be there that follows from the last event.
      if reader.isAtEnd, !reader.hasEnded { return }
      return differ(nil, now)
    }
    commit?.turns.removeFirst()
    line = then.line
    guard Comparison.agree(then.value, now) else { return differ(then, now) }
    agreed += 1
  }

  private func differ(_ then: TraceReader.Turn?, _ now: Value?) {
    let value = then?.value ?? now ?? .empty
    difference = Difference(
      line: then?.line ?? line + 1, turn: value["turn"]?.integer ?? 0,
      event: Comparison.event(of: value),
      entries: Comparison.differences(then?.value, now))
    host?.close()
  }
}
