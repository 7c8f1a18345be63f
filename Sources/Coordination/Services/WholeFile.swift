import SystemCalls

/// A file that is written whole or not at all.
///
/// What is written goes to a file beside it, which then takes its place: a process that is killed,
/// or a disk that is full, leaves the file from before or the new one, never half of one. Of a
/// process that is killed while it writes, the file beside it may be left over.
public struct WholeFile: Hashable, Sendable {
  public let path: String
  private let readers: Readers

  /// Who may read a file that was not there before.
  public enum Readers: Sendable {
    /// The user alone: it may keep what nobody else is to know.
    case owner
    /// Whoever the user's umask lets.
    case usual
  }

  public init(path: String, readers: Readers = .owner) {
    self.path = path
    self.readers = readers
  }

  /// The file itself, where the path is that of a link: that stays one.
  private var target: String { AbsolutePath.resolved(path) ?? path }

  /// What a write waits for.
  public enum Keeping: Sendable {
    /// That the disk has it: a machine that loses its power keeps it.
    case onDisk
    /// Nothing more than that other processes see it.
    case visible
  }

  /// Replaces what is in it. Costs the number of bytes.
  public func write(_ bytes: [UInt8], _ keeping: Keeping = .onDisk) throws(WholeFileError) {
    let target = target
    let draft = "\(target).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    let file = open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, readers == .owner ? 0o600 : 0o666
    )
    guard file >= 0 else { throw failure("it cannot be written") }
    var status = stat()
    if stat(target, &status) == 0 { _ = fchmod(file, status.st_mode & 0o777) }
    var isWhole = writeAll(bytes, to: file) && (keeping == .visible || fsync(file) == 0)
    // A disk that is full may say so only now.
    isWhole = close(file) == 0 && isWhole
    guard isWhole, rename(draft, target) == 0 else {
      let failure = failure("it cannot be written")
      unlink(draft)
      throw failure
    }
  }

  /// Takes it away; nothing where there is none.
  public func remove() throws(WholeFileError) {
    guard unlink(target) != 0, errno != ENOENT else { return }
    throw failure("it cannot be removed")
  }

  private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SystemCalls.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private func failure(_ what: String) -> WholeFileError {
    WholeFileError(path: path, problem: "\(what): \(String(cString: strerror(errno)))")
  }
}

/// Why a file cannot be written.
public struct WholeFileError: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let problem: String

  public var description: String { "\(path): \(problem)" }
}
