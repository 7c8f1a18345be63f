import SystemCalls

/// Finds the tests of a file, by running its text and the bodies of its blocks.
struct SpecDiscovery {
  private let session: SpecSession
  private let seed: UInt64?
  private(set) var entries: [TestEntry] = []
  /// Whether running the tests now, in this state, does what running each block's body just before
  /// its tests would: no body has come after a test or a `setup`, and none is insulated.
  private(set) var isFaithful = true
  private var hasSeenTest = false
  /// The lines of the blocks that are open.
  private var blockLines: [Int] = []
  /// The last line of the outermost of them.
  private var lastLine: Int?

  init(_ session: SpecSession, seed: UInt64?) {
    self.session = session
    self.seed = seed
  }

  /// - Throws: ``SpecLoadError`` where the file's own text fails.
  mutating func file() throws(SpecLoadError) -> SpecBlock {
    let opened = session.openFile()
    if let failure = opened.failure {
      throw SpecLoadError(failure: failure, output: session.takeOutput())
    }
    let file = SpecBlock(name: nil, line: 0, id: 1)
    expand(file, opened, names: [], tags: [])
    return file
  }

  private mutating func expand(
    _ block: SpecBlock, _ opened: SpecSession.Opened, names: [String], tags: Set<String>
  ) {
    let first = entries.count
    block.hooks = opened.hooks
    if opened.hasSetup { hasSeenTest = true }
    block.children.reserveCapacity(opened.children.count)
    for child in opened.ordered(seed: seed, within: names) {
      let inner = child.name.map { names + [$0] } ?? names
      let innerTags = child.name.map { tags.union(Self.tags(in: $0)) } ?? tags
      if child.isTest {
        hasSeenTest = true
        block.children.append(.test(child, entry: entries.count))
        add(inner, child, innerTags)
      } else {
        block.children.append(.block(enter(child, names: inner, tags: innerTags)))
      }
    }
    block.entries = first..<entries.count
  }

  private mutating func enter(
    _ child: SpecSession.Opened.Child, names: [String], tags: Set<String>
  ) -> SpecBlock {
    let block = SpecBlock(name: child.name, line: child.line, id: child.id)
    if blockLines.isEmpty { lastLine = child.lastLine }
    blockLines.append(child.line)
    defer { blockLines.removeLast() }
    if hasSeenTest { isFaithful = false }
    let opened = session.enter(child.id)
    if opened.isApart { isFaithful = false }
    if let failure = opened.failure {
      block.failure = failure
      block.entries = entries.count..<entries.count + 1
      add(names, child, tags)
    } else {
      expand(block, opened, names: names, tags: tags)
    }
    session.leave(child.id)
    return block
  }

  private mutating func add(
    _ names: [String], _ child: SpecSession.Opened.Child, _ tags: Set<String>
  ) {
    let id = TestID(names: names, file: session.path, line: child.line)
    entries.append(
      TestEntry(
        id: id, tags: tags, blockLines: blockLines,
        lastLine: blockLines.isEmpty ? child.lastLine : lastLine))
  }

  /// `#slow` is a tag wherever it stands in a name.
  private static func tags(in name: String) -> Set<String> {
    guard name.utf8.contains(UInt8(ascii: "#")) else { return [] }
    let words = name.split(whereSeparator: \.isWhitespace)
    return Set(
      words.flatMap { word -> [String] in
        guard let sign = word.firstIndex(of: "#") else { return [] }
        return word[sign...].split(separator: "#").map(String.init)
      })
  }
}

/// A spec file that does not load.
public struct SpecLoadError: Error, CustomStringConvertible {
  /// What is wrong with it, and where.
  public let failure: TestFailure
  /// What it printed before.
  public var output: [String] = []

  /// Of a file that is not there, or may not be read.
  static func unreadable(_ path: String) -> SpecLoadError {
    let message =
      File.exists(path) ? "the file cannot be read" : "there is no such file or folder"
    return SpecLoadError(failure: TestFailure(message: message, file: path))
  }

  public var description: String {
    let place = [failure.file, failure.line.map(String.init)].compactMap { $0 }
    return (place + [" \(failure.message)"]).joined(separator: ":")
  }
}
