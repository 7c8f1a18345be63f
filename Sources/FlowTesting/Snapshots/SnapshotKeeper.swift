import Coordination
import SystemCalls

/// What the tests of a file have shown in a run.
struct ShownSnapshots: Hashable, Sendable {
  /// The path of the spec file.
  var spec: String
  var uses: [SnapshotUse] = []
  /// Whether all of its tests have run, so that what was not shown is obsolete.
  var isWhole = false
  /// The full names of tests that may not have come as far as their snapshots.
  var unfinished: Set<String> = []
}

/// Writes down what tests have shown, and finds what none shows any more.
struct SnapshotKeeper {
  let mode: SnapshotMode

  /// Takes in what came of a file. A file that would be empty is taken away.
  ///
  /// - Returns: what was done, and what is wrong.
  func keep(_ shown: ShownSnapshots) -> SnapshotSummary {
    let path = SnapshotFile.path(of: shown.spec)
    if shown.uses.isEmpty, !File.exists(path) { return SnapshotSummary() }
    do {
      let folder = SnapshotFile.folder(of: path)
      if shown.uses.contains(where: { $0.text != nil }) {
        try Folder.make(folder)
      }
      return try Self.alone(in: folder) { try take(shown) }
    } catch let problem as SnapshotProblem {
      // Who has shown none is not told: tests of other files have nothing to do with it.
      return shown.uses.isEmpty ? SnapshotSummary() : SnapshotSummary(problem: problem.description)
    } catch {
      return SnapshotSummary(problem: "snapshots are not written: \(error)")
    }
  }

  private func take(_ shown: ShownSnapshots) throws -> SnapshotSummary {
    var summary = SnapshotSummary()
    let path = SnapshotFile.path(of: shown.spec)
    let before = try SnapshotFile(path: path)
    var after = before
    for use in shown.uses { if let text = use.text { after.entries[use.name] = text } }
    for name in Set(shown.uses.filter { $0.text != nil }.map(\.name)) {
      if before.entries[name] == nil { summary.written += 1 } else { summary.updated += 1 }
    }
    let obsolete = SnapshotFile.ordered(
      shown.isWhole ? before.entries.keys.filter { isObsolete($0, shown) } : [])
    if mode == .update {
      for name in obsolete { after.entries[name] = nil }
      summary.removed = obsolete.count
    } else if !obsolete.isEmpty {
      summary.obsolete = [.init(path: path, names: obsolete)]
    }
    if summary.written + summary.updated + summary.removed > 0 {
      try write(after, path, shown.spec)
    }
    return summary
  }

  /// Does something while no other process, such as another shard, does it in the same folder.
  private static func alone<Result>(
    in folder: String, _ body: () throws -> Result
  ) rethrows -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where there is no folder there is nothing to share; and what cannot be locked is no reason to
    // fail.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body()
  }

  /// Files of snapshots in the same folders whose spec files are not there any more.
  ///
  /// - Returns: what was done, and what is wrong.
  func keepOrphans(beside specs: [String]) -> SnapshotSummary {
    var summary = SnapshotSummary()
    for folder in Set(specs.map(SnapshotFile.folder)).sorted() {
      let kept = folder + "__snapshots__"
      for name in (try? Folder.entries(kept))?.map(\.name).sorted() ?? [] {
        let spec = folder + name.dropLast(5) + ".lua"
        guard name.hasSuffix(".snap"),
          ![spec, String(spec.dropLast(4))].contains(where: File.exists)
        else { continue }
        var orphans = ShownSnapshots(spec: spec)
        orphans.isWhole = true
        summary.add(keep(orphans))
      }
    }
    return summary
  }

  private func isObsolete(_ name: String, _ shown: ShownSnapshots) -> Bool {
    // Those of a block `checkout = one_page` may be of `--variants checkout=all`, where all is in one.
    let words = name.split(separator: " ", maxSplits: 3)
    if words.count == 4, words[1] == "=" { return false }
    return !shown.uses.contains { $0.name == name }
      && !shown.unfinished.contains { name.hasPrefix($0 + " ") || name.hasPrefix($0 + ":") }
  }

  private func write(_ file: SnapshotFile, _ path: String, _ spec: String) throws {
    let folder = SnapshotFile.folder(of: path)
    guard !file.entries.isEmpty else {
      try WholeFile(path: path).remove()
      // Where it is not empty it stays.
      _ = rmdir(folder)
      return
    }
    try WholeFile(path: path, readers: .usual).write(Array(file.text(of: spec).utf8))
  }
}
