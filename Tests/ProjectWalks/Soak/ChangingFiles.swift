/// The files of a project as somebody edits them: saves that change nothing, states and versions
/// that are new, methods with other names, and saves that cannot be loaded.
struct ChangingFiles {
  /// What a reload is to come to.
  enum Expectation {
    case taken
    case refused
    /// Whether it fits with the other files is for the project to say.
    case either
  }

  /// The files to begin with. Every coordinator takes over the state of whatever version.
  let originals: [String: String]
  private let paths: [String]
  /// The files that are not as they should be, and what reloading them comes to.
  private var odd: [String: Expectation] = [:]
  private var saves = 0

  init(_ files: [String: String]) {
    let takesOver = "version = 0 %.migrate = function(state) return state end"
    originals = files.mapValues { text in
      guard let script = Coordinator(text) else { return text }
      return script.adding(
        "\(script.name)." + takesOver.replacing("%", with: script.name))
    }
    paths = originals.keys.filter { !$0.hasPrefix("tests/") }.sorted()
  }

  /// Saves one or two files, and often puts right first what is wrong.
  mutating func save(
    using random: inout SeededGenerator
  ) -> (changes: [String: String?], expected: Expectation) {
    saves += 1
    var changes: [String: String?] = [:]
    if Int.random(in: 0..<4, using: &random) > 0 { changes = putRight().changes }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let path = paths[Int.random(in: 0..<paths.count, using: &random)]
      let (text, expected) = edit(path, using: &random)
      changes.updateValue(text, forKey: path)
      odd[path] = expected == .taken ? nil : expected
    }
    return (changes, expected)
  }

  /// Saves all files as they were at first.
  mutating func putRight() -> (changes: [String: String?], expected: Expectation) {
    let changes = Dictionary(uniqueKeysWithValues: paths.map { ($0, originals[$0]) })
    odd = [:]
    return (changes, .taken)
  }

  private var expected: Expectation {
    if odd.values.contains(.refused) { return .refused }
    return odd.isEmpty ? .taken : .either
  }

  private func edit(
    _ path: String, using random: inout SeededGenerator
  ) -> (text: String?, Expectation) {
    let original = originals[path] ?? ""
    let roll = Int.random(in: 0..<20, using: &random)
    switch roll {
    case 0: return (original + "\nthis is = no Lua", .refused)
    case 1: return ("error('at load')", .refused)
    default: break
    }
    guard let script = Coordinator(original), !path.hasPrefix("lib/") else {
      return (original + "\n-- saved \(saves)\n", .taken)
    }
    switch roll {
    case 2: return (nil, .either)
    case 3:
      let rule = "transitions.soaked = { go = 'no_such_method' }"
      return (script.adding("\(script.name).\(rule)"), .refused)
    case 4...6:
      guard let source = script.sources.randomElement(using: &random) else { break }
      return (script.adding("\(script.name).transitions[\"\(source)\"] = nil"), .either)
    case 7...9:
      guard let method = script.methods.randomElement(using: &random) else { break }
      return (script.renaming(method, to: "\(method)_\(saves)"), .taken)
    case 10...12:
      return (script.adding("\(script.name).state = { saved = \(saves) }"), .taken)
    case 13...15:
      let migrate = "function(state) state.migrated = \(saves) return state end"
      return (
        script.adding(
          "\(script.name).version = \(saves) \(script.name).migrate = \(migrate)"), .taken
      )
    default: break
    }
    return (original + "\n-- saved \(saves)\n", .taken)
  }
}

/// The text of a coordinator, as far as an edit has to know it.
private struct Coordinator {
  let name: String
  private let before: Substring

  /// Nil for what is none.
  init?(_ text: String) {
    guard let last = text.ranges(of: #/(?m)^return ([a-z_]+)\s*\z/#).last,
      text.contains(":start(")
    else { return nil }
    name = String(
      text[last].dropFirst("return ".count)
        .prefix { $0 == "_" || $0.isLetter })
    before = text[..<last.lowerBound]
  }

  func adding(_ line: String) -> String { "\(before)\(line)\nreturn \(name)\n" }

  /// The methods that no other file names.
  var methods: [String] {
    before.matches(of: #/function [a-z_]+:([a-z_]+)\(/#).map { String($0.1) }
      .filter { $0 != "start" && $0 != "finish" }
  }

  var sources: [String] {
    before.matches(of: #/(?m)^  ([a-z_]+) = \{$/#).map { String($0.1) }
  }

  func renaming(_ method: String, to other: String) -> String {
    adding("").replacing("\"\(method)\"", with: "\"\(other)\"")
      .replacing(":\(method)(", with: ":\(other)(")
  }
}
