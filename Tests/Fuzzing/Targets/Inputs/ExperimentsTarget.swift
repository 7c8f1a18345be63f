import Coordination
import Experiments
import PlainValues
import ScriptedCoordination

extension FuzzTarget {
  /// An experiments.lua, and after `--unit` the attributes of somebody as JSON: who is asked about
  /// twice gets the same, and what was kept for them sticks.
  static let experiments = FuzzTarget("experiments") { input in
    let parts = Sections(input, kinds: ["unit"])
    var files = Stage.sampleFiles
    files["experiments.lua"] = parts.beginning
    guard let project = try? Stage(files).project else { return }
    for experiment in project.experiments.all {
      for unit in parts.sections.prefix(8) {
        guard let attributes = try? JSON.parse(unit.body).object else { continue }
        try check(experiment, attributes)
      }
    }
    for unit in parts.sections.prefix(2) {
      guard let attributes = try? JSON.parse(unit.body).object else { continue }
      var options = Stage.options
      options.attributes = attributes
      let stage = try Stage(files, options: options)
      stage.start()
      try stage.drive()
      try stage.checkSnapshot(files)
    }
  }

  private static func check(_ experiment: Experiment, _ attributes: [String: Value]) throws {
    let slot = experiment.slot
    let first = experiment.assignment(for: attributes)
    try require(first == experiment.assignment(for: attributes), "\(slot) gives two variants")
    try require(
      experiment.variant(named: first.variant.name) == first.variant,
      "\(slot) gives \(first.variant.name), which it does not have")
    try require(
      first.isInExperiment || first.variant == experiment.first,
      "\(slot) gives \(first.variant.name) to somebody who is not in it")
    try require(
      first.variant.weight > 0 || !first.isInExperiment,
      "\(slot) gives \(first.variant.name), whose weight is 0")
    guard let memory = first.memory else { return }
    let kept = experiment.assignment(for: attributes) { key in
      key == memory.key ? .string(memory.value) : nil
    }
    try require(
      kept.variant == first.variant && kept.reason == .sticky && kept.memory == nil,
      "\(slot) does not give again what was kept")
  }
}
