import Coordination
import PlainValues
import SystemCalls

/// A file that has the newest snapshot of a host.
///
/// It is written whole or not at all, before anybody is told of the commit, so that a process that is
/// killed at any moment leaves the snapshot of the last commit that was told of, or of a newer one.
public final class SnapshotFile: RecordKeeper {
  private let file: WholeFile
  private var saved = 0

  /// The largest file that is written, and read, in bytes.
  public static let largest = 256 << 20
  /// Deep enough for whatever a host lets in.
  static let limits = PlainValueLimits(depth: 600, bytes: largest)

  /// - Throws: ``SnapshotFileError`` where no file can be there.
  public init(path: String) throws(SnapshotFileError) {
    file = WholeFile(path: path)
    let folder = AbsolutePath.folder(of: path)
    guard Folder.exists(folder) else {
      throw SnapshotFileError(path, .unreadable, "there is no folder \(folder)")
    }
    guard !Folder.exists(path) else {
      throw SnapshotFileError(path, .unreadable, "it is a folder")
    }
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw SnapshotFileError(path, .unreadable, "it is no regular file")
    }
    guard Self.mayReplace(path) else {
      throw SnapshotFileError(
        path, .unreadable, "a file is there that is no snapshot: name another, or take it away")
    }
  }

  /// Keeps what the host is after that record's commit, once a commit. When the flow has ended there
  /// is nothing to go on from, and no file. Costs the size of all that is alive.
  ///
  /// - Throws: ``SnapshotFileError`` where it cannot be written, and what ``Host/snapshot()`` throws.
  public func keep(_ record: TurnRecord, of host: Coordination.Host) throws {
    guard record.commit != saved else { return }
    saved = record.commit
    try keepTime(of: host)
  }

  public func keepTime(of host: Coordination.Host) throws {
    var text: [UInt8]?
    if host.root != nil {
      text = JSON.write(try host.snapshot(), style: .pretty) + [UInt8(ascii: "\n")]
    }
    guard text != nil || host.outcome != nil else { return }
    guard text.map({ $0.count <= Self.largest }) ?? true else {
      throw SnapshotFileError(
        file.path, .unwritable, "it would be larger than \(Self.largest >> 20) MiB")
    }
    do throws(WholeFileError) {
      if let text {
        try file.write(text)
      } else {
        try file.remove()
      }
    } catch {
      throw SnapshotFileError(file.path, .unwritable, error.problem)
    }
  }

  /// What is there and no snapshot may be somebody's work.
  private static func mayReplace(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return true }
    return (try? read(path))?["sextant_snapshot"] != nil
  }

  /// Reads a snapshot; whether it can be restored is for a host to say.
  public static func read(_ path: String) throws(SnapshotFileError) -> Value {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SnapshotFileError(path, .unreadable, String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SnapshotFileError(path, .unreadable, "it is no regular file")
    }
    guard status.st_size <= largest else {
      throw SnapshotFileError(path, .unreadable, "it is larger than \(largest >> 20) MiB")
    }
    guard let bytes = File.contents(path) else {
      throw SnapshotFileError(path, .unreadable, "it cannot be read")
    }
    do {
      return try JSON.parse(bytes, limits: limits)
    } catch {
      let end =
        error.message.contains("found the end") ? ": this is not the whole of a snapshot" : ""
      throw SnapshotFileError(
        "\(path):\(error.line):\(error.column)", .malformed,
        "error: \(error.message)\(end)")
    }
  }
}

/// Why a snapshot's file cannot be read or written.
public struct SnapshotFileError: Error, CustomStringConvertible {
  public enum Kind: Sendable {
    /// There is no such file, or it cannot be read at all.
    case unreadable
    /// What is in it is not JSON.
    case malformed
    /// It cannot be written, or taken away.
    case unwritable
  }

  public let kind: Kind
  public let description: String

  init(_ place: String, _ kind: Kind, _ problem: String) {
    self.kind = kind
    description = "\(place): \(problem)"
  }
}
