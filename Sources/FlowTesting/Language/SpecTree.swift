/// A block of a spec file as it was found before anything ran.
final class SpecBlock {
  let name: String?
  let line: Int
  /// Its index in Lua, in the state that it was found in.
  let id: Int
  var children: [SpecNode] = []
  /// The entries that are within.
  var entries = 0..<0
  var hooks = SpecHooks()
  /// What its body failed with. Then it is an entry itself.
  var failure: TestFailure?

  init(name: String?, line: Int, id: Int) {
    self.name = name
    self.line = line
    self.id = id
  }
}

/// Which hooks a block has that run outside its tests.
struct SpecHooks: OptionSet {
  let rawValue: Int

  static let setup = SpecHooks(rawValue: 1)
  static let teardown = SpecHooks(rawValue: 2)
}

enum SpecNode {
  case test(SpecSession.Opened.Child, entry: Int)
  case block(SpecBlock)
}

extension SpecSession.Opened {
  /// The children in the order in which they run: the file's own, or the seed's.
  ///
  /// That of a seed follows from the seed and the names alone; children of the same name keep
  /// their order among themselves.
  func ordered(seed: UInt64?, within names: [String]) -> [Child] {
    guard let seed, !isOrdered else { return children }
    var prefix = NameHash(seed: seed)
    for name in names { prefix.add(name) }
    return children.enumerated()
      .map { (index, child) -> (key: UInt64, index: Int, child: Child) in
        var hash = prefix
        hash.add(child.name ?? "")
        return (hash.value, index, child)
      }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }
      .map(\.child)
  }
}

/// FNV-1a over names, mixed as SplitMix64 does, so that each seed gives an order of its own.
struct NameHash {
  private var state: UInt64

  init(seed: UInt64) { state = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15) }

  mutating func add(_ name: String) {
    for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    state = (state ^ 0xff) &* 0x0000_0100_0000_01b3
  }

  var value: UInt64 {
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
