import SystemCalls

/// What the tests of a spec file have shown: a text for each name, kept in a file beside the spec
/// that people read and compare.
///
/// The file is Lua: `snapshots["auth signs in 1"] = { … }` for each, with a blank line between. The
/// texts themselves have no blank lines, and only their first and last lines begin at the margin.
struct SnapshotFile: Hashable, Sendable {
  /// The text of each, by its name.
  var entries: [String: String] = [:]

  init() {}

  /// Where those of a spec file are kept.
  static func path(of spec: String) -> String {
    let folder = folder(of: spec)
    let name = spec.dropFirst(folder.count)
    return folder + "__snapshots__/" + (name.hasSuffix(".lua") ? name.dropLast(4) : name) + ".snap"
  }

  /// The part of a path that names a folder, with the slash at its end; empty where there is none.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  // MARK: Reading

  private static let opening = "snapshots[\""
  private static let first = "local snapshots = {}"
  private static let last = "return snapshots"

  /// Reads a file; where there is none, it has no entries.
  init(path: String) throws(SnapshotProblem) {
    guard File.exists(path) else {
      self.init()
      return
    }
    guard let bytes = File.contents(path) else {
      throw SnapshotProblem("\(path): the snapshots cannot be read")
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// - Parameter path: for messages.
  init(text: String, path: String) throws(SnapshotProblem) {
    var name: String?
    // Only at `\n`: texts may have other signs that end a line for Swift.
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map {
      Substring($0.last == 13 ? $0.dropLast() : $0)
    }
    for (index, line) in lines.enumerated() {
      func problem(_ what: String) -> SnapshotProblem {
        SnapshotProblem(
          "\(path):\(index + 1): \(what); mend it, or delete the file and run with --update-snapshots"
        )
      }
      if line.utf8.starts(with: Self.opening.utf8) {
        guard let (found, rest) = Self.entry(line) else {
          throw problem("this is no name of a snapshot")
        }
        guard entries[found] == nil else {
          throw problem("the snapshot \"\(found)\" is there twice")
        }
        entries[found] = rest
        name = found
      } else if line.isEmpty || line == Self.last {
        name = nil
      } else if let name, line.hasPrefix("  ") || line == "}" {
        entries[name]? += "\n" + line
      } else if !line.hasPrefix("--"), line != Self.first {
        throw problem("this belongs to no snapshot")
      }
    }
  }

  /// The name in `snapshots["…"] = `, and what follows.
  private static func entry(_ line: Substring) -> (name: String, rest: String)? {
    var name = String.UnicodeScalarView()
    var rest = line.unicodeScalars.dropFirst(opening.count)
    while let sign = rest.popFirst() {
      switch sign {
      case "\"":
        guard rest.starts(with: "] = ".unicodeScalars) else { return nil }
        return (String(name), String(rest.dropFirst(4)))
      case "\\":
        guard let escaped = unescaped(&rest) else { return nil }
        name.append(escaped)
      default: name.append(sign)
      }
    }
    return nil
  }

  private static func unescaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "n": return "\n"
    case "\\": return "\\"
    case "\"": return "\""
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
        let number = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(number)
      else { return nil }
      rest = rest[rest.index(after: end)...]
      return scalar
    default: return nil
    }
  }

  // MARK: Writing

  /// - Parameter spec: the path of the spec file.
  func text(of spec: String) -> String {
    let name = spec.split(separator: "/").last.map(String.init) ?? spec
    let texts = Self.ordered(entries.keys).map { key in
      "\(Self.opening)\(Self.escaped(key))\"] = \(entries[key] ?? "nil")\n"
    }
    return """
      -- What the tests of \(Self.escaped(name)) have shown. `sextant test --update-snapshots` writes it.
      \(Self.first)

      \(texts.joined(separator: "\n"))
      \(Self.last)

      """
  }

  /// In the order of their names, numbers by their size.
  static func ordered(_ names: some Sequence<String>) -> [String] {
    names.sorted { NumericOrder.isBefore($0, $1) }
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      case _ where scalar.properties.generalCategory == .control || Character(scalar).isNewline:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Why snapshots cannot be read or written.
struct SnapshotProblem: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
