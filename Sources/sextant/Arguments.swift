import Coordination

/// The command line, taken apart: options by name, and what stands beside them.
///
/// `getopt_long` keeps its place in global variables, which Swift 6 does not let through, and has no
/// suggestions; this is the part of it that is needed: `--name value`, `--name=value`, `--flag`, `--`.
struct Arguments {
  /// An option that a command knows.
  struct Option {
    let name: String
    /// What its value is called in the help; nil for a flag.
    let value: String?
    let help: String
    /// Whether the value may be left out: then it can only be given behind `=`.
    let need: Need

    enum Need { case required, optional }

    init(_ name: String, _ value: String? = nil, _ help: String, _ need: Need = .required) {
      self.name = name
      self.value = value
      self.help = help
      self.need = need
    }
  }

  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// - Throws: ``Misuse`` for an unknown option, or one without the value that it needs.
  init(_ words: [String], options: [Option]) throws(Misuse) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard word.hasPrefix("--") else {
        if word == "-h" {
          values["help", default: []].append("")
          continue
        }
        guard !word.hasPrefix("-") || word == "-" else {
          throw Misuse("unknown option \(word); options have long names, such as --help")
        }
        operands.append(word)
        continue
      }
      try take(word, &rest, options)
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: [Option]
  ) throws(Misuse) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = options.first(where: { $0.name == name }) else {
      throw Misuse(
        "unknown option --\(name)"
          + Suggestion.near("--" + name, among: options.map { "--" + $0.name }))
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard option.value != nil else {
      if given != nil { throw Misuse("--\(name) takes no value") }
      values[name, default: []].append("")
      return
    }
    if option.need == .optional {
      guard given != "" else { throw Misuse("--\(name)= needs a value after the =") }
      values[name, default: []].append(given ?? "")
      return
    }
    guard let value = given ?? rest.popFirst() else {
      throw Misuse("--\(name) needs a value: --\(name) \(option.value ?? "")")
    }
    values[name, default: []].append(value)
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value given last.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values given, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }
}

/// A command line that cannot be carried out; exit status 2.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
