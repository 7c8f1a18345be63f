import Foundation

/// Ctrl-C, as something that can be waited for together with the workers.
public final class Interruption {
  private let ends: PipeEnds
  private let source: any DispatchSourceSignal

  /// From now on the first Ctrl-C makes ``descriptor`` readable; the second ends the process.
  public init() throws {
    let ends = try PipeEnds()
    self.ends = ends
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      _ = write(ends.writing, [1], 1)
    }
    source.resume()
  }

  deinit { source.cancel() }

  public var descriptor: Int32 { ends.reading }
}
