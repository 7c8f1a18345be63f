import Coordination
import FlowRunner
import Foundation
import PlainValues
import ScriptedCoordination

/// `sextant run`: a project in the terminal, or driven by lines of JSON.
enum RunCommand {
  static let summary = "runs a project in the terminal, or driven by JSON lines"

  private static let options: [Arguments.Option] =
    ProjectOptions.options + [
      .init("events", "FILE", "take JSON lines from FILE (- for standard input), write one a turn"),
      .init(
        "save", "FILE", "keep a snapshot in FILE after each commit, before its turns are written"),
      .init("restore", "FILE", "go on from the snapshot in FILE, in place of a start"),
      .init("lenient", nil, "with --restore: leave out coordinators that no longer exist"),
      .init("color", "WHEN", "auto, always or never (default: auto, and NO_COLOR is heeded)"),
      .init("help", nil, "this help"),
    ]

  private static let usage = """
    usage: sextant run [PROJECT] [options]

    Runs a project. In the terminal it draws the screen in front and takes a number, field=value,
    back, tab NAME; help lists it all. With --events it is a host that any program can drive: JSON
    lines in, such as {"send":"submitted","payload":{"email":"a@b.c"}}, {"back":true},
    {"dismiss":true}, {"tab":"cart"}, {"app":"did_enter_background"}, {"advance":5} (seconds; time
    passes no other way), {"snapshot":true} or {"quit":true}, and one JSON line out for each turn.

    With --save FILE and, the next time, --restore FILE a flow goes on where it was, also after the
    process was killed. A flow that has ended leaves no file.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(options))
      return .fine
    }
    let paint = try paint(arguments)
    let settings = try ProjectOptions(arguments)
    let input = try arguments.value("events").map(Input.init(path:))
    let snapshots = try SnapshotOptions(arguments)
    let project = try settings.load(root: snapshots.root)
    for warning in project.warnings { Sextant.say("\(warning)") }
    let begin = Beginning(
      launch: snapshots.launch ?? .start(project.root, input: settings.input),
      save: snapshots.save)
    do {
      guard let input else { return try runInTerminal(project, settings, begin, paint) }
      return try runLines(project, settings, begin, input)
    } catch let error as LaunchError {
      Sextant.say("sextant: \(arguments.value("restore") ?? ""): \(error)")
      return .foundWrong
    } catch let error as SnapshotFileError {
      Sextant.say("sextant: --save: \(error)")
      return .foundWrong
    }
  }

  /// How a run begins, and where it is kept.
  private struct Beginning {
    let launch: Launch
    let save: SnapshotFile?
  }

  private static func runLines(
    _ project: Project, _ settings: ProjectOptions, _ begin: Beginning, _ input: Input
  ) throws -> ExitStatus {
    var options = settings.host
    // Time passes by lines, so that a recording gives the same turns on any day.
    options.clock = VirtualClock()
    let router = HeadlessRouter()
    let host = project.makeHost(router: router, options: options)
    // The records say what it was asked.
    host.observe { _ in router.clear() }
    let driver = LineDriver(
      host, input: input.descriptor, output: .standard, save: begin.save)
    try driver.run(begin.launch)
    return driver.hasFailedTurns ? .foundWrong : .fine
  }

  private static func runInTerminal(
    _ project: Project, _ settings: ProjectOptions, _ begin: Beginning, _ paint: Paint
  ) throws -> ExitStatus {
    let router = TerminalRouter()
    let host = project.makeHost(router: router, options: settings.host)
    let session = TerminalSession(
      host, router: router, screens: project.screens, output: .standard, paint: paint,
      prompts: isatty(STDIN_FILENO) == 1, save: begin.save)
    try session.run(begin.launch, from: STDIN_FILENO)
    return session.hasFailedTurns ? .foundWrong : .fine
  }

  private static func paint(_ arguments: Arguments) throws(Misuse) -> Paint {
    let when = arguments.value("color") ?? "auto"
    switch when {
    case "always": return Paint(colored: true)
    case "never": return Paint(colored: false)
    case "auto":
      let unwanted = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return Paint(colored: Output.standard.isTerminal && !unwanted)
    default: throw Misuse("--color is auto, always or never, not \(when)")
    }
  }

  /// Where lines come from.
  private struct Input {
    let descriptor: Int32

    init(path: String) throws(Misuse) {
      guard path != "-" else {
        descriptor = STDIN_FILENO
        return
      }
      descriptor = open(path, O_RDONLY)
      guard descriptor >= 0 else {
        throw Misuse("\(path) cannot be read: \(String(cString: strerror(errno)))")
      }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
        throw Misuse("\(path) cannot be read: it is a folder")
      }
    }
  }
}
