/// An input that is split into parts, each after a line such as `--file lib/money.lua`.
///
/// Such a line is a comment to Lua, so that a fuzzer that moves one makes something that still
/// loads.
struct Sections {
  struct Section {
    /// The word after the dashes: `file`.
    let kind: String
    /// The rest of that line: `lib/money.lua`.
    let name: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// What stands before the first such line.
  private(set) var beginning: [UInt8] = []
  private(set) var sections: [Section] = []

  init(_ input: [UInt8], kinds: Set<String>) {
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let (kind, name) = Self.heading(line), kinds.contains(kind) {
        sections.append(Section(kind: kind, name: name, body: []))
      } else if sections.isEmpty {
        beginning += line + [UInt8(ascii: "\n")]
      } else {
        sections[sections.count - 1].body += line + [UInt8(ascii: "\n")]
      }
    }
  }

  private static func heading(_ line: ArraySlice<UInt8>) -> (String, String)? {
    guard line.count < 80, line.starts(with: Array("--".utf8)) else { return nil }
    let words = String(decoding: line.dropFirst(2), as: UTF8.self)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (words[0], words.count > 1 ? words[1] : "")
  }
}
