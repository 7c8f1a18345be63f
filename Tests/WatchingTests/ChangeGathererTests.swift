import Testing

@testable import Watching

@Suite("Gathering changes until it is quiet")
struct ChangeGathererTests {
  private typealias Event = ChangeGatherer.Event

  private func gatherer(_ events: [(Event, Double)]) -> ChangeGatherer {
    var gatherer = ChangeGatherer(quiet: 2, patience: 9)
    for (event, time) in events { gatherer.take(event, at: time) }
    return gatherer
  }

  @Test("without an event there is nothing to wait for")
  func idle() {
    var gatherer = gatherer([])
    #expect(gatherer.next(at: 100) == .idle)
  }

  @Test("each event begins the quiet anew, and all are looked at together, once")
  func quiet() {
    var gatherer = gatherer([(.finished("a"), 0), (.finished("b"), 1), (.folder("c"), 2)])
    #expect(gatherer.next(at: 3) == .wait(until: 4))
    #expect(gatherer.next(at: 4) == .look(.init(files: ["a", "b"], folders: ["c"])))
    #expect(gatherer.next(at: 4) == .idle)
  }

  @Test("a file that is being written is waited for until it has been closed")
  func open() {
    var gatherer = gatherer([(.begun("a"), 0)])
    #expect(gatherer.next(at: 5) == .wait(until: 9))
    gatherer.take(.finished("a"), at: 5)
    #expect(gatherer.next(at: 6) == .wait(until: 7))
    #expect(gatherer.next(at: 7) == .look(.init(files: ["a"])))
  }

  @Test("a file that was being written in a folder that has gone is not waited for")
  func openInFolder() {
    var gatherer = gatherer([(.begun("x/a"), 0), (.folder("x"), 1)])
    #expect(gatherer.next(at: 3) == .look(.init(folders: ["x"])))
  }

  @Test("what is never closed and never quiet is looked at when patience ends")
  func patience() {
    var gatherer = gatherer([(.begun("a"), 0)])
    for time in 1...8 { gatherer.take(.finished("b"), at: Double(time)) }
    #expect(gatherer.next(at: 8.5) == .wait(until: 9))
    #expect(gatherer.next(at: 9) == .look(.init(files: ["a", "b"])))
  }

  /// Every sequence of five ticks, each with one of these or none.
  @Test("whatever comes, nothing is lost, nothing is looked at too early, and none waits too long")
  func everySequence() {
    let choices: [Event?] = [nil, .begun("a"), .finished("a"), .finished("b"), .folder("")]
    for number in 0..<3125 {
      var rest = number
      var gatherer = ChangeGatherer(quiet: 2, patience: 5)
      var told: Set<String> = []
      var seen: Set<String> = []
      var (first, last): (Double?, Double) = (nil, 0)
      var isOpen = false
      for tick in 0..<12 {
        let time = Double(tick)
        if tick < 5, let event = choices[rest % 5] {
          gatherer.take(event, at: time)
          (first, last) = (first ?? time, time)
          switch event {
          case .begun(let path):
            isOpen = true
            told.insert(path)
          case .finished(let path):
            if path == "a" { isOpen = false }
            told.insert(path)
          case .folder:
            isOpen = false
            told = ["/"]
            seen.remove("/")
          }
        }
        if tick < 5 { rest /= 5 }
        guard case .look(let gathered) = gatherer.next(at: time) else { continue }
        let isPatient = time - (first ?? time) < 5
        #expect(!isPatient || (time - last >= 2 && !isOpen), "\(number)")
        seen.formUnion(gathered.files)
        if !gathered.folders.isEmpty { seen.insert("/") }
        (first, isOpen) = (nil, false)
      }
      #expect(told.isSubset(of: seen), "\(number)")
      #expect(gatherer.next(at: 12) == .idle, "\(number)")
    }
  }
}

@Suite("Whether the folder is there")
struct FolderPresenceTests {
  private static let one = FolderPresence.Identity(device: 1, inode: 1)
  private static let other = FolderPresence.Identity(device: 1, inode: 2)

  @Test(
    "what was seen before and what is seen now say what has happened",
    arguments: [
      (one, one, FolderPresence.Change.same), (one, other, .replaced), (one, nil, .vanished),
      (nil, nil, .gone), (nil, other, .returned),
    ] as [(FolderPresence.Identity?, FolderPresence.Identity?, FolderPresence.Change)])
  func changes(
    before: FolderPresence.Identity?, now: FolderPresence.Identity?, change: FolderPresence.Change
  ) {
    var presence = FolderPresence(before)
    #expect(presence.see(now) == change)
    #expect(presence.identity == now)
    #expect(presence.see(now) == (now == nil ? .gone : .same))
  }
}

@Suite("Names that are left alone")
struct WatchedNamesTests {
  @Test(
    "hidden files and what editors leave are left alone",
    arguments: [
      ".git", ".auth.lua.swp", ".#auth.lua", "auth.lua~", "#auth.lua#", "4913", "auth.lua.swp",
      "auth.lua.bak", "auth.lua___jb_tmp___", ".auth.lua.Xa7R1q",
    ])
  func alone(name: String) {
    #expect(WatchedNames.leavesAlone(file: name))
    // Folders are watched where they are loaded, whatever else they are called.
    #expect(WatchedNames.leavesAlone(folder: name) == name.hasPrefix("."))
  }

  @Test("all others are not", arguments: ["auth.lua", "a#b.lua", "4913.lua", "lib", "swp"])
  func watched(name: String) {
    #expect(!WatchedNames.leavesAlone(file: name))
    #expect(!WatchedNames.leavesAlone(folder: name))
  }
}

@Suite("What is told of a folder")
struct WatchReportTests {
  @Test(
    "each report says what has happened",
    arguments: [
      (
        WatchReport.changed([
          FileChange("a.lua", .added([])), FileChange("b.lua", .changed([1])),
          FileChange("c.lua", .removed), FileChange("d.lua", .unreadable("Permission denied")),
        ]), "a.lua added, b.lua changed, c.lua removed, d.lua cannot be read: Permission denied"
      ),
      (.vanished, "the folder has gone; when it is back, watching goes on"),
      (.returned, "the folder is back"),
      (.polling(because: "why"), "files are looked at every now and then: why"),
      (.overlooked("lib", because: "why"), "lib is not watched: why"),
      (.overlooked("", because: "why"), "a part of the folder is not watched: why"),
    ])
  func descriptions(report: WatchReport, text: String) {
    #expect(report.description == text)
  }

  @Test("what is no folder cannot be watched")
  func noFolder() throws {
    for path in ["/nowhere", "", "/dev/null"] {
      #expect(
        throws: WatchError(
          description: "\(path) cannot be watched: there is no such folder")
      ) { try FolderWatcher(path) }
    }
  }
}
