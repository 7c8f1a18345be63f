/// Folders, by their paths. A link counts as what it leads to.
package enum Folder {
  /// The one that paths begin from which do not say where they begin. Empty where it has gone.
  package static var working: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What a folder has.
  package struct Entry: Hashable {
    package let name: String
    /// A link to a folder is none.
    package let isFolder: Bool
  }

  /// What is in it, in no order, without what is hidden. Costs its number.
  package static func entries(_ path: String) throws(SystemProblem) -> [Entry] {
    guard let stream = opendir(path) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      guard let name = name(entry), !name.hasPrefix(".") else { continue }
      entries.append(Entry(name: name, isFolder: isFolder(entry, name, in: dirfd(stream))))
    }
    return entries
  }

  private static func isFolder(
    _ entry: UnsafeMutablePointer<dirent>, _ name: String, in folder: Int32
  ) -> Bool {
    guard entry.pointee.d_type == DT_UNKNOWN else { return entry.pointee.d_type == DT_DIR }
    var status = stat()
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Nil where it is no UTF-8, so that nothing could be told of it.
  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    // Within bounds: `readdir` ends the name by a zero within `d_name`, whose bytes are CChars.
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
      ) { String(validatingCString: $0) }
    }
  }

  /// Makes it where it is not there, and those that it is in.
  package static func make(_ path: String) throws(FolderProblem) {
    guard !exists(path) else { return }
    var problem = SystemProblem(number: EEXIST)
    for end in path.indices.dropFirst().filter({ path[$0] == "/" }) + [path.endIndex] {
      // The first that fails is why those in it do.
      if mkdir(String(path[..<end]), 0o777) != 0, errno != EEXIST, problem.number == EEXIST {
        problem = .last
      }
    }
    guard exists(path) else { throw FolderProblem(path: path, problem: problem) }
  }
}

/// Why a folder cannot be made.
package struct FolderProblem: Error, Hashable, CustomStringConvertible {
  package let path: String
  let problem: SystemProblem

  package var description: String { "\(path): the folder cannot be made: \(problem)" }
}
