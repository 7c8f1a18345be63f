import Testing
import Watching

@testable import FlowTesting

@Suite("Which tests a change reaches")
struct KnownReachTests {
  private static let money = TestKey(file: "/p/tests/a_test.lua", names: ["money"])
  private static let auth = TestKey(file: "/p/tests/a_test.lua", names: ["auth"])
  private static let links = TestKey(file: "/p/tests/b_test.lua", names: ["links"])
  private static let specs = ["/p/tests/a_test.lua", "/p/tests/b_test.lua"]

  private static func whole(_ spec: String) -> TestKey { TestKey(file: spec, names: []) }

  private static let known: KnownReach = {
    var (a, b) = (FileReach(), FileReach())
    a.take(Reach(files: ["/p/tests/a_test.lua", "/p/tests/helper.lua"]), of: nil)
    a.take(Reach(files: ["/p/lib/money.lua"]), of: money)
    a.take(Reach(files: ["/p/auth.lua", "/p/lib/name.lua"], projects: ["/p"]), of: auth)
    b.take(Reach(files: ["/p/tests/b_test.lua"]), of: nil)
    b.take(Reach(files: ["/p/app.lua", "/p/lib/money.lua"], projects: ["/p"]), of: links)
    var known = KnownReach()
    known.take([specs[0]: a, specs[1]: b], whole: Set(specs))
    return known
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let path: String
    let kind: FileChange.Effect
    let tests: Set<TestKey>

    var testDescription: String { rule }

    init(_ rule: String, _ path: String, _ kind: FileChange.Effect, _ tests: Set<TestKey>) {
      (self.rule, self.path, self.kind, self.tests) = (rule, path, kind, tests)
    }
  }

  static let cases: [Case] = [
    .init("a spec: all of its tests", specs[0], .changed, [whole(specs[0])]),
    .init(
      "what a spec requires: all of its tests", "/p/tests/helper.lua", .changed, [whole(specs[0])]),
    .init(
      "a module: the tests that reach it, in whichever file", "/p/lib/money.lua", .changed,
      [money, links]),
    .init("a script: the tests that started it", "/p/auth.lua", .changed, [auth]),
    .init("a script that nobody started: none", "/p/catalog.lua", .changed, []),
    .init("one that goes: all that launch the project", "/p/catalog.lua", .removed, [auth, links]),
    .init("one that comes: all that launch the project", "/p/new.lua", .added, [auth, links]),
    .init("what comes under tests is no part of the project", "/p/tests/new.lua", .added, []),
    .init("nor is what comes under spec", "/p/spec/new.lua", .added, []),
    .init("what comes elsewhere: none", "/q/new.lua", .added, []),
    .init("a folder whose name only begins like the project's", "/pq/new.lua", .added, []),
    .init("one that was looked for comes", "/p/lib/name.lua", .added, [auth, links]),
    .init("a module that goes", "/p/lib/money.lua", .removed, [money, auth, links]),
  ]

  @Test("a change reaches", arguments: cases)
  func touched(_ given: Case) {
    let change = WatchedChange(given.path, given.kind)
    let touched = Self.known.touched(by: [change], among: Self.specs)
    #expect(touched.tests == given.tests)
    #expect(touched.unreached == (given.tests.isEmpty ? [change] : []))
  }

  @Test("several changes reach what each does, and each that reaches none is told")
  func several() {
    let changes = ["/p/auth.lua", "/p/catalog.lua", "/p/lib/money.lua"].map {
      WatchedChange($0, .changed)
    }
    let touched = Self.known.touched(by: changes, among: Self.specs)
    #expect(touched.tests == [Self.auth, Self.money, Self.links])
    #expect(touched.unreached == [changes[1]])
  }

  @Test("a file of tests that is new, or of which nothing is known, runs at any change")
  func new() {
    let change = WatchedChange("/p/catalog.lua", .changed)
    let touched = Self.known.touched(by: [change], among: Self.specs + ["/p/tests/c_test.lua"])
    #expect(touched.tests == [Self.whole("/p/tests/c_test.lua")])
  }

  @Test("one that has gone is forgotten, and its removal runs nothing")
  func removed() {
    var known = Self.known
    known.forget(allBut: [Self.specs[1]])
    let change = WatchedChange(Self.specs[0], .removed)
    #expect(known.touched(by: [change], among: [Self.specs[1]]).tests.isEmpty)
    #expect(known.files == ["/p/tests/b_test.lua", "/p/app.lua", "/p/lib/money.lua"])
    #expect(known.count(of: Self.specs[0]) == nil)
    #expect(known.count(of: Self.specs[1]) == 1)
  }

  @Test("what depends on everything runs at any change")
  func everything() {
    var reach = FileReach()
    reach.take(.everything, of: Self.money)
    var known = KnownReach()
    known.take([Self.specs[0]: reach], whole: [Self.specs[0]])
    for kind in [FileChange.Effect.added, .changed, .removed] {
      let touched = known.touched(by: [WatchedChange("/else", kind)], among: [Self.specs[0]])
      #expect(touched.tests == [Self.money])
    }
  }

  @Test("a round of some tests of a file changes what is known of these alone")
  func partial() {
    var (known, reach) = (Self.known, FileReach())
    reach.take(Reach(files: ["/p/tests/a_test.lua"]), of: nil)
    reach.take(Reach(files: ["/p/lib/other.lua"]), of: Self.money)
    known.take([Self.specs[0]: reach], whole: [])
    func tests(_ path: String) -> Set<TestKey> {
      known.touched(by: [WatchedChange(path, .changed)], among: Self.specs).tests
    }
    #expect(tests("/p/lib/money.lua") == [Self.links])
    #expect(tests("/p/lib/other.lua") == [Self.money])
    #expect(tests("/p/auth.lua") == [Self.auth])
    #expect(tests("/p/tests/helper.lua").isEmpty)
  }

  @Test("a round of some tests of a file that is not known leaves it unknown")
  func partialOfUnknown() {
    var (known, reach) = (KnownReach(), FileReach())
    reach.take(Reach(files: ["/p/lib/other.lua"]), of: Self.money)
    known.take([Self.specs[0]: reach], whole: [])
    let change = WatchedChange("/p/catalog.lua", .changed)
    let all: Set = [Self.whole(Self.specs[0])]
    #expect(known.touched(by: [change], among: [Self.specs[0]]).tests == all)
    known.take([Self.specs[0]: reach], whole: [])
    #expect(known.touched(by: [change], among: [Self.specs[0]]).tests == all)
    known.take([Self.specs[0]: reach], whole: [Self.specs[0]])
    #expect(known.touched(by: [change], among: [Self.specs[0]]).tests.isEmpty)
  }

  @Test(
    "two changes of a file are what became of it in the end",
    arguments: [
      (.added, .changed, .added), (.added, .removed, nil), (.changed, .changed, .changed),
      (.changed, .removed, .removed), (.removed, .added, .changed), (.removed, .changed, .changed),
    ] as [(FileChange.Effect, FileChange.Effect, FileChange.Effect?)])
  func gathered(
    _ first: FileChange.Effect, _ second: FileChange.Effect, _ end: FileChange.Effect?
  ) {
    var changes = GatheredChanges()
    changes.add([WatchedChange("/a", first)])
    changes.add([WatchedChange("/b", .changed), WatchedChange("/a", second)])
    let all = (end.map { [WatchedChange("/a", $0)] } ?? []) + [WatchedChange("/b", .changed)]
    #expect(changes.takeAll() == all)
    #expect(changes.isEmpty)
  }
}
