#if os(Linux)
  import SystemCalls

  /// Is told by Linux what changes: folders are watched, not files, since a save by renaming puts
  /// another file in the place of the old one. See inotify(7).
  final class InotifySource: FolderSource {
    private let root: String
    private let isOfInterest: (String) -> Bool
    private let mostFolders: Int
    private let queue: Int32
    /// The folders that are watched, by the numbers that the system gives them. Numbers are not used
    /// again.
    private var folders: [Int32: String] = [:]

    var descriptor: Int32? { queue }
    let nextLook: Double? = nil

    /// - Parameter mostFolders: how many may be watched; more are an error, as when the system has
    ///   no more watches.
    /// - Throws: ``SourceError`` where the system has no more queues.
    init(
      root: String, mostFolders: Int = .max, interest: @escaping (String) -> Bool
    ) throws(SourceError) {
      self.root = root
      self.mostFolders = mostFolders
      isOfInterest = interest
      queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard queue >= 0 else {
        throw SourceError(
          reason:
            "the system gives no more queues (\(systemProblem); fs.inotify.max_user_instances)")
      }
    }

    deinit { close(queue) }

    func begin() throws(SourceError) {
      end()
      try watch("")
    }

    func end() { forget("") }

    // MARK: Watches

    private static let changes = [
      IN_CREATE, IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE,
      IN_DELETE_SELF, IN_MOVE_SELF,
    ].reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }

    /// Watches a folder and those in it, each before its entries are read, so that what comes later
    /// is told.
    private func watch(_ folder: String) throws(SourceError) {
      _ = try FolderWalk(root: root, from: folder) { (path) throws(SourceError) in try add(path) }
    }

    private func add(_ folder: String) throws(SourceError) {
      // The folder itself may be a link; those in it are not followed.
      let mask = folder.isEmpty ? Self.changes : Self.changes | UInt32(IN_DONT_FOLLOW)
      let number = inotify_add_watch(queue, root.entry(folder), mask)
      if number >= 0, folders.count < mostFolders {
        folders[number] = folder
      } else if number >= 0 || [ENOSPC, ENOMEM].contains(errno) {
        throw SourceError(
          reason: "the system watches no more folders (fs.inotify.max_user_watches)")
      }
      // Any other: it has gone meanwhile, or may not be read; the walk says so.
    }

    private func forget(_ folder: String) {
      for (number, path) in folders where path == folder || path.isInside(folder) {
        inotify_rm_watch(queue, number)
        folders[number] = nil
      }
    }

    // MARK: Events

    private static let mostReads = 64

    func events(at time: Double) throws(SourceError) -> [ChangeGatherer.Event] {
      var events: [ChangeGatherer.Event] = []
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      for _ in 0..<Self.mostReads {
        let count = buffer.withUnsafeMutableBytes { read(queue, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        for message in InotifyMessage.messages(in: buffer[..<count]) {
          if let event = try event(message) { events.append(event) }
        }
      }
      return events
    }

    private func event(_ message: InotifyMessage) throws(SourceError) -> ChangeGatherer.Event? {
      if message.has(IN_Q_OVERFLOW) {
        // Nobody knows what was lost: folders may have come.
        try begin()
        return .folder("")
      }
      guard let folder = folders[message.number] else { return nil }
      if message.has(IN_IGNORED) {
        folders[message.number] = nil
        return .folder(folder)
      }
      guard let name = message.name else { return folder.isEmpty ? .folder("") : nil }
      let path = folder.entry(name)
      if message.has(IN_ISDIR) {
        return WatchedNames.leavesAlone(folder: name) ? nil : try folderEvent(message, path)
      }
      guard !WatchedNames.leavesAlone(file: name), isOfInterest(path) else { return nil }
      return fileEvent(message, path)
    }

    private func folderEvent(
      _ message: InotifyMessage, _ path: String
    ) throws(SourceError) -> ChangeGatherer.Event {
      // One that was moved is watched under its new path.
      if message.has(IN_MOVED_FROM) { forget(path) }
      if message.has(IN_CREATE) || message.has(IN_MOVED_TO) || message.has(IN_ATTRIB) {
        try watch(path)
      }
      return .folder(path)
    }

    private func fileEvent(_ message: InotifyMessage, _ path: String) -> ChangeGatherer.Event {
      if message.has(IN_MODIFY) { return .begun(path) }
      if message.has(IN_CREATE) {
        // What is made by opening it will be closed; a link is made whole.
        var status = stat()
        let isOpened =
          lstat(root.entry(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
          && status.st_nlink == 1
        return isOpened ? .begun(path) : .finished(path)
      }
      return .finished(path)
    }
  }

  /// One message of the system's queue, `struct inotify_event`.
  struct InotifyMessage {
    /// Of the watch that it is about.
    let number: Int32
    private let mask: UInt32
    /// Of the entry of the folder; nil where it is about the folder itself, or no UTF-8.
    let name: String?

    func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }

    /// Those that were read at once.
    static func messages(in bytes: ArraySlice<UInt8>) -> [InotifyMessage] {
      let header = MemoryLayout<inotify_event>.size
      var messages: [InotifyMessage] = []
      var rest = bytes
      while rest.count >= header {
        let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
        messages.append(
          InotifyMessage(
            number: event.wd, mask: event.mask,
            name: name.isEmpty ? nil : String(validating: name, as: UTF8.self)))
        rest = rest.dropFirst(header + Int(event.len))
      }
      return messages
    }
  }
#endif
