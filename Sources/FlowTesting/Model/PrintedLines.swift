/// What was printed, in lines. Of too much, the beginning and the end are kept.
public struct PrintedLines: Hashable, Sendable {
  /// The bytes that the beginning may have, and the end.
  private let most: Int
  private var head: [String] = []
  private var headBytes = 0
  private var tail: [String] = []
  private var tailStart = 0
  private var tailBytes = 0
  private var leftOut = (lines: 0, bytes: 0)

  /// - Parameter most: the bytes that are kept of the beginning, and as many of the end.
  public init(most: Int) { self.most = most }

  /// Takes another line. Costs its length.
  public mutating func append(_ line: String) {
    let count = line.utf8.count
    if tail.isEmpty, headBytes + count <= most {
      head.append(line)
      headBytes += count
      return
    }
    let kept = count <= most ? line : Self.middleLeftOut(of: line, most: most)
    tail.append(kept)
    tailBytes += kept.utf8.count
    while tailBytes > most, tailStart < tail.count - 1 {
      let gone = tail[tailStart].utf8.count
      tail[tailStart] = ""
      tailStart += 1
      tailBytes -= gone
      leftOut = (leftOut.lines + 1, leftOut.bytes + gone)
    }
    if tailStart > 1000, tailStart > tail.count / 2 {
      tail.removeFirst(tailStart)
      tailStart = 0
    }
  }

  /// What is kept; where something was left out, a line says how much.
  public var lines: [String] {
    let note =
      leftOut.lines == 0
      ? [] : ["… \(leftOut.lines) lines (\(Self.size(leftOut.bytes))) left out …"]
    return head + note + tail[tailStart...]
  }

  /// The same of lines that are there already.
  static func kept(_ lines: [String], most: Int) -> [String] {
    var printed = PrintedLines(most: most)
    for line in lines { printed.append(line) }
    return printed.lines
  }

  /// A line of which the beginning and the end are kept.
  private static func middleLeftOut(of line: String, most: Int) -> String {
    let bytes = Array(line.utf8)
    // Not within a character: those of UTF-8 go on with bytes from 0x80 to 0xBF.
    var (first, last) = (most / 2, bytes.count - most / 2)
    while first > 0, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    while last < bytes.count, bytes[last] & 0xC0 == 0x80 { last += 1 }
    return String(decoding: bytes[..<first], as: UTF8.self)
      + " … \(size(last - first)) left out … "
      + String(decoding: bytes[last...], as: UTF8.self)
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000 ? "\(bytes) bytes" : "\(bytes / 1000) kB"
  }

  public static func == (left: PrintedLines, right: PrintedLines) -> Bool {
    left.lines == right.lines
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}
