import Coordination
import ScriptedCoordination

extension FuzzTarget {
  /// Versions of the sample project, one after the other: `--version` begins each, in it `--file
  /// PATH` what a file holds from then on, `--gone PATH` one that has gone. One that cannot be taken
  /// over changes nothing, and the first version can be taken over again at the end.
  static let reloads = FuzzTarget("reloads") { input in
    let stage = try Stage.sample()
    stage.start()
    stage.host.send("more", .empty)
    var inForce = Stage.sampleFiles
    var changes: [String: [UInt8]?] = [:]
    let sections = Sections(input, kinds: ["version", "file", "gone"]).sections
    for section in sections.prefix(24) {
      switch section.kind {
      case "file": changes.updateValue(section.body, forKey: section.name)
      case "gone": changes.updateValue(nil, forKey: section.name)
      default: try take(changes, &inForce, stage)
      }
    }
    try take(changes, &inForce, stage)
    try stage.drive()
    for path in inForce.keys where Stage.sampleFiles[path] == nil {
      changes.updateValue(nil, forKey: path)
    }
    for (path, contents) in Stage.sampleFiles { changes.updateValue(contents, forKey: path) }
    try take(changes, &inForce, stage)
  }

  private static func take(
    _ changes: [String: [UInt8]?], _ inForce: inout [String: [UInt8]], _ stage: Stage
  ) throws {
    let before = stage.settled
    let report = stage.project.reload(changing: changes)
    try stage.check()
    switch report?.outcome {
    case .reloaded:
      for (path, contents) in changes { inForce[path] = contents }
      stage.host.send("tell", .empty)
      try stage.check()
    case .failed(let problems):
      try require(!problems.isEmpty, "a reload fails without a reason")
      try require(stage.settled == before, "a reload that failed has changed something")
    default: break
    }
  }
}
