/// Sends what a worker says: a lot at once, and the rest when it is told to. Each time that the runner
/// wakes takes longer than what it is told of a test.
///
/// What waits to be sent is in the ``Backlog`` by then, so that nothing of it is lost with the process.
final class Outbox {
  /// Bytes that are sent at once: little enough that the runner works on them while tests run.
  private static let lot = 4 << 10

  private let channel: Channel
  private let backlog: Backlog?
  private var waiting: [UInt8] = []

  /// - Parameter backlog: where what waits is kept; without one nothing waits.
  init(_ channel: Channel, backlog: Backlog?) {
    self.channel = channel
    self.backlog = backlog
  }

  func say(_ message: WorkerMessage) {
    let frame = message.frame
    guard let backlog, frame.count <= Backlog.capacity else {
      flush()
      _ = channel.send(frame)
      backlog?.skip(frame.count)
      return
    }
    if waiting.count + frame.count > Backlog.capacity { flush() }
    backlog.append(frame)
    waiting += frame
    if waiting.count >= Self.lot { flush() }
  }

  /// Sends what waits.
  func flush() {
    guard !waiting.isEmpty else { return }
    // Where the runner has gone, nobody wants to hear it.
    _ = channel.send(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
