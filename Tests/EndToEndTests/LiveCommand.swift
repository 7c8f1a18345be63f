import Foundation
import PlainValues

/// The built command while it runs: it is told something, answers, and may be killed.
final class LiveCommand {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private(set) var text = ""

  init(_ arguments: [String], in folder: String? = nil) throws {
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.executableURL = Command.executable
    process.arguments = arguments
    process.environment = Command.surroundings
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit { kill() }

  func type(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Reads what it writes until that is in it.
  ///
  /// - Returns: false where it ends without it.
  func wait(for wanted: String) -> Bool {
    while !text.contains(wanted) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return false }
      text += String(decoding: data, as: UTF8.self)
    }
    return true
  }

  /// The next line of JSON that it writes; what has been waited for before counts too.
  func value() throws -> Value {
    while true {
      if let end = text.firstIndex(of: "\n") {
        let line = String(text[..<end])
        text = String(text[text.index(after: end)...])
        return try JSON.parse(line)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Ended() }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// It ended before it wrote what was waited for.
  struct Ended: Error {}

  /// Tells it that there is nothing more to come.
  func endInput() throws { try input.fileHandleForWriting.close() }

  /// What it says on standard error until it ends.
  var messages: String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Asks it to end, as Ctrl-C does.
  func interrupt() { process.interrupt() }

  /// Asks it to end, as `kill` does.
  func terminate() { process.terminate() }

  func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  /// The signal that has ended it; nil where it has ended by itself.
  var signal: Int32? {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
  }

  /// How it ends.
  var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends it as nothing can be done about (`kill -9`), and reads what it had written by then.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }
}
