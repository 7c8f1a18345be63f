import Synchronization
import SystemCalls

/// The last of what a worker has said, in memory that it shares with its runner.
///
/// A worker says much in little time. So it gathers what it says and sends a lot at once; what it
/// has not sent when its process ends, or while a test does not return, the runner finds here. All
/// that a worker ever says is one stream of bytes, and this is a ring with its latest.
final class Backlog {
  /// Bytes that may wait here to be sent. The ring is twice as long: what the runner reads is not
  /// written over meanwhile, unless it has been sent.
  static let capacity = 64 << 10
  private static let length = 2 * capacity
  private static let header = 64

  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer
  private let ring: UnsafeMutableRawBufferPointer
  /// How many bytes have been said. At the beginning of the memory, aligned as that is.
  private let end: UnsafeMutablePointer<Atomic<Int>>

  /// Makes the memory: a file that no path leads to.
  init() throws(WorkerError) {
    var path = Array((ThisProgram.temporaryFolder + "sextant.XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw WorkerError("there is no memory to share with it", errno) }
    unlink(path)
    let descriptor = fcntl(file, F_DUPFD_CLOEXEC, 16)
    close(file)
    guard descriptor >= 0, Self.reserve(descriptor, Self.header + Self.length),
      let memory = Self.map(descriptor)
    else {
      let problem = errno
      if descriptor >= 0 { close(descriptor) }
      throw WorkerError("there is no memory to share with it", problem)
    }
    self.descriptor = descriptor
    (self.memory, end, ring) = Self.parts(of: memory)
    end.initialize(to: Atomic(0))
  }

  /// The worker's own view of the memory; nil where there is none.
  init?(descriptor: Int32) {
    guard let memory = Self.map(descriptor) else { return nil }
    self.descriptor = descriptor
    (self.memory, end, ring) = Self.parts(of: memory)
  }

  deinit {
    munmap(memory, Self.header + Self.length)
    close(descriptor)
  }

  /// Makes a file that long. On a disk that is full it fails here, and not where the memory is
  /// written to.
  private static func reserve(_ descriptor: Int32, _ size: Int) -> Bool {
    #if canImport(Glibc)
      errno = posix_fallocate(descriptor, 0, off_t(size))
      return errno == 0
    #else
      var left = size
      let zeros = [UInt8](repeating: 0, count: 4096)
      while left > 0 {
        let written = write(descriptor, zeros, min(left, zeros.count))
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        left -= written
      }
      return true
    #endif
  }

  private static func map(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
    var status = stat()
    // Beyond the end of a file memory is not there, though it can be mapped.
    guard fstat(descriptor, &status) == 0, status.st_size >= off_t(header + length) else {
      return nil
    }
    let memory = mmap(nil, header + length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  private static func parts(
    of memory: UnsafeMutableRawPointer
  ) -> (
    UnsafeMutableRawPointer, UnsafeMutablePointer<Atomic<Int>>, UnsafeMutableRawBufferPointer
  ) {
    // The first page of the mapping, which nothing else is bound to in this process.
    (
      memory, memory.bindMemory(to: Atomic<Int>.self, capacity: 1),
      UnsafeMutableRawBufferPointer(start: memory + header, count: length)
    )
  }

  // MARK: The worker's side

  /// Adds bytes, at most ``capacity``.
  func append(_ bytes: [UInt8]) {
    let position = end.pointee.load(ordering: .relaxed)
    copy(bytes[...], at: position)
    // Only now: whoever sees the new end finds whole messages before it.
    end.pointee.store(position + bytes.count, ordering: .releasing)
  }

  /// Counts bytes that were sent without being here.
  func skip(_ count: Int) {
    end.pointee.store(end.pointee.load(ordering: .relaxed) + count, ordering: .releasing)
  }

  private func copy(_ bytes: ArraySlice<UInt8>, at position: Int) {
    let start = position % Self.length
    let first = bytes.prefix(Self.length - start)
    first.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: ring[start...]).copyMemory(from: $0)
    }
    let rest = bytes.dropFirst(first.count)
    if !rest.isEmpty { rest.withUnsafeBytes { ring.copyMemory(from: $0) } }
  }

  // MARK: The runner's side

  /// What has been said from there on; nothing where that is not here any more, as it has been sent.
  ///
  /// - Parameter position: how many bytes of the stream are known already.
  func bytes(from position: Int) -> [UInt8] {
    let end = end.pointee.load(ordering: .acquiring)
    // A worker that writes over its memory may leave any number here.
    guard end > position, end - position <= Self.capacity else { return [] }
    let start = position % Self.length
    let first = min(end - position, Self.length - start)
    let bytes = Array(ring[start..<start + first]) + Array(ring[..<(end - position - first)])
    let now = self.end.pointee.load(ordering: .acquiring)
    return now >= end && now - position <= Self.capacity ? bytes : []
  }
}
