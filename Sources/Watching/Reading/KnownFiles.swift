import SystemCalls

/// What files are known to hold, to tell by their contents whether they have changed.
struct KnownFiles {
  private enum State: Equatable {
    case contents([UInt8])
    case unreadable(String)
  }

  private let root: String
  private let isOfInterest: (String) -> Bool
  private let largestFile: Int
  private var states: [String: State] = [:]
  /// The files that are links, with the marks of what they lead to: that may lie anywhere.
  private var links: [String: FileMark?] = [:]

  init(root: String, largestFile: Int, interest: @escaping (String) -> Bool) {
    self.root = root
    self.largestFile = largestFile
    isOfInterest = interest
  }

  /// The contents of those that can be read.
  var contents: [String: [UInt8]] {
    states.compactMapValues { if case .contents(let bytes) = $0 { bytes } else { nil } }
  }

  /// The links that lead to something else than when they were looked at. Costs their number.
  var changedLinks: [String] {
    links.filter { FileMark(root.entry($0.key)) != $0.value }.map(\.key)
  }

  /// Looks at files again, and tells those that differ, sorted by their paths.
  ///
  /// - Parameter walks: through the folders of which all files are to be looked at.
  mutating func look(
    at files: Set<String>, _ walks: [(folder: String, walk: FolderWalk)]
  ) -> [FileChange] {
    var paths = files
    for (folder, walk) in walks {
      if isOfInterest(folder) { paths.insert(folder) }
      paths.formUnion(walk.files.keys.filter(isOfInterest))
      // One that is called as a file of interest is, and cannot be read as one.
      paths.formUnion(walk.others.filter(isOfInterest))
      paths.formUnion(states.keys.filter { $0 == folder || $0.isInside(folder) })
    }
    return paths.sorted().compactMap { look(at: $0) }
  }

  private mutating func look(at path: String) -> FileChange? {
    let (before, now) = (states[path], read(path))
    guard now != before else { return nil }
    states[path] = now
    return switch now {
    case .contents(let bytes): FileChange(path, before == nil ? .added(bytes) : .changed(bytes))
    case .unreadable(let reason): FileChange(path, .unreadable(reason))
    case nil: FileChange(path, .removed)
    }
  }

  /// What is in a file now; nil where there is none.
  private mutating func read(_ path: String) -> State? {
    let whole = root.entry(path)
    var status = stat()
    links[path] = nil
    guard lstat(whole, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK { links[path] = .some(FileMark(whole)) }
    // A pipe in its place would keep one waiting for its other end.
    let descriptor = open(whole, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      // One that has gone meanwhile is none; a link that leads nowhere is.
      let isGone = [ENOENT, ENOTDIR].contains(errno) && links[path] == nil
      return isGone ? nil : .unreadable(systemProblem)
    }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .unreadable("it is a folder")
    default: return .unreadable("it is no regular file")
    }
    return contents(descriptor, expecting: Int(status.st_size))
  }

  private func contents(_ descriptor: Int32, expecting size: Int) -> State {
    guard size <= largestFile else { return tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes {
        SystemCalls.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .unreadable(systemProblem) }
      guard count > 0 else { return .contents(bytes) }
      bytes += piece[..<count]
      guard bytes.count <= largestFile else { return tooLarge }
    }
  }

  private var tooLarge: State {
    let mebibyte = 1 << 20
    let isWhole = largestFile.isMultiple(of: mebibyte)
    let size = isWhole ? "\(largestFile / mebibyte) MiB" : "\(largestFile) bytes"
    return .unreadable("it is larger than \(size)")
  }
}
