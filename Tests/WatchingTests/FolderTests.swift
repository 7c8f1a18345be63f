import Foundation
import Testing

@testable import Watching

@Suite("Folders that come, go and move")
struct FolderTests {
  @Test(
    "what comes and goes is told by its path", arguments: FolderWatcher.Method.all,
    [
      ("printf x > b.lua", ["b.lua": "x"]),
      ("rm a.lua", ["a.lua": nil]),
      ("mv a.lua b.lua", ["a.lua": nil, "b.lua": "old"]),
      ("mv a.lua a.txt", ["a.lua": nil]),
      ("mkdir -p x/y/z; printf x > x/y/z/b.lua", ["x/y/z/b.lua": "x"]),
      ("mkdir x; printf x > x/b.lua; mv x y", ["y/b.lua": "x"]),
      ("mkdir ../outside/x; printf x > ../outside/x/b.lua; mv ../outside/x .", ["x/b.lua": "x"]),
      ("mv lib other", ["lib/m.lua": nil, "other/m.lua": "m"]),
      ("mv lib .lib", ["lib/m.lua": nil]),
      ("mv lib ../outside", ["lib/m.lua": nil]),
      ("rm -r lib", ["lib/m.lua": nil]),
      ("rm -r lib; mkdir lib; printf n > lib/m.lua", ["lib/m.lua": "n"]),
      ("rm -r lib; printf x > lib.lua", ["lib/m.lua": nil, "lib.lua": "x"]),
      ("rm a.lua; mkdir a.lua; printf x > a.lua/b.lua", ["a.lua": nil, "a.lua/b.lua": "x"]),
      ("ln -s ../outside/there.txt link.lua", ["link.lua": "there"]),
      ("mkdir old.bak; printf x > old.bak/b.lua", ["old.bak/b.lua": "x"]),
      ("printf x > 'with space ü.lua'", ["with space ü.lua": "x"]),
    ] as [(String, [String: String?])])
  func comingAndGoing(method: FolderWatcher.Method, change: (String, [String: String?])) throws {
    let folder = try WatchedFolder(["a.lua": "old", "lib/m.lua": "m"], method)
    try WatchedFolder.write(folder.outside + "/there.txt", "there")
    try folder.shell(change.0)
    #expect(try folder.changes() == change.1)
    try folder.expectNothingMore()
  }

  @Test("a folder goes on being watched where it was moved to", arguments: FolderWatcher.Method.all)
  func moved(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(["lib/deep/m.lua": "m"], method)
    try folder.shell("mv lib other")
    #expect(try folder.changes() == ["lib/deep/m.lua": nil, "other/deep/m.lua": "m"])
    try folder.write("other/deep/m.lua", "n")
    #expect(try folder.changes() == ["other/deep/m.lua": "n"])
    try folder.shell("mkdir lib; mv other/deep lib")
    #expect(try folder.changes() == ["lib/deep/m.lua": "n", "other/deep/m.lua": nil])
    try folder.write("lib/deep/m.lua", "o")
    #expect(try folder.changes() == ["lib/deep/m.lua": "o"])
  }

  @Test("files are known from the beginning", arguments: FolderWatcher.Method.all)
  func files(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(
      ["a.lua": "a", "lib/b.lua": "b", "c.txt": "c", ".git/d.lua": "d"], method)
    #expect(
      folder.watcher.files.mapValues(WatchedFolder.text) == ["a.lua": "a", "lib/b.lua": "b"])
  }

  @Test("a file that is too large counts as unreadable", arguments: FolderWatcher.Method.all)
  func tooLarge(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(["a.lua": "small"], method) { $0.largestFile = 10 }
    try folder.write("a.lua", "larger than that")
    let unreadable = FileChange("a.lua", .unreadable("it is larger than 10 bytes"))
    #expect(folder.reports() == [.changed([unreadable])])
    try folder.write("a.lua", "also larger than that")
    try folder.expectNothingMore()
    try folder.write("a.lua", "small")
    #expect(try folder.changes() == ["a.lua": "small"])
  }

  @Test("what a link leads to is watched, wherever it is", arguments: FolderWatcher.Method.all)
  func links(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder([:], method)
    let target = folder.outside + "/there.txt"
    try WatchedFolder.write(target, "one")
    try folder.shell("ln -s ../outside/there.txt link.lua")
    #expect(try folder.changes() == ["link.lua": "one"])
    try WatchedFolder.write(target, "two")
    #expect(try folder.changes() == ["link.lua": "two"])
    try FileManager.default.removeItem(atPath: target)
    #expect(try folder.changes() == ["link.lua": nil])
  }

  // MARK: The folder itself

  @Test("a folder that goes and comes back is watched again", arguments: FolderWatcher.Method.all)
  func vanished(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(["a.lua": "a", "lib/m.lua": "m"], method)
    try folder.shell("mv ../flow ../outside/flow")
    #expect(folder.reports() == [.vanished])
    #expect(folder.watcher.files.count == 2)
    try FileManager.default.moveItem(atPath: folder.outside + "/flow", toPath: folder.path)
    #expect(folder.reports() == [.returned])
    try folder.write("lib/m.lua", "n")
    #expect(try folder.changes() == ["lib/m.lua": "n"])
  }

  @Test("a folder that comes back tells what differs", arguments: FolderWatcher.Method.all)
  func returned(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(["a.lua": "a", "b.lua": "b"], method)
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(folder.reports() == [.vanished])
    try folder.write("a.lua", "other")
    let changes = [FileChange("a.lua", .changed(Array("other".utf8))), .init("b.lua", .removed)]
    #expect(folder.reports() == [.returned])
    #expect(folder.reports() == [.changed(changes)])
    try folder.expectNothingMore()
  }

  @Test("one that is made anew at once was never gone", arguments: FolderWatcher.Method.all)
  func replaced(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder(["a.lua": "a", "lib/m.lua": "m"], method)
    try folder.shell("mv ../flow ../old; mkdir -p ../flow/lib; printf n > ../flow/lib/m.lua")
    #expect(try folder.changes() == ["a.lua": nil, "lib/m.lua": "n"])
    try folder.write("lib/m.lua", "o")
    #expect(try folder.changes() == ["lib/m.lua": "o"])
  }

  @Test("a link as the folder may lead elsewhere later", arguments: FolderWatcher.Method.all)
  func linkedFolder(method: FolderWatcher.Method) throws {
    let folder = try WatchedFolder([:], method)
    try folder.shell(
      """
      cd ../outside; mkdir one two; printf 1 > one/a.lua; printf 2 > two/a.lua
      ln -s one current
      """)
    var options = FolderWatcher.Options()
    options.method = method
    let watcher = try FolderWatcher(folder.outside + "/current", options: options)
    try folder.shell("cd ../outside; ln -sfn two current")
    #expect(
      watcher.wait(atMost: 60).reports == [
        .changed([FileChange("a.lua", .changed(Array("2".utf8)))])
      ])
  }
}
