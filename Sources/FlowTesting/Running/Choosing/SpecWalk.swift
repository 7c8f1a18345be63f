import SystemCalls

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
    let entries = (try? Folder.entries(place.isEmpty ? root : root + "/" + place)) ?? []
    for entry in entries where entry.isFolder || isWanted(entry.name) {
      let path = place.isEmpty ? entry.name : place + "/" + entry.name
      if entry.isFolder { waiting.append(path) } else { files.append(path) }
    }
  }
}
