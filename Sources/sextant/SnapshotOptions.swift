import FlowRunner
import PlainValues

/// Where a run is kept, and where it goes on from: `--save`, `--restore`, `--lenient`.
struct SnapshotOptions {
  /// What keeps a snapshot of each commit.
  let save: SnapshotFile?
  /// How the flow begins, where it does from a snapshot.
  let launch: Launch?
  /// The root coordinator of the snapshot.
  let root: String?

  /// What a snapshot has, and cannot be given beside it.
  private static let settled = ["root", "input", "attr", "device", "seed"]

  /// - Throws: ``Misuse`` for what does not go together and for files that cannot be there,
  ///   `SnapshotFileError` for one that is not JSON.
  init(_ arguments: Arguments) throws {
    do {
      save = try arguments.value("save").map(SnapshotFile.init(path:))
    } catch {
      throw Misuse("--save: \(error)")
    }
    guard let path = arguments.value("restore") else {
      guard !arguments.has("lenient") else {
        throw Misuse("--lenient goes with --restore: it says how a snapshot is restored")
      }
      (launch, root) = (nil, nil)
      return
    }
    if let stray = Self.settled.first(where: arguments.has) {
      throw Misuse("--\(stray) does not go with --restore: the snapshot has it; edit it there")
    }
    let snapshot = try Self.read(path, saving: arguments.value("save"))
    launch = .restore(snapshot, missing: arguments.has("lenient") ? .leftOut : .refused)
    root = snapshot["root"]?["slot"]?.string ?? snapshot["root"]?["name"]?.string
  }

  private static func read(_ path: String, saving save: String?) throws -> Value {
    do {
      return try SnapshotFile.read(path)
    } catch {
      guard error.kind == .unreadable else { throw error }
      let hint = save == path ? "; for a first run, or one after the end, leave --restore out" : ""
      throw Misuse("--restore: \(error)\(hint)")
    }
  }
}
