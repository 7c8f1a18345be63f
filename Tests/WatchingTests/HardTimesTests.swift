import Foundation
import Testing

@testable import Watching

@Suite("Watching when the system has no more")
struct HardTimesTests {
  #if os(Linux)
    private static let reason = "the system watches no more folders (fs.inotify.max_user_watches)"

    @Test("with too many folders at the beginning, files are looked at, which is told")
    func noWatches() throws {
      let folder = try WatchedFolder(["a/a.lua": "a", "b/b.lua": "b"], .automatic) {
        $0.mostFolders = 2
      }
      #expect(folder.reports() == [.polling(because: Self.reason)])
      #expect(folder.watcher.descriptor == nil)
      try folder.write("b/b.lua", "c")
      #expect(try folder.changes() == ["b/b.lua": "c"])
    }

    @Test("with too many folders later, nothing is lost")
    func noMoreWatches() throws {
      let folder = try WatchedFolder(["a/a.lua": "a"], .automatic) { $0.mostFolders = 2 }
      #expect(folder.watcher.descriptor != nil)
      try folder.write("b/b.lua", "b")
      #expect(folder.reports() == [.polling(because: Self.reason)])
      #expect(try folder.changes() == ["b/b.lua": "b"])
      try folder.expectNothingMore()
    }

    @Test("when the system's queue runs over, all is looked at again")
    func overflow() throws {
      let folder = try WatchedFolder(["a.lua": "old"])
      let text = try String(
        contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let length = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      try #require(length < 100_000)
      // Two names in turn: two events of the same kind in a row count as one.
      try folder.shell(
        "i=0; while [ $i -lt \(length / 2) ]; do : > x.lua; : > y.lua; i=$((i+1)); done")
      try folder.shell("rm x.lua y.lua; mkdir late; printf x > late/b.lua; printf new > a.lua")
      #expect(try folder.changes() == ["a.lua": "new", "late/b.lua": "x"])
      try folder.write("late/b.lua", "y")
      #expect(try folder.changes() == ["late/b.lua": "y"])
    }
  #endif

  @Test("a folder that is too large is watched in part, which is told once")
  func tooMany() throws {
    let files = Dictionary(uniqueKeysWithValues: (1...20).map { ("f\($0).lua", "one") })
    let folder = try WatchedFolder(files, .automatic) { $0.mostEntries = 10 }
    #expect(
      folder.reports() == [.overlooked("", because: "there are more than 10 files in it")])
    #expect(folder.watcher.files.count == 10)
    let known = try #require(folder.watcher.files.keys.first)
    try folder.write(known, "two")
    #expect(try folder.changes() == [known: "two"])
    try folder.shell("mkdir x; touch .")
    try folder.expectNothingMore()
  }

  @Test("a wait ends when something else is to be read", arguments: FolderWatcher.Method.all)
  func alongside(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder([:], method)
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(folder.watcher.wait(alongside: [descriptor], atMost: 0).readable == [])
    try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
    #expect(folder.watcher.wait(alongside: [descriptor, -1]).readable == [descriptor])
    _ = try pipe.fileHandleForReading.read(upToCount: 1)
    try folder.write("a.lua", "a")
    let woken = folder.watcher.wait(alongside: [descriptor])
    #expect(woken.readable == [])
    #expect(woken.reports == [.changed([FileChange("a.lua", .added(Array("a".utf8)))])])
    try pipe.fileHandleForWriting.close()
    #expect(folder.watcher.wait(alongside: [descriptor]).readable == [descriptor])
  }

  @Test("a loop of one's own asks as the watcher says", arguments: FolderWatcher.Method.all)
  func ownLoop(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder([:], method)
    try folder.write("a.lua", "a")
    var reports: [WatchReport] = []
    for _ in 0..<1000 where reports.isEmpty {
      var wanted = pollfd(
        fd: folder.watcher.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, Int32((folder.watcher.timeout * 1000).rounded(.up)))
      reports = folder.watcher.take()
    }
    #expect(reports == [.changed([FileChange("a.lua", .added(Array("a".utf8)))])])
  }
}
