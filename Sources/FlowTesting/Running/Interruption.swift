import Foundation
import Synchronization

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
public final class Interruption {
  /// Ctrl-C, and what `kill` and CI servers send.
  static let signals = [SIGINT, SIGTERM]

  private final class Received: Sendable { let signal = Atomic<Int32>(0) }

  private let ends: PipeEnds
  private let received = Received()
  private let sources: [any DispatchSourceSignal]

  /// From now on the first such signal makes ``descriptor`` readable; the second ends the process.
  public init() throws {
    let ends = try PipeEnds()
    self.ends = ends
    sources = Self.signals.map { [received] number in
      Foundation.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        for number in Self.signals { Foundation.signal(number, SIG_DFL) }
        received.signal.store(number, ordering: .relaxed)
        _ = write(ends.writing, [1], 1)
      }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  public var descriptor: Int32 { ends.reading }

  /// The number of the signal that came; 0 where none has.
  public var signal: Int32 { received.signal.load(ordering: .relaxed) }
}
