/// Finds what has changed by walking through the folder every so often.
///
/// Costs a walk each time. Works on every file system and for any number of folders.
final class PollingSource: FolderSource {
  private let root: String
  private let isOfInterest: (String) -> Bool
  private let interval: Double
  /// The time between walks while something changes.
  private let quiet: Double
  private var files: [String: FileMark] = [:]
  /// What is called as a file of interest is, and is none.
  private var others: Set<String> = []
  private var folders: Set<String> = []
  private(set) var nextLook: Double?

  let descriptor: Int32? = nil

  init(root: String, interval: Double, quiet: Double, interest: @escaping (String) -> Bool) {
    self.root = root
    self.interval = interval
    self.quiet = quiet
    isOfInterest = interest
  }

  func begin() {
    (files, others, folders) = walk()
    nextLook = 0
  }

  func end() {
    (files, others, folders) = ([:], [], [])
    nextLook = nil
  }

  func events(at time: Double) -> [ChangeGatherer.Event] {
    guard let nextLook, time >= nextLook else { return [] }
    let (newFiles, newOthers, newFolders) = walk()
    defer { (files, others, folders) = (newFiles, newOthers, newFolders) }
    let paths = Set(files.keys).union(newFiles.keys).filter { files[$0] != newFiles[$0] }
    var events = paths.union(others.symmetricDifference(newOthers))
      .map(ChangeGatherer.Event.finished)
    // Also those that cannot be read, or hold nothing of interest.
    events += folders.symmetricDifference(newFolders).map(ChangeGatherer.Event.folder)
    self.nextLook = time + (events.isEmpty ? interval : min(quiet, interval))
    return events
  }

  private func walk() -> ([String: FileMark], Set<String>, Set<String>) {
    let walk = FolderWalk(root: root)
    let unread = walk.problems.keys.filter { !$0.isEmpty }
    return (
      walk.files.filter { isOfInterest($0.key) }, walk.others.filter(isOfInterest),
      walk.folders.union(unread)
    )
  }
}
