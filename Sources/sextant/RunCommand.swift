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
      .init("trace", "FILE", "record each turn in FILE, for sextant replay"),
      .init("color", "WHEN", "auto, always or never (default: auto, and NO_COLOR is heeded)"),
      .init("help", nil, "this help"),
    ]

  private static let usage = """
    usage: sextant run [PROJECT] [options]

    Runs a project. In the terminal it draws the screen in front and takes a number, field=value,
    back, tab NAME, open URL; help lists it all. With --events it is a host that any program can drive: JSON
    lines in, such as {"send":"submitted","payload":{"email":"a@b.c"}}, {"back":true},
    {"dismiss":true}, {"tab":"cart"}, {"open":"app://product/7"}, {"app":"did_enter_background"},
    {"advance":5} (seconds; time passes no other way) or {"quit":true}, and one JSON line out for
    each turn.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(options))
      return .fine
    }
    let paint = try Paint(arguments)
    let settings = try ProjectOptions(arguments)
    let input = try arguments.value("events").map(InputFile.init(path:))
    let project = try settings.load()
    for warning in project.warnings { Sextant.say("\(warning)") }
    guard let input else { return try runInTerminal(project, settings, paint) }
    return try runLines(project, settings, input)
  }

  private static func runLines(
    _ project: Project, _ settings: ProjectOptions, _ input: InputFile
  ) throws -> ExitStatus {
    var options = settings.host
    // Time passes by lines, so that a recording gives the same turns on any day.
    options.clock = VirtualClock()
    let router = HeadlessRouter()
    let host = project.makeHost(router: router, options: options)
    // The records say what it was asked.
    host.observe { _ in router.clear() }
    let driver = LineDriver(host, input: input.descriptor, output: .standard)
    try driver.run(project.root, settings.input)
    return driver.hasFailedTurns ? .foundWrong : .fine
  }

  private static func runInTerminal(
    _ project: Project, _ settings: ProjectOptions, _ paint: Paint
  ) throws -> ExitStatus {
    let router = TerminalRouter()
    let host = project.makeHost(router: router, options: settings.host)
    let session = TerminalSession(
      host, router: router, screens: project.screens, output: .standard, paint: paint,
      prompts: isatty(STDIN_FILENO) == 1)
    try session.run(project.root, settings.input, from: STDIN_FILENO)
    return session.hasFailedTurns ? .foundWrong : .fine
  }
}
