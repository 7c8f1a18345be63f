import Coordination
import LuaRuntime
import PlainValues
import ScriptedCoordination
import SystemCalls

/// The options that every command with a project has.
struct ProjectOptions {
  static let options: [Arguments.Option] = [
    .init("root", "NAME", "the root coordinator (default: app)"),
    .init("input", "JSON", "the root's input (default: {})"),
    .init("attr", "KEY=VALUE", "who the user is, such as user_id=42; several may be given"),
    .init(
      "variant", "SLOT=NAME",
      "the variant of an experiment, whoever the user is; several may be given"),
    .init("device", "KIND", "phone or tablet (default: phone)"),
    .init("store", "FILE", "keep what flows store in FILE (default: in memory)"),
    .init("seed", "N", "the seed of math.random (default: 0)"),
  ]

  /// The project's folder.
  let folder: String
  private let root: String
  let seed: UInt64
  /// The root's input.
  let input: PackedValue
  /// What a host of the project is made with.
  let host: HostOptions

  init(_ arguments: Arguments) throws(Misuse) {
    guard arguments.operands.count <= 1 else {
      throw Misuse("one project at a time, not \(arguments.operands.joined(separator: " and "))")
    }
    folder = arguments.operands.first ?? "."
    root = arguments.value("root") ?? "app"
    guard let seed = UInt64(arguments.value("seed") ?? "0") else {
      throw Misuse("--seed is a whole number from 0, not \(arguments.value("seed") ?? "")")
    }
    self.seed = seed
    input = try Self.input(arguments.value("input") ?? "{}")
    var host = HostOptions()
    host.attributes = try Self.attributes(arguments.all("attr"))
    host.variants = try Self.variants(arguments.all("variant"))
    host.device = try Self.device(arguments.value("device") ?? "phone")
    if let path = arguments.value("store") { host.store = try Self.store(path) }
    self.host = host
  }

  /// - Parameters:
  ///   - known: the root coordinator, where a snapshot says which it is.
  ///   - counting: from when on what scripts do is counted.
  /// - Throws: ``ProjectError`` with all that is wrong with the project.
  func load(
    root known: String? = nil, counting: LuaLimits.Counting = .late
  ) throws(ProjectError) -> Project {
    var limits = LuaLimits.default
    limits.counting = counting
    return try Project(
      try ProjectFiles(folder: folder), root: known ?? root, limits: limits, seed: seed)
  }

  /// - Throws: ``Misuse`` for variants that the project does not have.
  func check(_ project: Project) throws(Misuse) {
    do {
      _ = try project.experiments.overrides(host.variants)
    } catch {
      throw Misuse("--variant: \(error)")
    }
  }

  private static func store(_ path: String) throws(Misuse) -> FileStore {
    do {
      return try FileStore(path: path)
    } catch {
      throw Misuse("\(error)")
    }
  }

  private static func input(_ text: String) throws(Misuse) -> PackedValue {
    do {
      return try PackedValue(try JSON.parse(text))
    } catch {
      throw Misuse("--input is not JSON: \(error)")
    }
  }

  private static func attributes(_ words: [String]) throws(Misuse) -> [String: Value] {
    var attributes: [String: Value] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw Misuse("--attr is written KEY=VALUE, not \(word)")
      }
      let known = attributes.updateValue(value(String(parts[1])), forKey: String(parts[0]))
      guard known == nil else { throw Misuse("--attr \(parts[0]) is given twice; once is enough") }
    }
    return attributes
  }

  /// Reads `SLOT=NAME`.
  static func variants(_ words: [String]) throws(Misuse) -> [String: String] {
    var variants: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 2, !parts.contains("") else {
        throw Misuse("--variant is written SLOT=NAME, such as checkout=one_page, not \(word)")
      }
      guard variants.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Misuse("--variant \(parts[0]) is given twice; once is enough")
      }
    }
    return variants
  }

  /// A number, true or false where it reads as one, else a string: 007 is no number.
  private static func value(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: Int(text).flatMap { String($0) == text ? .integer($0) : nil } ?? .string(text)
    }
  }

  private static func device(_ kind: String) throws(Misuse) -> Device {
    switch kind {
    case "phone": .phone
    case "tablet": .tablet
    default: throw Misuse("--device is phone or tablet, not \(kind)")
    }
  }
}

extension Arguments {
  /// The help lines of options.
  static func help(_ options: [Option]) -> String {
    let heads = options.map { option in
      let value = option.value.map { option.need == .optional ? "[=\($0)]" : " \($0)" }
      return "  --" + option.name + (value ?? "")
    }
    let width = (heads.map(\.count).max() ?? 0) + 2
    return zip(heads, options).map { head, option in
      head.padded(to: width) + option.help + "\n"
    }.joined()
  }
}
