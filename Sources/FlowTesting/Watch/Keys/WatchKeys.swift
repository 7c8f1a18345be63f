/// Makes commands of what is typed: a key a command, and for two of them a text up to Enter.
struct WatchKeys {
  enum Step: Hashable {
    case command(WatchCommand)
    /// A text is being typed: what stands on its line now.
    case typing(String)
    /// It has been given up.
    case cancelled
    /// A key that means nothing.
    case unknown(String)
  }

  /// Where keys come from.
  enum Source: Hashable {
    /// Each as it is typed.
    case terminal
    /// Whole lines: their ends are no keys but of lines that are empty.
    case lines
  }

  private enum Wanted: Hashable {
    case path, name

    var prompt: String { self == .path ? "only files with: " : "only tests with (a Lua pattern): " }

    func command(_ text: String) -> WatchCommand { self == .path ? .path(text) : .name(text) }
  }

  private let source: Source
  private var wanted: Wanted?
  private var text: [UInt8] = []
  /// Of lines, what has come of the one that is not complete.
  private var line: [UInt8] = []

  private static let longestText = 1000
  private static let enter: Set<UInt8> = [10, 13]
  private static let escape: UInt8 = 27

  init(_ source: Source) { self.source = source }

  /// Whether a text is being typed.
  var isTyping: Bool { wanted != nil }

  /// Takes in what has been typed, as it comes from the system.
  mutating func take(_ bytes: [UInt8]) -> [Step] {
    source == .terminal ? takeKeys(bytes) : takeLines(bytes)
  }

  // MARK: A terminal

  private mutating func takeKeys(_ bytes: [UInt8]) -> [Step] {
    // An arrow or the like: one key that sends several bytes.
    if bytes.count > 1, bytes.first == Self.escape { return [] }
    return bytes.flatMap { wanted == nil ? press($0) : edit($0) }
  }

  private mutating func press(_ key: UInt8) -> [Step] {
    switch key {
    case UInt8(ascii: "a"): return [.command(.all)]
    case UInt8(ascii: "f"): return [.command(.failed)]
    case UInt8(ascii: "u"): return [.command(.updateSnapshots)]
    case UInt8(ascii: "h"), UInt8(ascii: "?"): return [.command(.help)]
    // Ctrl-D too.
    case UInt8(ascii: "q"), 4: return [.command(.quit)]
    case UInt8(ascii: "p"): return begin(.path)
    case UInt8(ascii: "t"): return begin(.name)
    case _ where Self.enter.contains(key): return [.command(.again)]
    case 33...126: return [.unknown(String(decoding: [key], as: UTF8.self))]
    default: return []
    }
  }

  private mutating func begin(_ wanted: Wanted) -> [Step] {
    (self.wanted, text) = (wanted, [])
    return [.typing(wanted.prompt)]
  }

  private mutating func edit(_ byte: UInt8) -> [Step] {
    guard let wanted else { return [] }
    switch byte {
    case _ where Self.enter.contains(byte):
      self.wanted = nil
      return [.command(wanted.command(typed))]
    case Self.escape, 4:
      self.wanted = nil
      return [.cancelled]
    case 8, 127: text = Array(typed.dropLast().utf8)
    case 21: text = []
    case 0..<32: return []
    default: if text.count < Self.longestText { text.append(byte) }
    }
    return [.typing(wanted.prompt + typed)]
  }

  /// What there is of it in whole characters: the bytes of one may come one by one.
  private var typed: String {
    for left in 0...min(3, text.count) {
      if let whole = String(validating: text.dropLast(left), as: UTF8.self) { return whole }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Lines

  private mutating func takeLines(_ bytes: [UInt8]) -> [Step] {
    var steps: [Step] = []
    for byte in bytes {
      guard byte == 10 else {
        if line.count < Self.longestText { line.append(byte) }
        continue
      }
      steps += take(line: line.filter { $0 != 13 })
      line = []
    }
    return steps
  }

  private mutating func take(line: [UInt8]) -> [Step] {
    if let wanted {
      self.wanted = nil
      return [.command(wanted.command(String(decoding: line, as: UTF8.self)))]
    }
    guard line.count <= 1 else { return [.unknown(String(decoding: line, as: UTF8.self))] }
    return press(line.first ?? 10)
  }
}
