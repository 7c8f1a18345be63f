/// A snapshot that a test has shown.
struct SnapshotUse: Hashable, Sendable {
  var name: String
  /// What is to be written down; nil where it is there already.
  var text: String?
}

extension WireWriter {
  mutating func write(_ use: SnapshotUse) {
    write(use.name)
    write(use.text) { $0.write($1) }
  }
}

extension WireReader {
  mutating func snapshotUse() throws(WireError) -> SnapshotUse {
    SnapshotUse(
      name: try text(), text: try optional { reader throws(WireError) in try reader.text() })
  }
}
