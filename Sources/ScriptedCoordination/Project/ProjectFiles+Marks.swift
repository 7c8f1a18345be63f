extension ProjectFiles {
  /// A mark of each file's contents, by its path: equal contents have equal marks, on any machine.
  /// Costs the size of the files.
  ///
  /// It is FNV-1a of 64 bits (Fowler, Noll and Vo), in hexadecimal: enough to tell that a file has
  /// been edited, not that nobody meant to deceive.
  public var marks: [String: String] {
    contents.mapValues(Self.mark)
  }

  /// The mark of one file's contents. Costs their size.
  static func mark(of contents: [UInt8]) -> String {
    let hash = contents.reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
