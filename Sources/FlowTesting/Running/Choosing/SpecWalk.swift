import Foundation

/// A walk through a folder and the folders in it, past what is hidden. Links to folders are not
/// followed: they may lead in circles.
struct SpecWalk {
  /// The paths of files, from the folder, in no order.
  private(set) var files: [String] = []

  /// - Parameters:
  ///   - folder: where it begins. One that cannot be read has nothing.
  ///   - isWanted: whether a file of that name is told.
  init(_ folder: String, where isWanted: (String) -> Bool) {
    var waiting = [""]
    while let place = waiting.popLast() { list(folder, place, &waiting, isWanted) }
  }

  private mutating func list(
    _ root: String, _ place: String, _ waiting: inout [String], _ isWanted: (String) -> Bool
  ) {
    guard let stream = opendir(place.isEmpty ? root : root + "/" + place) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard let name = Self.name(entry), !name.hasPrefix(".") else { continue }
      let isFolder = Self.isFolder(entry, name, in: dirfd(stream))
      guard isFolder || isWanted(name) else { continue }
      let path = place.isEmpty ? name : place + "/" + name
      if isFolder { waiting.append(path) } else { files.append(path) }
    }
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
}
