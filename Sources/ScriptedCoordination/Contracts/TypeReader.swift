import Coordination
import PlainValues

/// Reads types as scripts write them, and gathers what is wrong with them.
struct TypeReader {
  let file: String
  let sourceMap: SourceMap
  /// The types of protocols.lua.
  let names: Set<String>
  var problems: [Problem]

  /// - Parameter problems: what is wrong with the file so far.
  init(file: String, sourceMap: SourceMap, names: Set<String>, problems: [Problem] = []) {
    self.file = file
    self.sourceMap = sourceMap
    self.names = names
    self.problems = problems
  }

  mutating func error(_ path: [String], _ text: String) {
    problems.note(Problem(.error, file: file, line: sourceMap.line(of: path), text))
  }

  /// `checkout.lua:12`, as far as it is known.
  func place(_ path: [String]) -> String {
    "\(SourcePlace(script: file, line: sourceMap.line(of: path)))"
  }

  /// The type that stands there; `any` where there is none, which is a problem.
  mutating func read(_ value: Value, _ path: [String]) -> ContractType {
    guard problems.hasRoom else { return .any }
    switch value {
    case .string(let text): return named(text, path)
    case .object(let entries):
      return list(entries, path) ?? choice(entries, path) ?? record(entries, path)
    default:
      error(path, "\(shown(path)) is \(value.kind), it has to be a type: \(Self.forms)")
      return .any
    }
  }

  private static let forms =
    "a name such as \"string\", a table of keys and types, { array_of = … } or { one_of = { … } }"

  private func shown(_ path: [String]) -> String { path.joined(separator: ".") }

  // MARK: Forms

  private mutating func named(_ text: String, _ path: [String]) -> ContractType {
    if text.hasSuffix("?") {
      // However many there are: what may be missing may be missing.
      let end = text.lastIndex { $0 != "?" }.map { text.index(after: $0) } ?? text.startIndex
      return named(String(text[..<end]), path).orNothing
    }
    if let plain = ContractType.plain[text] { return plain }
    if names.contains(text) { return .named(text) }
    let known = ContractType.plain.keys.sorted() + names.sorted()
    error(
      path, "\(shown(path)): there is no type \"\(text)\"\(Suggestion.near(text, among: known))")
    return .any
  }

  private mutating func list(_ entries: [String: Value], _ path: [String]) -> ContractType? {
    guard let item = entries["array_of"] else { return nil }
    standsAlone("array_of", entries, path)
    let type = read(item, path + ["array_of"])
    if case .optional = type {
      error(path, "\(shown(path)): what a list holds is never missing; take the ? away")
    }
    return .array(of: type)
  }

  private mutating func choice(_ entries: [String: Value], _ path: [String]) -> ContractType? {
    guard let list = entries["one_of"] else { return nil }
    standsAlone("one_of", entries, path)
    guard let items = list.array, !items.isEmpty, items.allSatisfy({ $0.string != nil }) else {
      error(path, "\(shown(path)): one_of has to be a list of strings")
      return .any
    }
    return .choice(items.compactMap(\.string))
  }

  private mutating func standsAlone(
    _ form: String, _ entries: [String: Value], _ path: [String]
  ) {
    guard let stray = entries.keys.filter({ $0 != form }).min() else { return }
    error(
      path + [stray], "\(shown(path)): \"\(stray)\" does not go with \(form), which stands alone")
  }

  private mutating func record(_ entries: [String: Value], _ path: [String]) -> ContractType {
    var fields: [String: ContractType] = [:]
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      let isOptional = key.hasSuffix("?")
      let name = isOptional ? String(key.dropLast()) : key
      let type = read(value, path + [key])
      guard fields[name] == nil else {
        error(path + [key], "\(shown(path)) has both \"\(name)\" and \"\(name)?\": keep one")
        continue
      }
      fields[name] = isOptional ? type.orNothing : type
    }
    return .record(RecordType(fields))
  }
}
