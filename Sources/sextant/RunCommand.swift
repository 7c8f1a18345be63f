import Console
import Coordination
import FlowRunner
import LuaRuntime
import PlainValues
import ScriptedCoordination
import SystemCalls
import Watching

/// `sextant run`: a project in the terminal, or driven by lines of JSON.
enum RunCommand {
  static let summary = "runs a project in the terminal, or driven by JSON lines"

  private static let options: [Arguments.Option] =
    ProjectOptions.options + [
      .init("events", "FILE", "take JSON lines from FILE (- for standard input), write one a turn"),
      .init("trace", "FILE", "record each turn in FILE, for sextant replay"),
      .init(
        "save", "FILE", "keep a snapshot in FILE after each commit, before its turns are written"),
      .init("restore", "FILE", "go on from the snapshot in FILE, in place of a start"),
      .init("lenient", nil, "with --restore: leave out coordinators that no longer exist"),
      .init("watch", nil, "take over scripts as they are saved"),
      .init("color", "WHEN", "auto, always or never (default: auto, and NO_COLOR is heeded)"),
      .init("help", nil, "this help"),
    ]

  private static let usage = """
    usage: sextant run [PROJECT] [options]

    Runs a project. In the terminal it draws the screen in front and takes a number, field=value,
    back, tab NAME, open URL; help lists it all. With --events it is a host that any program can drive: JSON
    lines in, such as {"send":"submitted","payload":{"email":"a@b.c"}}, {"back":true},
    {"dismiss":true}, {"tab":"cart"}, {"open":"app://product/7"}, {"app":"did_enter_background"},
    {"advance":5} (seconds; time passes no other way), {"swap":"checkout","variant":"one_page"},
    {"reload":true}, {"snapshot":true} or {"quit":true}, and one JSON line out for each turn.

    With --watch scripts are taken over as they are saved, while the flow runs: what lives goes on with
    its state. One that does not load changes nothing, and the next good save is taken; so it is where
    nothing could be loaded yet, until the input ends.

    With --trace FILE every turn is recorded; sextant replay does it again. With --save FILE and, the
    next time, --restore FILE a flow goes on where it was, also after the process was killed. A flow
    that has ended leaves no file.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(options))
      return .fine
    }
    let paint = try Paint(arguments)
    let settings = try ProjectOptions(arguments)
    try DistinctFiles(arguments, ["events", "store", "trace", "save", "restore"])
      .check(allowing: ["--save", "--restore"])
    let input = try arguments.value("events").map(InputFile.init(path:))
    let snapshots = try SnapshotOptions(arguments)
    let watcher = try arguments.has("watch") ? watch(settings.folder) : nil
    let reader = LineReader(
      descriptor: input?.descriptor ?? STDIN_FILENO,
      limit: input == nil ? TerminalSession.longestLine : LineDriver.longestLine)
    let language = input == nil ? FirstLoad.Language.typed : .json(.standard)
    // What is recorded is stopped at the same place when it is done again.
    let counting = arguments.has("trace") ? LuaLimits.Counting.exact : .late
    guard let project = try load(settings, snapshots.root, watcher, reader, language, counting)
    else {
      return .foundWrong
    }
    try settings.check(project)
    let folder = ScriptFolder(settings.folder, of: project, watcher: watcher)
    for warning in project.warnings { Sextant.say("\(warning)") }
    let begin = Beginning(
      launch: snapshots.launch ?? .start(project.root, input: settings.input),
      keepers: try keepers(arguments, settings, project, snapshots), folder: folder)
    do {
      return input == nil
        ? try runInTerminal(project, settings, begin, reader, paint)
        : try runLines(project, settings, begin, reader)
    } catch let error as LaunchError {
      Sextant.say("\(arguments.value("restore") ?? ""): error: \(error)")
      return .foundWrong
    } catch let error as TraceFileError {
      Sextant.say("sextant: --trace: \(error)")
      return .foundWrong
    } catch let error as SnapshotFileError {
      Sextant.say("sextant: --save: \(error)")
      return .foundWrong
    }
  }

  /// Loads the project; where it is watched and cannot be loaded, once a save can be.
  ///
  /// - Returns: nil where the input has ended before.
  private static func load(
    _ settings: ProjectOptions, _ root: String?, _ watcher: FolderWatcher?, _ reader: LineReader,
    _ language: FirstLoad.Language, _ counting: LuaLimits.Counting
  ) throws -> Project? {
    guard let watcher else { return try settings.load(root: root, counting: counting) }
    let load = FirstLoad(watcher, reader, language, say: Sextant.say)
    return try load.project { () throws(ProjectError) in
      try settings.load(root: root, counting: counting)
    }
  }

  private static func watch(_ folder: String) throws -> FolderWatcher {
    do {
      return try FolderWatcher(folder)
    } catch {
      throw Unusable("sextant: --watch: \(error)")
    }
  }

  /// How a run begins, and what keeps it.
  private struct Beginning {
    let launch: Launch
    let keepers: [any RecordKeeper]
    let folder: ScriptFolder
  }

  private static func keepers(
    _ arguments: Arguments, _ settings: ProjectOptions, _ project: Project,
    _ snapshots: SnapshotOptions
  ) throws -> [any RecordKeeper] {
    var keepers: [any RecordKeeper] = []
    if let path = arguments.value("trace") {
      guard path != "-" else { throw Misuse("--trace writes a file: name one, not -") }
      var options = settings.host
      if arguments.has("events") { options.clock = VirtualClock() }
      let header = project.traceHeader(options)
      do {
        keepers.append(try TraceFile(path: path, header))
      } catch {
        throw Misuse("--trace: \(path) cannot be written: \(error)")
      }
    }
    if let save = snapshots.save { keepers.append(save) }
    return keepers
  }

  private static func runLines(
    _ project: Project, _ settings: ProjectOptions, _ begin: Beginning, _ reader: LineReader
  ) throws -> ExitStatus {
    var options = settings.host
    // Time passes by lines, so that a recording gives the same turns on any day.
    options.clock = VirtualClock()
    let router = HeadlessRouter()
    let host = project.makeHost(router: router, options: options)
    // The records say what it was asked.
    host.observe { _ in router.clear() }
    let driver = LineDriver(
      host, reader: reader, output: .standard, folder: begin.folder, keepers: begin.keepers)
    try driver.run(begin.launch)
    return driver.hasFailedTurns ? .foundWrong : .fine
  }

  private static func runInTerminal(
    _ project: Project, _ settings: ProjectOptions, _ begin: Beginning, _ reader: LineReader,
    _ paint: Paint
  ) throws -> ExitStatus {
    let router = TerminalRouter()
    let host = project.makeHost(router: router, options: settings.host)
    let session = TerminalSession(
      host, router: router, project: project, folder: begin.folder, output: .standard,
      paint: paint, prompts: isatty(STDIN_FILENO) == 1, keepers: begin.keepers)
    try session.run(begin.launch, from: reader)
    return session.hasFailedTurns ? .foundWrong : .fine
  }
}
