import SystemCalls

/// What changes when a file does: enough to know that it is worth a look.
struct FileMark: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let written: Moment
  /// When anything of it changed last: no program can set that back.
  private let changed: Moment

  private struct Moment: Hashable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (written, changed) = (Moment(status.st_mtimespec), Moment(status.st_ctimespec))
    #else
      (written, changed) = (Moment(status.st_mtim), Moment(status.st_ctim))
    #endif
  }

  /// The mark of what a path leads to; nil where that is no regular file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }
}

extension FolderPresence.Identity {
  /// The folder that a path leads to; nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// What the last call of the system that failed says of it.
var systemProblem: String { String(cString: strerror(errno)) }
