import Foundation
import Testing

@testable import FlowTesting

@Suite("What workers are made of")
struct WorkerProgramTests {
  #if canImport(Glibc)
    @Test("a process with several threads is not copied, as they would be missing in the copy")
    func threads() {
      let ends = DispatchSemaphore(value: 0)
      let thread = Thread { ends.wait() }
      thread.start()
      #expect(!WorkerProcess.canBeCopied)
      ends.signal()
    }
  #endif

  @Test("a command is put together where a worker is started by it, and not before")
  func command() throws {
    var asked = 0
    func words() -> [String] {
      asked += 1
      return ["/bin/sh", "-c", "exit 7"]
    }
    let program = WorkerProgram(command: words())
    #expect(asked == 0)
    let lifeline = try PipeEnds()
    defer {
      close(lifeline.reading)
      close(lifeline.writing)
    }
    let process = try WorkerProcess(program, lifeline: lifeline.reading)
    #expect(asked == 1)
    #expect(!process.receive())
    #expect(process.howItEnded() == .exit(7))
  }
}
