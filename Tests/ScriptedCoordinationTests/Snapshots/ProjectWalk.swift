import ProjectWalks

/// A random walk through a flow project: what a user does, in words that mean something wherever the
/// flow is, so that steps can be left out.
struct ProjectWalk: CustomStringConvertible {
  var steps: [ProjectStep]
  /// After how many steps it is left and restored.
  var leaving: Int

  var description: String {
    var lines = steps.map { "\($0)" }
    lines.insert("— left and restored —", at: min(leaving, lines.count))
    return lines.joined(separator: "\n")
  }

  static func random(seed: UInt64) -> ProjectWalk {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<Int.random(in: 4...24, using: &random)).map { _ in
      ProjectStep.random(using: &random)
    }
    return ProjectWalk(steps: steps, leaving: Int.random(in: 0...steps.count, using: &random))
  }

  /// The walks that have one step less.
  var smaller: [ProjectWalk] {
    steps.indices.map { index in
      var walk = self
      walk.steps.remove(at: index)
      if index < leaving { walk.leaving -= 1 }
      return walk
    }
  }
}

extension Flow {
  func take(_ step: ProjectStep) { ProjectUser(host: host, project: project).take(step) }
}
