import Console
import Coordination
import FlowRunner
import PlainValues
import ScriptedCoordination
import SystemCalls

/// `sextant replay`: a trace, done again with today's scripts.
enum ReplayCommand {
  static let summary = "does a trace again, and shows the first turn that differs"

  private static let options: [Arguments.Option] = [
    .init("trace", "FILE", "write what happens now as a trace of its own"),
    .init("json", nil, "say what came of it as JSON"),
    .init("color", "WHEN", "auto, always or never (default: auto, and NO_COLOR is heeded)"),
    .init("help", nil, "this help"),
  ]

  private static let usage = """
    usage: sextant replay TRACE [PROJECT] [options]

    Does again what a trace has recorded (sextant run --trace TRACE), with the project's scripts as they
    are today: the same events, on the same clock, with the same random numbers and the same answers of
    services that are written in Swift. Says that all turns agree, or shows the first that differs, side
    by side; then the exit status is 1. That a place in a script has moved is no difference.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(options))
      return .fine
    }
    guard let path = arguments.operands.first, arguments.operands.count <= 2 else {
      throw Misuse("replay takes a trace and a project: sextant replay TRACE [PROJECT]")
    }
    var distinct = DistinctFiles(arguments, ["trace"])
    distinct.add("the trace", path)
    try distinct.check()
    let paint = try Paint(arguments)
    let replay = try open(path)
    let files = try ProjectFiles(
      folder: arguments.operands.count > 1 ? arguments.operands[1] : ".")
    let changed = try changes(replay.header, files, path)
    let project = try Project(files, root: replay.root ?? "app", seed: replay.header.seed)
    let host = project.makeHost(router: HeadlessRouter(), options: replay.options)
    let trace = try arguments.value("trace").map { name in
      do {
        return try TraceFile(path: name, replay.header.with(scripts: files.marks))
      } catch {
        throw Misuse("--trace: \(name) cannot be written: \(error)")
      }
    }
    let outcome: Replay.Outcome
    do {
      outcome = try replay.run(on: host, keeping: trace.map { [$0] } ?? [])
      if case .agrees(_, .complete) = outcome { try trace?.finish() }
    } catch let error as TraceFileError {
      throw Unusable("sextant: --trace: \(error)")
    }
    let report = ReplayReport(outcome, path: path, changed: changed, paint: paint)
    try say(report, arguments)
    if case .agrees = outcome { return .fine }
    return .foundWrong
  }

  private static func say(_ report: ReplayReport, _ arguments: Arguments) throws {
    if arguments.has("json") {
      try Output.standard.write(JSON.text(of: report.value) + "\n")
    } else {
      try Output.standard.write(report.text(width: Output.standard.width ?? 100))
    }
  }

  private static func open(_ path: String) throws -> Replay {
    let input = try InputFile(path: path)
    do {
      return try Replay(descriptor: input.descriptor)
    } catch {
      throw Unusable("\(path):1: error: \(error)")
    }
  }

  /// The scripts that are not what they were.
  private static func changes(
    _ header: TraceHeader, _ files: ProjectFiles, _ path: String
  ) throws -> [String] {
    let now = files.marks
    let names = Set(header.scripts.keys).union(now.keys)
    let (theirs, ours) = (own(header.scripts.keys), own(now.keys))
    if !theirs.isEmpty, !ours.isEmpty, theirs.isDisjoint(with: ours) {
      throw Unusable(
        "\(path):1: error: the trace is of another project: of its \(theirs.sorted().prefix(5).joined(separator: ", ")) none is in \(files.name)"
      )
    }
    return names.filter { header.scripts[$0] != now[$0] }.sorted()
  }
}

extension ReplayCommand {
  /// The scripts whose names tell one project from another.
  private static func own(_ paths: some Sequence<String>) -> Set<String> {
    Set(paths).subtracting([
      "app.lua", "screens.lua", "services.lua", "protocols.lua", "experiments.lua",
    ])
  }
}

/// A file that cannot be used; exit status 1.
struct Unusable: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
