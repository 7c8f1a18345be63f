import Coordination
import Experiments
import LuaRuntime
import PlainValues

/// Reads what experiments.lua returns.
struct ExperimentReader {
  static let file = "experiments.lua"
  private let sourceMap: SourceMap
  /// The coordinators that there are.
  private let scripts: Set<String>
  private(set) var problems: [Problem] = []
  /// The slots that it names, also of what makes no experiment.
  private(set) var slots: Set<String> = []
  /// Whether it cannot be known which slots are meant.
  private(set) var hasUnknownSlots = false

  init(sourceMap: SourceMap, scripts: Set<String>) {
    self.sourceMap = sourceMap
    self.scripts = scripts
  }

  mutating func error(_ path: [String], _ text: String) {
    problem(.error, path, text)
  }

  private mutating func problem(_ severity: Problem.Severity, _ path: [String], _ text: String) {
    problems.note(Problem(severity, file: Self.file, line: sourceMap.line(of: path), text))
  }

  // MARK: Reading

  mutating func read(_ value: LuaValue) -> ExperimentCatalog {
    let wanted = "it has to return a table of experiments by slot"
    guard case .table(let table) = value else {
      let what = value.isNil ? "nothing" : "a \(value.typeName)"
      error([], "experiments.lua returns \(what), \(wanted)")
      hasUnknownSlots = true
      return ExperimentCatalog()
    }
    do {
      let plain = try table.packed(label: "experiments").value
      guard let entries = plain.object else {
        error([], "experiments.lua returns \(plain.kind), \(wanted)")
        hasUnknownSlots = true
        return ExperimentCatalog()
      }
      slots = Set(entries.keys)
      var experiments: [Experiment] = []
      for (slot, entry) in entries.sorted(by: { $0.key < $1.key }) where problems.hasRoom {
        if let experiment = readExperiment(slot, entry) { experiments.append(experiment) }
      }
      checkKeys(experiments)
      return ExperimentCatalog(experiments)
    } catch {
      self.error([], "experiments are not plain data: \(error.plainMessage)")
      hasUnknownSlots = true
      return ExperimentCatalog()
    }
  }

  private static let keys = ["audience", "by", "coverage", "key", "namespace", "variants"]

  /// - Returns: what stands there, as far as it makes an experiment.
  private mutating func readExperiment(_ slot: String, _ value: Value) -> Experiment? {
    guard let entries = value.object else {
      error([slot], "the experiment \(slot) is \(value.kind), it has to be a table")
      return nil
    }
    checkSlot(slot)
    for key in entries.keys.sorted() where !Self.keys.contains(key) && problems.hasRoom {
      error(
        [slot, key],
        "the experiment \(slot) has no \"\(key)\"\(Suggestion.near(key, among: Self.keys))")
    }
    let variants = readVariants(slot, entries["variants"])
    let key = entries["key"].flatMap { readName($0, [slot, "key"]) }
    let coverage = entries["coverage"].flatMap { readCoverage(slot, $0) } ?? 1
    let namespace = entries["namespace"].flatMap { readNamespace(slot, $0) }
    let audience = entries["audience"].flatMap { readAudience($0, [slot, "audience"]) }
    guard let by = entries["by"] else {
      error(
        [slot],
        "\(slot): by is missing: name the attribute that says who it is, such as by = \"user_id\"")
      return nil
    }
    guard let attribute = readName(by, [slot, "by"]), let first = variants.first else { return nil }
    return Experiment(
      slot: slot, key: key, by: attribute, coverage: coverage, first: first,
      others: Array(variants.dropFirst()), namespace: namespace, audience: audience)
  }

  private mutating func checkSlot(_ slot: String) {
    if EventNames.reservedSources.contains(slot) || slot.isEmpty {
      error(
        [slot], "a slot cannot be called \"\(slot)\": transitions name it as where events come from"
      )
    }
  }

  private mutating func readName(_ value: Value, _ path: [String]) -> String? {
    if let name = value.string, !name.isEmpty { return name }
    let what = value.string == nil ? value.kind : "empty"
    error(path, "\(shown(path)) is \(what), it has to be a name")
    return nil
  }

  private mutating func readCoverage(_ slot: String, _ value: Value) -> Double? {
    if let number = value.number, (0...1).contains(number) { return number }
    error(
      [slot, "coverage"], "\(slot).coverage is \(said(value)), it has to be a number from 0 to 1")
    return nil
  }

  private mutating func readNamespace(_ slot: String, _ value: Value) -> Experiment.Namespace? {
    if let parts = value.array, parts.count == 3, let name = parts[0].string, !name.isEmpty,
      let lower = parts[1].number, let upper = parts[2].number, lower >= 0, lower < upper,
      upper <= 1
    {
      return Experiment.Namespace(name, .init(lower, upper))
    }
    error(
      [slot, "namespace"],
      "\(slot).namespace has to be a name and a part of what lies between 0 and 1, such as { \"checkout\", 0, 0.5 }"
    )
    return nil
  }

  // MARK: Variants

  private static let variantKeys = ["name", "script", "weight"]
  /// Far more than shares need, and little enough that their sum is a number.
  private static let largestWeight = 1_000_000.0

  private mutating func readVariants(_ slot: String, _ value: Value?) -> [Experiment.Variant] {
    let path = [slot, "variants"]
    guard let items = value?.array, !items.isEmpty else {
      let what = value.map { $0.array == nil ? $0.kind : "empty" } ?? "missing"
      error(
        path,
        "\(slot).variants is \(what), it has to be a list such as { { name = \"control\", script = \"\(slot)\" }, … }"
      )
      return []
    }
    var variants: [Experiment.Variant] = []
    var names: Set<String> = []
    for (index, item) in items.enumerated() {
      guard let variant = readVariant(item, path + [String(index + 1)]) else { continue }
      if !names.insert(variant.name).inserted {
        error(
          path + [String(index + 1)],
          "\(slot): two variants are called \"\(variant.name)\"; give each a name of its own")
      }
      variants.append(variant)
    }
    if variants.count == items.count { checkShares(slot, variants) }
    return variants
  }

  private mutating func readVariant(_ value: Value, _ path: [String]) -> Experiment.Variant? {
    guard let entries = value.object, !entries.isEmpty else {
      error(
        path,
        "\(shown(path)) is \(value.kind), it has to be a table such as { name = \"control\", script = \"\(path[0])\" }"
      )
      return nil
    }
    for key in entries.keys.sorted() where !Self.variantKeys.contains(key) && problems.hasRoom {
      error(
        path + [key],
        "\(shown(path)) has no \"\(key)\"\(Suggestion.near(key, among: Self.variantKeys))")
    }
    let weight = entries["weight"].map { readWeight($0, path + ["weight"]) } ?? 1
    let name = readName(entries["name"] ?? .null, path + ["name"])
    let script = readName(entries["script"] ?? .null, path + ["script"])
    if name == "all" {
      error(
        path + ["name"],
        "a variant cannot be called \"all\": sextant test --variants \(path[0])=all means each of them"
      )
    }
    guard let name, let script else { return nil }
    if !scripts.contains(script) {
      error(
        path + ["script"],
        "\(path[0]): there is no coordinator \"\(script)\"\(Suggestion.near(script, among: scripts.sorted()))"
      )
    }
    return Experiment.Variant(name: name, script: script, weight: weight)
  }

  private mutating func readWeight(_ value: Value, _ path: [String]) -> Double {
    if let number = value.number, (0...Self.largestWeight).contains(number) { return number }
    error(
      path,
      "\(shown(path)) is \(said(value)), it has to be a number from 0 to \(Int(Self.largestWeight))"
    )
    return 1
  }

  private mutating func checkShares(_ slot: String, _ variants: [Experiment.Variant]) {
    if variants.allSatisfy({ $0.weight == 0 }) {
      error([slot, "variants"], "\(slot): all weights are 0: let one be more")
    }
    guard variants.allSatisfy({ scripts.contains($0.script) }) else { return }
    if scripts.contains(slot), !variants.contains(where: { $0.script == slot }) {
      problem(
        .warning, [slot],
        "\(slot).lua is none of the variants of \(slot): nothing will start it")
    }
  }

  /// Experiments with one key would put the same units together.
  private mutating func checkKeys(_ experiments: [Experiment]) {
    var slots: [String: String] = [:]
    for experiment in experiments {
      if let other = slots[experiment.key] {
        error(
          [experiment.slot, "key"],
          "\(experiment.slot) and \(other) have one key, \"\(experiment.key)\", and would split users alike: give each its own"
        )
      }
      slots[experiment.key] = experiment.slot
    }
  }

  // MARK: Messages

  /// `checkout.variants[2].weight`
  func shown(_ path: [String]) -> String {
    path.dropFirst().reduce(path.first ?? "") { shown, step in
      Int(step) == nil ? "\(shown).\(step)" : "\(shown)[\(step)]"
    }
  }

  func said(_ value: Value) -> String { value.number == nil ? value.kind : value.shown }
}
