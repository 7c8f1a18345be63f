import Coordination
import LuaRuntime
import Navigation
import PlainValues
import ScriptedCoordination

/// A host of a project, on a virtual clock and under small limits.
final class Stage {
  static let limits = LuaLimits(instructions: 200_000, bytes: 24 << 20)

  let project: Project
  let host: Host
  let router = HeadlessRouter()

  /// - Throws: `ProjectError` where the project is refused.
  init(
    _ files: [String: [UInt8]], seed: UInt64 = 0, options: HostOptions? = nil
  ) throws {
    project = try Project(ProjectFiles(contents: files), limits: Self.limits, seed: seed)
    host = project.makeHost(router: router, options: options ?? Self.options)
  }

  deinit { host.close() }

  static func sample(options: HostOptions? = nil) throws -> Stage {
    try Stage(sampleFiles, options: options)
  }

  static var sampleFiles: [String: [UInt8]] { SampleProject.files.mapValues { Array($0.utf8) } }

  /// Bounds that are reached soon, so that an input which reaches them costs little.
  static var options: HostOptions {
    var options = HostOptions()
    options.clock = VirtualClock()
    options.attributes = ["country": "DE"]
    options.limits.deliveries = 100
    options.limits.turnsPerCommit = 100
    options.limits.consequentEvents = 100
    options.limits.waitingEvents = 200
    options.limits.screens = 500
    options.limits.timers = 100
    options.limits.dataBytes = 4 << 20
    return options
  }

  func start() { host.start(project.root, input: .empty) }

  /// All that it is; nil where there is nothing to be kept.
  var document: Value? { try? host.snapshot() }

  /// The same without the id that was given last: what is undone uses up ids.
  var settled: Value? {
    guard case .object(var entries)? = document else { return nil }
    entries["last_id"] = nil
    return .object(entries)
  }
}

extension Value? {
  /// For messages.
  var text: String { map { JSON.text(of: $0, style: .pretty) } ?? "nothing" }
}
