import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process of a worker, as the runner sees it.
///
/// It leads a process group of its own: Ctrl-C on a terminal reaches the runner alone, and what a
/// test has started goes with it. Its standard output is the runner's standard error, so that
/// nothing that a test writes by itself gets into a report.
final class WorkerProcess {
  /// The worker's own ends of the connection.
  enum Descriptor {
    static let orders: Int32 = 3
    static let messages: Int32 = 4
    /// Never written to; it ends when the runner does.
    static let lifeline: Int32 = 5
    /// The memory of its ``Backlog``.
    static let backlog: Int32 = 6
  }

  private let identity: pid_t
  private let orders: Channel
  let messages: Channel
  /// Nil where there is no place for it: then it says all at once.
  private let backlog: Backlog?
  private var buffer = FrameBuffer()
  /// How many bytes of what it has ever said have come through the connection.
  private var received = 0
  /// How many are known, from there or from the backlog.
  private var known = 0
  private var death: Death?
  private var isReaped = false

  /// - Parameters:
  ///   - program: what it is to be.
  ///   - lifeline: the reading end of a pipe that the runner holds.
  init(_ program: WorkerProgram, lifeline: Int32) throws(WorkerError) {
    backlog = try? Backlog()
    let toWorker = try PipeEnds()
    let fromWorker = try PipeEnds()
    defer {
      close(toWorker.reading)
      close(fromWorker.writing)
    }
    orders = Channel(descriptor: toWorker.writing)
    messages = Channel(descriptor: fromWorker.reading)
    identity = try Self.start(
      program,
      [
        (toWorker.reading, Descriptor.orders), (fromWorker.writing, Descriptor.messages),
        (lifeline, Descriptor.lifeline), (STDERR_FILENO, STDOUT_FILENO),
      ] + (backlog.map { [($0.descriptor, Descriptor.backlog)] } ?? []))
  }

  private static func start(
    _ program: WorkerProgram, _ descriptors: [(from: Int32, to: Int32)]
  ) throws(WorkerError) -> pid_t {
    #if canImport(Glibc)
      if let work = program.work, canBeCopied { return try copy(descriptors, work: work) }
    #endif
    return try spawn(program.command(), descriptors)
  }

  deinit {
    end()
    close(orders.descriptor)
    close(messages.descriptor)
  }

  func send(_ order: WorkerOrder) {
    // Where it has gone, its end of the messages says so.
    _ = orders.send(order.frame)
  }

  /// Reads what has come.
  ///
  /// - Returns: false where its end has come.
  func receive() -> Bool {
    guard let bytes = messages.receive() else { return false }
    buffer.append(bytes.dropFirst(known - received))
    received += bytes.count
    known = max(known, received)
    return true
  }

  /// Reads what it has said and not sent.
  ///
  /// - Returns: whether there was anything.
  func catchUp() -> Bool {
    guard let bytes = backlog?.bytes(from: known) else { return false }
    buffer.append(bytes)
    known += bytes.count
    return !bytes.isEmpty
  }

  /// The next of its messages; nil where there is none, or where it says what makes no sense.
  func nextMessage() -> WorkerMessage? {
    buffer.next().flatMap { try? WorkerMessage($0) }
  }

  /// Ends it, and all that it has started, if it has not ended.
  func end() {
    guard !isReaped else { return }
    kill(-identity, SIGKILL)
    kill(identity, SIGKILL)
    reap(waiting: true)
  }

  /// How it ended, once its messages have.
  func howItEnded() -> Death {
    // Its connection is closed a moment before it can be waited for.
    for _ in 0..<1000 where !isReaped {
      reap(waiting: false)
      if !isReaped { usleep(1000) }
    }
    end()
    kill(-identity, SIGKILL)
    return death ?? .exit(0)
  }

  /// The seconds of processor time that it has used; nil where the system does not say.
  var processorSeconds: Double? {
    #if canImport(Glibc)
      var clock = clockid_t()
      var time = timespec()
      guard !isReaped, clock_getcpuclockid(identity, &clock) == 0, clock_gettime(clock, &time) == 0
      else { return nil }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    #else
      return nil
    #endif
  }

  /// Whether it has ended, though something holds its connection open.
  var hasEnded: Bool {
    reap(waiting: false)
    return isReaped
  }

  private func reap(waiting: Bool) {
    guard !isReaped else { return }
    var status: Int32 = 0
    var result = waitpid(identity, &status, waiting ? 0 : WNOHANG)
    while result < 0, errno == EINTR { result = waitpid(identity, &status, waiting ? 0 : WNOHANG) }
    guard result != 0 else { return }
    isReaped = true
    // As the macros WIFSIGNALED, WTERMSIG and WEXITSTATUS, which Swift does not import.
    let signal = status & 0x7F
    death = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// How a worker crashed is told by the runner, at once, without pages of registers.
  private static let ownSurroundings = ["SWIFT_BACKTRACE": "enable=no"]

  private static func spawn(
    _ command: [String], _ descriptors: [(from: Int32, to: Int32)]
  ) throws(WorkerError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    // The runner hears of signals in another way, which is not for those that it starts.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in Interruption.signals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let surroundings =
      ProcessInfo.processInfo.environment.merging(Self.ownSurroundings) { $1 }
      .map { strdup("\($0)=\($1)") } + [nil]
    defer { for entry in surroundings { free(entry) } }
    var identity: pid_t = 0
    let problem = posix_spawn(
      &identity, command.first ?? "", &actions, &attributes, words, surroundings)
    guard problem == 0 else { throw WorkerError("it cannot be started", problem) }
    return identity
  }
}

/// A pipe that workers do not inherit by themselves, with numbers above those that they are given.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init() throws(WorkerError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw WorkerError("there is no pipe for it", errno) }
    reading = fcntl(ends[0], F_DUPFD_CLOEXEC, 16)
    writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
    let problem = errno
    close(ends[0])
    close(ends[1])
    guard reading >= 0, writing >= 0 else { throw WorkerError("there is no pipe for it", problem) }
  }
}

/// Why a worker cannot be started.
public struct WorkerError: Error, CustomStringConvertible {
  public let description: String

  init(_ what: String, _ number: Int32) {
    description = "a process for tests: \(what): \(String(cString: strerror(number)))"
  }
}
