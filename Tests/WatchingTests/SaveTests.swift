import Foundation
import Testing

@testable import Watching

/// Scenario 32: a save, however it is made, is one change of the finished content.
@Suite("Saves as editors and tools make them")
struct SaveTests {
  /// What a program does to `a.lua`, which holds `old` and then `new`.
  struct Save: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    var needs: String?

    init(_ name: String, _ line: String, needs: String? = nil) {
      (testDescription, self.line, self.needs) = (name, line, needs)
    }

    var canRun: Bool {
      needs.map { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) } ?? true
    }
  }

  private static func vim(_ settings: String) -> String {
    "vim -u NONE -i NONE -es -c 'set nocompatible \(settings)' -c '%s/old/new/' -c 'wq' a.lua"
  }

  static let saves = [
    Save("written over", "printf new > a.lua"),
    Save("written in pieces", "(printf n; printf e; printf w) > a.lua"),
    Save("Vim that renames", vim("backup writebackup backupcopy=no"), needs: "vim"),
    Save("Vim that copies", vim("backup writebackup backupcopy=yes"), needs: "vim"),
    Save("Vim with a swap file", vim("swapfile updatecount=1"), needs: "vim"),
    Save(
      "Vim, as its calls are",
      ": > 4913; rm 4913; mv a.lua a.lua~; printf new > a.lua; chmod 644 a.lua; rm a.lua~"),
    Save("Visual Studio Code", ": > a.lua; printf new > a.lua"),
    Save(
      "Emacs, with a lock and a backup",
      "ln -s me@host.1:1 .#a.lua; mv a.lua a.lua~; printf new > a.lua; rm .#a.lua"),
    Save(
      "Emacs, with its own saves", "printf ne > '#a.lua#'; printf new > a.lua; rm '#a.lua#'"),
    Save("sed -i", "sed -i s/old/new/ a.lua", needs: "sed"),
    Save(
      "rsync, as its calls are",
      "printf new > .a.lua.Xa7R1q; touch -d 2001-01-01 .a.lua.Xa7R1q; mv .a.lua.Xa7R1q a.lua"),
    Save("a file of the same name and time", "printf new > x; touch -r a.lua x; mv x a.lua"),
    Save("a hard link in its place", "printf new > x; ln -f x a.lua; rm x"),
    Save("saved twice", "printf mid > a.lua; printf new > a.lua"),
    Save("removed and made again", "rm a.lua; printf new > a.lua"),
  ]

  @Test("a save is one change of what is finally there", arguments: saves.filter(\.canRun), [0, 1])
  func save(save: Save, method: Int) throws {
    // An editor ends a file with a newline.
    let folder = try WatchedFolder(
      ["a.lua": "old\n", "b.lua": "b"], FolderWatcher.Method.all[method])
    try folder.shell(save.line)
    let changes = try folder.changes()
    #expect(changes.keys.sorted() == ["a.lua"])
    #expect(changes["a.lua"]??.trimmingCharacters(in: .newlines) == "new")
    try folder.expectNothingMore()
  }

  @Test(
    "what leaves the contents as they were is nothing", arguments: FolderWatcher.Method.all,
    [
      "touch a.lua", "printf old > a.lua", "chmod 600 a.lua", "cp -p a.lua x; mv x a.lua",
      "printf new > a.lua; printf old > a.lua", "touch .", "printf x > y.lua; rm y.lua",
      "printf x > notes.txt", "printf x > .hidden.lua", "mkdir .git; printf x > .git/x.lua",
      "mkdir -p new/folder", "mkfifo pipe", "mkdir folder", "ln -s nowhere link",
      "ln -s . circle", "printf x > a.lua~; printf x > '#a.lua#'; printf x > .#a.lua",
    ])
  func nothing(method: FolderWatcher.Method, line: String) throws {
    let folder = try WatchedFolder(["a.lua": "old"], method)
    try folder.shell(line)
    try folder.expectNothingMore()
  }

  @Test(
    "what is called as a script is, and is none, cannot be read",
    arguments: FolderWatcher.Method.all,
    [
      ("mkdir odd.lua", "it is a folder"), ("mkfifo odd.lua", "it is no regular file"),
      ("ln -s . odd.lua", "it is a folder"), ("ln -s nowhere odd.lua", "No such file or directory"),
      ("ln -s odd.lua odd.lua", "Too many levels of symbolic links"),
    ])
  func odd(method: FolderWatcher.Method, made: (line: String, reason: String)) throws {
    let folder = try WatchedFolder(["a.lua": "old"], method)
    try folder.shell(made.line)
    #expect(folder.reports() == [.changed([FileChange("odd.lua", .unreadable(made.reason))])])
    try folder.shell("rm -r odd.lua; printf x > odd.lua")
    #expect(try folder.changes() == ["odd.lua": "x"])
  }

  @Test("another branch with 200 other files is one change", arguments: FolderWatcher.Method.all)
  func checkout(method: FolderWatcher.Method) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/git") else { return }
    let files = (1...200).map { "part\($0 % 7)/f\($0).lua" }
    let folder = try WatchedFolder(
      Dictionary(uniqueKeysWithValues: files.map { ($0, "one") }), method)
    let git = "git -c user.name=t -c user.email=t@t -c init.defaultBranch=one"
    let commit = "\(git) add . && \(git) commit -qm x"
    try folder.shell("\(git) init -q && \(commit) && \(git) checkout -qb two")
    for file in files { try folder.write(file, "two") }
    try folder.shell(commit)
    #expect(try folder.changes().count == 200)
    try folder.shell("\(git) checkout -q one")
    #expect(try folder.changes() == Dictionary(uniqueKeysWithValues: files.map { ($0, "one") }))
    try folder.expectNothingMore()
  }

  #if os(Linux)
    @Test("a file that is still being written is not told")
    func stillOpen() throws {
      let folder = try WatchedFolder(["a.lua": "old"], .automatic) { $0.patience = 60 }
      let descriptor = open(folder.path + "/a.lua", O_WRONLY | O_TRUNC)
      #expect(write(descriptor, "ne", 2) == 2)
      #expect(folder.watcher.wait(atMost: 0.2).reports == [])
      #expect(write(descriptor, "w", 1) == 1)
      close(descriptor)
      #expect(try folder.changes() == ["a.lua": "new"])
    }

    @Test("a file that nobody closes is told when patience ends")
    func neverClosed() throws {
      let folder = try WatchedFolder(["a.lua": "old"], .automatic) { $0.patience = 0.1 }
      let descriptor = open(folder.path + "/a.lua", O_WRONLY | O_APPEND)
      defer { close(descriptor) }
      #expect(write(descriptor, "er", 2) == 2)
      #expect(try folder.changes() == ["a.lua": "older"])
    }
  #endif
}
