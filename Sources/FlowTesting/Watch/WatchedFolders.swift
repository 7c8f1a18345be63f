import SystemCalls
import Watching

/// The folders whose files tests may depend on, watched together.
final class WatchedFolders {
  private var watchers: [(folder: String, watcher: FolderWatcher)] = []
  private var changes = GatheredChanges()
  private var notes: [String] = []

  init() {}

  /// Watches these too, where they are not watched yet. A folder that is not there is left out.
  ///
  /// - Parameter folders: absolute.
  func add(_ folders: Set<String>) {
    // Those around others first.
    for folder in folders.sorted() where !covers(folder + "/x") {
      do {
        watchers.append((folder, try FolderWatcher(folder)))
      } catch {
        // A path of `--lpath` may well lead nowhere.
      }
    }
  }

  /// Whether a file is watched.
  func covers(_ path: String) -> Bool {
    watchers.contains { folder, _ in
      guard path.hasPrefix(folder == "/" ? "/" : folder + "/") else { return false }
      return !path.dropFirst(folder.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }
  }

  var isEmpty: Bool { watchers.isEmpty }

  /// How many files are watched. Costs their number.
  var count: Int {
    Set(
      watchers.flatMap { folder, watcher in watcher.files.keys.map { folder + "/" + $0 } }
    ).count
  }

  // MARK: What changes

  var descriptors: [Int32] { watchers.compactMap(\.watcher.descriptor) }

  /// Within how many seconds it is to be asked.
  var timeout: Double { watchers.map(\.watcher.timeout).min() ?? .infinity }

  /// Asks what has changed. Never waits.
  ///
  /// - Returns: whether anything has.
  func look() -> Bool {
    var hasChanged = false
    for (folder, watcher) in watchers {
      for report in watcher.take() {
        guard case .changed(let files) = report else {
          notes.append("\(AbsolutePath.shown(folder)): \(report)")
          continue
        }
        changes.add(files.map { WatchedChange($0, in: folder) })
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// What has changed and has not been dealt with.
  var waiting: [WatchedChange] { changes.all }

  func takeChanges() -> [WatchedChange] { changes.takeAll() }

  /// What there is to say of the watching itself.
  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }
}
