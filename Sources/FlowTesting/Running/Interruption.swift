import Synchronization
import SystemCalls

/// What may break a run off before all has run.
public protocol Interrupting: AnyObject {
  /// Become readable when ``breaksOff()`` is to be asked.
  var descriptors: [Int32] { get }
  /// Within how many seconds it is to be asked in any case.
  var timeout: Double { get }
  /// Whether the run is to end now.
  func breaksOff() -> Bool
}

extension Interruption: Interrupting {
  public var descriptors: [Int32] { [descriptor] }
  public var timeout: Double { .infinity }
  public func breaksOff() -> Bool { signal != 0 }
}

/// Ctrl-C, or being asked to end, as something that can be waited for together with the workers.
///
/// Signals are handled where they arrive, with no thread to wait for them, so that a process with one
/// thread keeps one and can be copied. There is one interruption in a process at a time.
public final class Interruption {
  /// Ctrl-C, and what `kill` and CI servers send.
  static let signals = [SIGINT, SIGTERM]

  private let ends: PipeEnds

  /// From now on the first such signal makes ``descriptor`` readable; the second ends the process.
  public init() throws {
    ends = try PipeEnds()
    Received.number.store(0, ordering: .relaxed)
    Received.end.store(ends.writing, ordering: .relaxed)
    for number in Self.signals { SystemCalls.signal(number, Received.handler) }
  }

  deinit {
    for number in Self.signals { SystemCalls.signal(number, SIG_IGN) }
    Received.end.store(-1, ordering: .relaxed)
    close(ends.reading)
    close(ends.writing)
  }

  public var descriptor: Int32 { ends.reading }

  /// The number of the signal that came; 0 where none has.
  public var signal: Int32 { Received.number.load(ordering: .relaxed) }

  /// What a handler of signals may touch, which is little: it may run in the middle of anything.
  private enum Received {
    static let number = Atomic<Int32>(0)
    /// Where it is told that one has come; -1 where nobody wants to know.
    static let end = Atomic<Int32>(-1)

    static let handler: @convention(c) (Int32) -> Void = { signal in
      let error = errno
      SystemCalls.signal(SIGINT, SIG_DFL)
      SystemCalls.signal(SIGTERM, SIG_DFL)
      Received.number.store(signal, ordering: .relaxed)
      var byte: UInt8 = 1
      _ = write(Received.end.load(ordering: .relaxed), &byte, 1)
      errno = error
    }
  }
}
