import Foundation
import Testing

@testable import Watching

@Suite("Whatever is done to a folder")
struct WalkTests {
  /// Does things at random, in a thread, while the watcher is asked.
  @Test("what is told adds up to what is there", arguments: FolderWatcher.Method.all, 1...4)
  func random(method: FolderWatcher.Method, seed: UInt64) throws {
    let folder = try WatchedFolder(["a.lua": "a", "x/b.lua": "b"], method) { $0.quiet = 0.002 }
    var told = folder.watcher.files
    let path = folder.path
    let worker = Thread { Self.disturb(path, seed: seed) }
    worker.start()
    // A walk that sees the first marker may have passed by what came just before it; the next one
    // cannot have.
    var isMarked = false
    while told["second.lua"] == nil {
      for report in folder.reports() {
        guard case .changed(let changes) = report else {
          Issue.record("\(report)")
          return
        }
        for change in changes {
          switch change.kind {
          case .added(let bytes):
            #expect(told.updateValue(bytes, forKey: change.path) == nil)
          case .changed(let bytes):
            #expect(told.updateValue(bytes, forKey: change.path) != nil)
          case .removed: #expect(told.removeValue(forKey: change.path) != nil)
          case .unreadable(let reason): Issue.record("\(change.path): \(reason)")
          }
        }
      }
      if !isMarked, told["marker.lua"] != nil {
        isMarked = true
        try folder.write("second.lua", "end")
      }
    }
    #expect(
      told.mapValues(WatchedFolder.text) == (try Self.contents(path)))
  }

  /// What is there, by other means than the watcher's.
  private static func contents(_ path: String) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path)
    where name.hasSuffix(".lua") {
      var isFolder: ObjCBool = false
      let file = path + "/" + name
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      contents[name] = try String(contentsOfFile: file, encoding: .utf8)
    }
    return contents
  }

  /// 400 things, then the marker.
  private static func disturb(_ root: String, seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let folders = ["", "x/", "y/", "x/z/", "y/z/"]
    func file() -> String { root + "/" + folders[roll(5)] + ["a", "b", "c"][roll(3)] + ".lua" }
    func directory() -> String { root + "/" + folders[1 + roll(4)].dropLast() }
    let files = FileManager.default
    for step in 0..<400 {
      switch roll(9) {
      case 0...2: try? "\(step)".write(toFile: file(), atomically: false, encoding: .utf8)
      case 3: try? "\(step)".write(toFile: file(), atomically: true, encoding: .utf8)
      case 4: try? files.removeItem(atPath: file())
      case 5: rename(file(), file())
      case 6: try? files.createDirectory(atPath: directory(), withIntermediateDirectories: true)
      case 7: if roll(3) == 0 { try? files.removeItem(atPath: directory()) }
      default: rename(directory(), directory())
      }
    }
    _ = files.createFile(atPath: root + "/marker.lua", contents: Data("end".utf8))
  }
}
