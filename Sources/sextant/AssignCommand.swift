import Console
import Experiments
import FlowRunner
import PlainValues
import ScriptedCoordination
import SystemCalls

/// `sextant assign`: who gets which variant.
enum AssignCommand {
  static let summary = "says who gets which variant of an experiment"

  private static let options: [Arguments.Option] = [
    .init("root", "NAME", "the root coordinator (default: app)"),
    .init("attr", "KEY=VALUE", "who it is; one may be a range, such as user_id=1..100000"),
    .init("variant", "SLOT=NAME", "a variant that is asked for; several may be given"),
    .init("store", "FILE", "heed what was assigned before and kept in FILE; nothing is written"),
    .init("json", nil, "say it as JSON"),
    .init("help", nil, "this help"),
  ]

  private static let usage = """
    usage: sextant assign [PROJECT] [options]

    Says which variant of each experiment of a project (experiments.lua) somebody gets, and why:

        sextant assign shop --attr user_id=42 --attr country=DE

    With a range, how many units get which:

        sextant assign shop --attr user_id=1..100000

    Without --attr it takes lines of JSON with attributes from standard input, and writes one line for each:
    {"user_id":42} gives {"checkout":"one_page"}, with null for who is not in the experiment. A line that
    is not such JSON gets {"error":{"line":2,"message":…}}.

    """

  static func run(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try Output.standard.write(usage + Arguments.help(options))
      return .fine
    }
    let settings = try ProjectOptions(arguments)
    let attributes = settings.host.attributes
    let range = try UnitRange(attributes)
    let asked = settings.host.variants
    guard arguments.has("attr") || isatty(STDIN_FILENO) == 0 else {
      throw Misuse("say who it is: --attr user_id=42, or lines of JSON on standard input")
    }
    let project = try settings.load()
    for warning in project.warnings { Sextant.say("\(warning)") }
    guard !project.experiments.isEmpty else {
      throw Unusable(
        "\(project.files.name): error: there are no experiments: experiments.lua has them")
    }
    let assigner = try makeAssigner(project, asked, settings)
    guard arguments.has("attr") else {
      try AssignmentLines(assigner, output: .standard).run(from: STDIN_FILENO)
      return .fine
    }
    if let range {
      var split = Split(assigner)
      range.forEach(beside: attributes) { split.add($0) }
      try say(split.text, split.value, arguments)
    } else {
      let report = AssignmentReport(assigner, attributes)
      try say(report.text, report.value, arguments)
    }
    return .fine
  }

  private static func say(_ text: String, _ value: Value, _ arguments: Arguments) throws {
    try Output.standard.write(arguments.has("json") ? JSON.text(of: value) + "\n" : text)
  }

  private static func makeAssigner(
    _ project: Project, _ asked: [String: String], _ settings: ProjectOptions
  ) throws -> Assigner {
    let store = settings.host.store
    do {
      return Assigner(
        project.experiments, overrides: try project.experiments.overrides(asked),
        remembered: { store.value(forKey: $0) })
    } catch {
      throw Misuse("--variant: \(error)")
    }
  }
}
