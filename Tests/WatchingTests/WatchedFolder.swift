import Foundation
import Testing

@testable import Watching

/// A folder with files in it, and a watcher of it.
///
/// What a test does to the files is done before the watcher is asked, so that it is told in one
/// piece however slow the machine is. That nothing is told is shown by what is told next.
final class WatchedFolder {
  let path: String
  /// Beside the folder, and not watched.
  let outside: String
  private let scratch: String
  private(set) var watcher: FolderWatcher

  init(
    _ files: [String: String] = [:], _ method: FolderWatcher.Method = .automatic,
    _ change: (inout FolderWatcher.Options) -> Void = { _ in }
  ) throws {
    scratch = NSTemporaryDirectory() + "sextant-watching-" + UUID().uuidString
    (path, outside) = (scratch + "/flow", scratch + "/outside")
    for folder in [path, outside] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    var options = FolderWatcher.Options()
    options.method = method
    options.interval = 0.05
    change(&options)
    for (name, text) in files { try Self.write(path + "/" + name, text) }
    watcher = try FolderWatcher(path, options: options)
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  static func write(_ path: String, _ text: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Writes a file as most programs do: opened, emptied, written, closed.
  func write(_ name: String, _ text: String) throws {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    #expect(descriptor >= 0)
    #expect(Foundation.write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
  }

  /// Runs a line of the shell in the folder.
  func shell(_ line: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", line]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(line)")
  }

  /// Waits for what is told next.
  func reports() -> [WatchReport] { watcher.wait(atMost: 60).reports }

  /// Waits for what is told next, which has to be one report of changed files: what is in each now,
  /// or nothing for one that has gone.
  func changes(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: String?] {
    let reports = reports()
    guard reports.count == 1, case .changed(let changes) = reports.first else {
      Issue.record("not one change: \(reports)", sourceLocation: sourceLocation)
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.contents.map(Self.text)) })
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// What is told next is of something else: nothing was left to be told.
  func expectNothingMore(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let name = "marker_\(UUID().uuidString).lua"
    try write(name, "marker")
    #expect(
      try changes(sourceLocation: sourceLocation) == [name: "marker"],
      sourceLocation: sourceLocation)
  }
}

extension FolderWatcher.Method {
  static let all = [FolderWatcher.Method.automatic, .polling]
}
