import Foundation
import Testing

@testable import SystemCalls

/// A folder of its own, which goes with the test.
private final class Place {
  let path = ThisProgram.temporaryFolder + "sextant-files-" + UUID().uuidString

  init() throws { try Folder.make(path) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    return path + "/" + name
  }
}

@Suite("Files")
struct FileTests {
  @Test("all of a file is read, whatever its size", arguments: [0, 1, 4095, 4096, 4097, 200_000])
  func whole(_ size: Int) throws {
    let place = try Place()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try File.read(try place.write("a", bytes)) == bytes)
  }

  @Test("no more is read than is asked for", arguments: [0, 1, 5000, 10_000, 20_000])
  func limit(_ limit: Int) throws {
    let place = try Place()
    let path = try place.write("a", [UInt8](repeating: 7, count: 10_000))
    #expect(try File.read(path, atMost: limit).count == min(limit, 10_000))
  }

  @Test("a file whose size the system does not tell is read to its end")
  func unsized() throws {
    #if os(Linux)
      #expect(try !File.read("/proc/self/maps").isEmpty)
    #endif
  }

  @Test("what cannot be read says why, and has no contents")
  func unreadable() throws {
    let place = try Place()
    #expect(throws: SystemProblem(number: EISDIR)) { try File.read(place.path) }
    #expect(throws: SystemProblem(number: ENOENT)) { try File.read(place.path + "/none") }
    #expect(SystemProblem(number: ENOENT).description == "No such file or directory")
    #expect(File.contents(place.path + "/none") == nil)
  }

  @Test("a link counts as what it leads to")
  func links() throws {
    let place = try Place()
    _ = try place.write("a", [1])
    symlink("a", place.path + "/link")
    symlink("none", place.path + "/lost")
    symlink(".", place.path + "/folder")
    #expect(File.exists(place.path + "/link"))
    #expect(!File.exists(place.path + "/lost"))
    #expect(Folder.exists(place.path + "/folder"))
    #expect(!Folder.exists(place.path + "/link"))
    let real = try #require(AbsolutePath.resolved(place.path))
    #expect(AbsolutePath.resolved(place.path + "/folder/link") == real + "/a")
    #expect(AbsolutePath.resolved(place.path + "/lost") == nil)
  }
}

@Suite("Folders")
struct FolderTests {
  @Test("a folder is made with those that it is in, and made again it stays as it is")
  func make() throws {
    let place = try Place()
    for _ in 1...2 { try Folder.make(place.path + "/a/b//c/") }
    #expect(Folder.exists(place.path + "/a/b/c"))
  }

  @Test(
    "a folder that cannot be made says which, and why",
    arguments: [
      ("/dev/null", "/dev/null: the folder cannot be made: File exists"),
      ("/dev/null/a/b", "/dev/null/a/b: the folder cannot be made: Not a directory"),
      ("", ": the folder cannot be made: No such file or directory"),
    ])
  func problem(_ path: String, _ message: String) {
    do {
      try Folder.make(path)
      Issue.record("it was made")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test("what is in a folder is told without what is hidden, and a link to a folder is none")
  func entries() throws {
    let place = try Place()
    for name in ["a", ".b"] { _ = try place.write(name, []) }
    try Folder.make(place.path + "/c")
    symlink("c", place.path + "/d")
    let entries = try Folder.entries(place.path).sorted { $0.name < $1.name }
    #expect(entries.map(\.name) == ["a", "c", "d"])
    #expect(entries.map(\.isFolder) == [false, true, false])
    #expect(throws: SystemProblem(number: ENOENT)) { try Folder.entries(place.path + "/none") }
  }

  @Test(
    "what is above a path is its folder, also where it is written in another way",
    arguments: [("/", "/"), ("/a", "/"), ("/a/b", "/a"), ("/a/b/", "/a"), ("/a/./b/../c", "/a")])
  func above(_ path: String, _ folder: String) {
    #expect(AbsolutePath.folder(of: path) == folder)
  }

  @Test("what is not absolute is in the working folder")
  func relative() {
    #expect(Folder.working == FileManager.default.currentDirectoryPath)
    #expect(AbsolutePath.folder(of: "a") == Folder.working)
    #expect(AbsolutePath.shown(Folder.working + "/a/b") == "a/b")
    #expect(AbsolutePath.shown("/elsewhere/a") == "/elsewhere/a")
  }
}

@Suite("The process and its machine")
struct SurroundingsTests {
  @Test("the program that runs is known")
  func program() throws {
    #expect(File.exists(try #require(ThisProgram.path)))
  }

  @Test("a variable has its value, and one that is not set has none")
  func variables() {
    #expect(Environment.value("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(Environment.value("SEXTANT_IS_NEVER_SET") == nil)
  }

  @Test("the time is that of the machine, and the steady one goes forward")
  func time() {
    #expect(abs(MachineTime.now - Date().timeIntervalSince1970) < 60)
    let before = MachineTime.steady
    #expect(MachineTime.steady >= before)
  }
}
