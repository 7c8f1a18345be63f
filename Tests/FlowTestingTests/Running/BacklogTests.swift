import Foundation
import Testing

@testable import FlowTesting

@Suite("What a worker has said and not sent")
struct BacklogTests {
  /// The runner's view and the worker's.
  private static func views() throws -> (runner: Backlog, worker: Backlog) {
    let runner = try Backlog()
    return (runner, try #require(Backlog(descriptor: dup(runner.descriptor))))
  }

  private static let results: [WorkerMessage] = (0..<300).flatMap { index in
    [.began(index), .ended(index, TestEnding(outcome: .passed, seconds: Double(index) / 7))]
  }

  /// The messages in what has come through a pipe, and then in the backlog.
  private static func heard(through pipe: PipeEnds, _ backlog: Backlog) throws -> [WorkerMessage] {
    close(pipe.writing)
    var frames = FrameBuffer()
    var count = 0
    while let bytes = Channel(descriptor: pipe.reading).receive() {
      frames.append(bytes)
      count += bytes.count
    }
    close(pipe.reading)
    frames.append(backlog.bytes(from: count))
    var messages: [WorkerMessage] = []
    while let frame = frames.next() { messages.append(try WorkerMessage(frame)) }
    return messages
  }

  @Test("the runner finds it as it was said, wherever in the ring it lies")
  func found() throws {
    let (runner, worker) = try Self.views()
    var position = 0
    for size in [0, 1, 1000, Backlog.capacity, Backlog.capacity - 1, 40_000, 40_000, 7] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
      worker.append(bytes)
      #expect(runner.bytes(from: position) == bytes)
      position += size
      #expect(runner.bytes(from: position).isEmpty)
    }
  }

  @Test("of what is too long ago, as it has been sent since, nothing is told")
  func sent() throws {
    let (runner, worker) = try Self.views()
    worker.append([1, 2, 3])
    worker.skip(Backlog.capacity)
    #expect(runner.bytes(from: 0).isEmpty)
    #expect(runner.bytes(from: 3).count == Backlog.capacity)
  }

  @Test("a number that makes no sense, of a worker that wrote over it, is nothing")
  func overwritten() throws {
    let (runner, worker) = try Self.views()
    for nonsense in [Int.min / 2, -1, 1 << 40] {
      worker.skip(nonsense)
      #expect(runner.bytes(from: 0).isEmpty)
    }
  }

  @Test("where there is no such memory, there is no backlog")
  func missing() throws {
    #expect(Backlog(descriptor: -1) == nil)
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(Backlog(descriptor: file) == nil)
  }

  @Test("nothing is lost and nothing told twice when a worker ends", arguments: [1, 150, 600])
  func ending(_ count: Int) throws {
    let (runner, worker) = try Self.views()
    let pipe = try PipeEnds()
    let outbox = Outbox(Channel(descriptor: pipe.writing), backlog: worker)
    let said = Array(Self.results.prefix(count))
    for message in said { outbox.say(message) }
    #expect(try Self.heard(through: pipe, runner) == said)
  }

  @Test("what waits is sent when the worker waits for orders, all of it")
  func flushed() throws {
    let (runner, worker) = try Self.views()
    let pipe = try PipeEnds()
    let outbox = Outbox(Channel(descriptor: pipe.writing), backlog: worker)
    outbox.say(.began(0))
    outbox.say(.problem(TestFailure(message: "a teardown"), names: []))
    outbox.flush()
    outbox.flush()
    let bytes = try #require(Channel(descriptor: pipe.reading).receive())
    #expect(
      bytes == WorkerMessage.began(0).frame
        + WorkerMessage.problem(TestFailure(message: "a teardown"), names: []).frame)
    #expect(runner.bytes(from: bytes.count).isEmpty)
    close(pipe.reading)
    close(pipe.writing)
  }

  @Test("a message that is larger than the backlog goes by itself, in its place")
  func large() throws {
    let (runner, worker) = try Self.views()
    let pipe = try PipeEnds()
    let outbox = Outbox(Channel(descriptor: pipe.writing), backlog: worker)
    let output = [String(repeating: "x", count: Backlog.capacity)]
    let said: [WorkerMessage] = [
      .began(0), .ended(0, TestEnding(outcome: .passed, output: output)), .began(1),
    ]
    let reader = ReaderThread(pipe.reading)
    for message in said { outbox.say(message) }
    close(pipe.writing)
    var frames = FrameBuffer()
    let bytes = reader.bytes()
    frames.append(bytes)
    frames.append(runner.bytes(from: bytes.count))
    var heard: [WorkerMessage] = []
    while let frame = frames.next() { heard.append(try WorkerMessage(frame)) }
    #expect(heard == said)
  }

  @Test("without a backlog nothing waits")
  func without() throws {
    let pipe = try PipeEnds()
    let outbox = Outbox(Channel(descriptor: pipe.writing), backlog: nil)
    outbox.say(.began(3))
    #expect(Channel(descriptor: pipe.reading).receive() == WorkerMessage.began(3).frame)
    close(pipe.reading)
    close(pipe.writing)
  }
}

/// Reads a pipe to its end beside the test: what is larger than a pipe is not written otherwise.
private final class ReaderThread: @unchecked Sendable {
  // Written by the thread, and read when the semaphore has said that it has ended.
  private var read: [UInt8] = []
  private let done = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      while let bytes = Channel(descriptor: descriptor).receive() { read += bytes }
      close(descriptor)
      done.signal()
    }
  }

  func bytes() -> [UInt8] {
    done.wait()
    return read
  }
}
