import Foundation
import PlainValues
import Testing

/// The built command, run as a user runs it.
struct Command {
  let status: Int32
  let output: String
  let messages: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The lines of JSON that it wrote.
  var values: [Value] {
    get throws { try lines.map { try JSON.parse($0) } }
  }

  /// - Parameters:
  ///   - input: what it gets on standard input, which then ends.
  ///   - folder: where it is run.
  ///   - surroundings: variables of its environment that are other than here.
  static func run(
    _ arguments: [String], input: [UInt8] = [], in folder: String? = nil,
    surroundings: [String: String] = [:]
  ) throws -> Command {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = Self.surroundings.merging(surroundings) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    return try finish(process, input)
  }

  /// Runs a process to its end, and takes what it has written.
  static func finish(_ process: Process, _ input: [UInt8] = []) throws -> Command {
    // Files rather than pipes: neither side can wait for the other.
    let scratch = try Folder()
    try scratch.write("in", input)
    try scratch.write("out", [])
    try scratch.write("err", [])
    process.standardInput = try FileHandle(forReadingFrom: scratch.url("in"))
    process.standardOutput = try FileHandle(forWritingTo: scratch.url("out"))
    process.standardError = try FileHandle(forWritingTo: scratch.url("err"))
    try process.run()
    process.waitUntilExit()
    return Command(
      status: process.terminationStatus, output: try scratch.text("out"),
      messages: try scratch.text("err"))
  }

  /// The environment as on somebody's desk, also where these tests run in CI.
  static var surroundings: [String: String] {
    ProcessInfo.processInfo.environment.merging(["CI": ""]) { $1 }
  }

  static func run(_ arguments: String..., input: String = "") throws -> Command {
    try run(arguments, input: Array(input.utf8))
  }

  /// It is built beside the tests.
  static var executable: URL {
    var folder = Bundle.main.bundleURL
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder.appendingPathComponent("sextant")
  }

  /// The checkout.
  static var package: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  static func flow(_ name: String) -> String { package + "/scripts/" + name }
}

/// A folder that goes when nobody holds it any more.
final class Folder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "sextant-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, Array(text.utf8)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = url(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }
}
