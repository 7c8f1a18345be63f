import Coordination
import FlowRunner
import Foundation
import LuaRuntime
import PlainValues
import ScriptedCoordination

/// A flow that is recorded, and what replaying it gives.
final class Recording {
  let host: Coordination.Host
  let path: String
  private let limits: LuaLimits
  private let files: [String: String]
  private let trace: TraceFile
  private let project: Project
  private var hasEnded = false
  private(set) var records: [TurnRecord] = []

  init(
    _ files: [String: String], services: ServiceTable = ServiceTable(),
    limits: LuaLimits = .default, seed: UInt64 = 0, clock: any HostClock = VirtualClock(),
    store: any Store = MemoryStore(), launch: Launch = .start("app", input: .empty)
  ) throws {
    self.files = files
    self.limits = limits
    path = NSTemporaryDirectory() + "sextant-trace-" + UUID().uuidString
    var options = HostOptions()
    options.services = services
    options.clock = clock
    options.store = store
    let project = try Project(ProjectFiles(files), limits: limits, seed: seed)
    self.project = project
    host = project.makeHost(router: HeadlessRouter(), options: options)
    trace = try TraceFile(
      path: path, TraceHeader(options, seed: seed, scripts: project.files.marks))
    host.observe { [unowned self] record in
      try? trace.keep(record, of: host)
      records.append(record)
    }
    switch launch {
    case .start(let root, let input): host.start(root, input: input)
    case .restore(let snapshot, let missing): host.restore(snapshot, missing: missing)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }
  }

  /// The run comes to its end.
  func end() throws {
    guard !hasEnded else { return }
    hasEnded = true
    try trace.finish()
  }

  /// What replaying gives, with these scripts, or those that were recorded.
  func replay(_ edited: [String: String]? = nil) throws -> Replayed {
    try end()
    return try Self.replay(path, edited ?? files, limits)
  }

  struct Replayed {
    let outcome: Replay.Outcome
    /// The trace of what happened now.
    let text: String

    var agrees: Bool { if case .agrees = outcome { true } else { false } }

    /// The keys that differ in the first turn that does.
    var differs: [String] {
      if case .differs(let difference) = outcome { difference.entries.map(\.key) } else { [] }
    }
  }

  static func replay(
    _ path: String, _ files: [String: String], _ limits: LuaLimits = .default
  ) throws -> Replayed {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let replay = try Replay(descriptor: descriptor)
    let project = try Project(ProjectFiles(files), limits: limits, seed: replay.header.seed)
    let host = project.makeHost(router: HeadlessRouter(), options: replay.options)
    let again = path + ".again"
    defer { try? FileManager.default.removeItem(atPath: again) }
    let trace = try TraceFile(path: again, replay.header.with(scripts: project.files.marks))
    let outcome = try replay.run(on: host, keeping: [trace])
    if case .agrees(_, .complete) = outcome { try trace.finish() }
    return Replayed(
      outcome: outcome,
      text: String(decoding: try Data(contentsOf: URL(fileURLWithPath: again)), as: UTF8.self))
  }
}

/// A store whose disk fails at some of its commits, counted from 1.
final class BrokenStore: Store {
  private let memory = MemoryStore()
  private let failing: Set<Int>
  private var commits = 0

  init(failing: Set<Int>) { self.failing = failing }

  struct Full: Error, CustomStringConvertible { let description: String }

  var values: [String: Value] { memory.values }
  func value(forKey key: String) -> Value? { memory.value(forKey: key) }
  func setValue(_ value: Value?, forKey key: String) { memory.setValue(value, forKey: key) }

  func commit() throws {
    commits += 1
    if failing.contains(commits) { throw Full(description: "the disk is full (\(commits))") }
  }
}
