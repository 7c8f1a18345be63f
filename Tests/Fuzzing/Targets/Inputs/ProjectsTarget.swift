import ScriptedCoordination

extension FuzzTarget {
  /// A folder of files: `--file PATH` begins each. It is refused with reasons, the same each time,
  /// or runs.
  static let projects = FuzzTarget("projects") { input in
    var files: [String: [UInt8]] = [:]
    for section in Sections(input, kinds: ["file"]).sections { files[section.name] = section.body }
    try runProject(files)
  }

  /// A coordinator's script, in place of the sample project's root.
  static let definitions = FuzzTarget("definitions") { input in
    var files = Stage.sampleFiles
    files["app.lua"] = input
    try runProject(files)
  }

  private static func runProject(_ files: [String: [UInt8]]) throws {
    let stage: Stage
    do {
      stage = try Stage(files)
    } catch let error as ProjectError {
      try require(
        error.problems.contains { $0.severity == .error && !$0.text.isEmpty },
        "a project is refused without a reason")
      let again = reasons(files)
      try require(
        again == error.problems.map(\.description),
        "it is refused for \(error.problems), and then for \(again)")
      return
    }
    stage.start()
    try stage.check()
    try stage.drive()
    try stage.checkSnapshot(files)
  }

  /// Why a project is refused.
  private static func reasons(_ files: [String: [UInt8]]) -> [String] {
    do {
      _ = try Stage(files)
      return []
    } catch {
      return (error as? ProjectError)?.problems.map(\.description) ?? ["\(error)"]
    }
  }
}
