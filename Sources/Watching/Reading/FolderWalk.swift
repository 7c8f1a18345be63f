import SystemCalls

/// A walk through a folder and the folders in it, past what ``WatchedNames`` leaves alone.
///
/// A link to a file counts as that file. Links to folders are not followed: they may lead in circles
/// or out of the project.
struct FolderWalk {
  /// The regular files and their marks, by their paths.
  private(set) var files: [String: FileMark] = [:]
  /// What is no regular file and leads to none: folders, links, pipes.
  private(set) var others: Set<String> = []
  private(set) var folders: Set<String> = []
  /// What could not be walked through, and why.
  private(set) var problems: [String: String] = [:]

  /// The most entries of folders that are walked past, unless another bound is given.
  static let mostEntries = 100_000
  private let mostEntries: Int
  private var entries = 0

  /// - Parameters:
  ///   - root: the folder that paths begin from.
  ///   - start: where in it the walk begins.
  ///   - enter: called with each folder before its entries are read.
  init<Failure>(
    root: String, from start: String = "", mostEntries: Int = Self.mostEntries,
    enter: (String) throws(Failure) -> Void
  ) throws(Failure) {
    self.mostEntries = mostEntries
    var waiting = [start]
    while let folder = waiting.popLast() {
      try enter(folder)
      waiting += list(folder, root)
    }
  }

  init(root: String, from start: String = "", mostEntries: Int = Self.mostEntries) {
    self.init(root: root, from: start, mostEntries: mostEntries) { (_: String) throws(Never) in }
  }

  /// Takes in what is in a folder, and gives the folders in it.
  private mutating func list(_ folder: String, _ root: String) -> [String] {
    guard let stream = opendir(root.entry(folder)) else {
      // One that has gone meanwhile is no problem.
      if ![ENOENT, ENOTDIR].contains(errno) { problems[folder] = systemProblem }
      return []
    }
    defer { closedir(stream) }
    folders.insert(folder)
    var inner: [String] = []
    while let entry = readdir(stream) {
      // A name that is no UTF-8 cannot be told of.
      guard let name = Self.name(entry), !WatchedNames.leavesAlone(folder: name) else { continue }
      entries += 1
      guard entries <= mostEntries else {
        problems[""] = "there are more than \(mostEntries) files in it"
        return []
      }
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let path = folder.entry(name)
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        inner.append(path)
        others.insert(path)
      case S_IFREG where !WatchedNames.leavesAlone(file: name): files[path] = FileMark(status)
      case S_IFLNK where !WatchedNames.leavesAlone(file: name):
        files[path] = FileMark(root.entry(path))
        if files[path] == nil { others.insert(path) }
      default: others.insert(path)
      }
    }
    return inner
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    // Within bounds: `readdir` ends the name by a zero within `d_name`, whose bytes are CChars.
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(
        to: UInt8.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
      ) {
        let bytes = UnsafeBufferPointer(start: $0, count: strlen(UnsafePointer(OpaquePointer($0))))
        return String(validating: bytes, as: UTF8.self)
      }
    }
  }
}
