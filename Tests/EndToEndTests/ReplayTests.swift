import Foundation
import PlainValues
import Testing

/// `sextant run --trace` and `sextant replay`, as a user runs them.
@Suite("sextant replay, as a user runs it")
struct ReplayTests {
  @Test(
    "a recorded session of each flow project agrees, and its trace is written again byte for byte",
    arguments: ["auth", "buying", "shop", "linear"])
  func recorded(_ name: String) throws {
    let folder = try Folder()
    let run = try Command.run(
      [
        "run", Command.flow(name), "--events", Command.flow(name) + "/events.jsonl", "--trace",
        folder.path + "/t.jsonl", "--seed", "7",
      ])
    let replay = try Command.run(
      [
        "replay", folder.path + "/t.jsonl", Command.flow(name), "--trace",
        folder.path + "/again.jsonl",
      ])
    #expect(replay.status == 0)
    #expect(replay.output == "\(folder.path)/t.jsonl: all \(run.lines.count) turns agree\n")
    #expect(try folder.text("t.jsonl") == folder.text("again.jsonl"))
  }

  @Test(
    "the trace of a random walk is done again byte for byte, in another process",
    arguments: ["auth", "buying", "shop", "linear"])
  func walks(_ name: String) throws {
    for seed in 1...3 {
      let folder = try Folder()
      var random = try RandomLines(of: name, seed: UInt64(seed))
      let walk = random.lines(count: 300)
      _ = try Command.run(
        ["run", Command.flow(name), "--events", "-", "--trace", folder.path + "/t.jsonl"],
        input: Array(walk.utf8))
      let replay = try Command.run(
        [
          "replay", folder.path + "/t.jsonl", Command.flow(name), "--trace",
          folder.path + "/again.jsonl",
        ])
      #expect(replay.status == 0, "walk \(seed) of \(name): \(replay.output)")
      #expect(try folder.text("t.jsonl") == folder.text("again.jsonl"))
      #expect(try folder.text("t.jsonl").split(separator: "\n").count > 100)
    }
  }

  @Test("a session at the terminal is recorded with the times that it had")
  func terminal() throws {
    let folder = try Folder()
    let run = try Command.run(
      ["run", Command.flow("auth"), "--trace", folder.path + "/t.jsonl"],
      input: Array("1\n1\nemail=ada@example.com\npassword=analytical\n1\n".utf8))
    #expect(run.status == 0)
    let replay = try Command.run(["replay", folder.path + "/t.jsonl", Command.flow("auth")])
    #expect(replay.output.hasSuffix("turns agree\n"), "\(replay.output)")
    let time = try JSON.parse(
      try folder.text("t.jsonl").split(separator: "\n").first.map(String.init) ?? "")["time"]
    #expect((time?.number ?? 0) > 1_700_000_000)
  }

  @Test("after a transition is edited, the first turn that differs is shown side by side")
  func edited() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(
      atPath: Command.flow("shop"), toPath: folder.path + "/shop")
    _ = try Command.run(
      ["run", "shop", "--events", "shop/events.jsonl", "--trace", "t.jsonl"], in: folder.path)
    let catalog = try folder.text("shop/catalog.lua")
    try folder.write(
      "shop/catalog.lua",
      Array(
        catalog.replacing("self.router:push(\"category\"", with: "self.router:push(\"kind\"").utf8))
    let replay = try Command.run(["replay", "t.jsonl", "shop"], in: folder.path)
    #expect(replay.status == 1)
    #expect(
      replay.lines.prefix(4) == [
        "t.jsonl:3: turn 2 differs: selected from catalog (changed since: catalog.lua)",
        "            in the trace                                now",
        "calls       [\"push category\"]                           [\"push kind\"]",
        "screen      category                                    kind",
      ])
    let json = try Command.run(["replay", "t.jsonl", "shop", "--json"], in: folder.path)
    #expect(json.status == 1)
    let value = try JSON.parse(json.output)
    #expect(value["turn"] == 2)
    #expect(value["line"] == 3)
    #expect(value["agrees"] == false)
    #expect(value["changed"] == ["catalog.lua"])
    #expect(value["differences"]?["screen"] == ["trace": "category", "now": "kind"])
  }

  @Test("what cannot be replayed is refused, with what to do", arguments: Refused.all)
  func refused(_ bad: Refused) throws {
    let folder = try Folder([
      "app.lua": "return { start = function(self) self.router:push(\"home\") end }"
    ])
    for (name, text) in bad.files { try folder.write(name, Array(text.utf8)) }
    let result = try Command.run(["replay"] + bad.arguments, in: folder.path)
    #expect(result.status == bad.status)
    #expect(
      (result.messages + result.output).contains(bad.message), "\(result.messages)\(result.output)")
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    var files: [String: String] = [:]
    let status: Int32
    let message: String

    private static let header =
      #"{"sextant_trace":1,"seed":"0","time":0,"attributes":{},"device":{"kind":"phone","orientation":"portrait"},"store":{},"services":{},"scripts":{"other.lua":"1","their.lua":"2"}}"#

    static let all: [Refused] = [
      Refused(
        testDescription: "no trace named", arguments: [], status: 2,
        message: "sextant: replay takes a trace and a project: sextant replay TRACE [PROJECT]"),
      Refused(
        testDescription: "a trace that is not there", arguments: ["none.jsonl"], status: 2,
        message: "none.jsonl cannot be read: No such file or directory"),
      Refused(
        testDescription: "a folder", arguments: ["."], status: 2,
        message: ". cannot be read: it is a folder"),
      Refused(
        testDescription: "an empty file", arguments: ["t.jsonl"], files: ["t.jsonl": ""], status: 1,
        message: "t.jsonl:1: error: the trace is empty"),
      Refused(
        testDescription: "a script", arguments: ["app.lua"], status: 1,
        message:
          "app.lua:1: error: this is no trace, or its first line is cut short or edited, column 1"),
      Refused(
        testDescription: "another project's", arguments: ["t.jsonl", "project"],
        files: [
          "t.jsonl": header + "\n", "project/app.lua": "return {}", "project/mine.lua": "return {}",
        ],
        status: 1,
        message:
          "t.jsonl:1: error: the trace is of another project: of its other.lua, their.lua none is in project"
      ),
      Refused(
        testDescription: "a project that does not load", arguments: ["t.jsonl", "project"],
        files: ["t.jsonl": header + "\n", "project/app.lua": "return"], status: 1,
        message: "app.lua: error: the script returns nothing"),
      Refused(
        testDescription: "an unknown option", arguments: ["t.jsonl", "--jsno"], status: 2,
        message: "unknown option --jsno: did you mean \"--json\"?"),
      Refused(
        testDescription: "cut short", arguments: ["t.jsonl"],
        files: [
          "t.jsonl": header.replacing(#""other.lua":"1","their.lua":"2""#, with: "")
            + "\n{\"turn\":1"
        ],
        status: 1, message: "t.jsonl:2: error: the line is cut short or edited, column 10"),
    ]
  }

  @Test("no file that a run reads or keeps is overwritten by another", arguments: Clash.all)
  func clashes(_ clash: Clash) throws {
    let folder = try Folder([
      "app.lua": "return { start = function(self) self.router:push(\"home\") end }",
      "e.jsonl": "{\"back\":true}\n",
    ])
    let first = try Command.run(
      ["run", "--events", "e.jsonl", "--save", "s.json", "--trace", "t.jsonl"], in: folder.path)
    #expect(first.status == 0)
    let before = try ["app.lua", "e.jsonl", "s.json", "t.jsonl"].map { try folder.text($0) }
    let result = try Command.run(clash.arguments, in: folder.path)
    #expect(result.status == 2)
    #expect(result.messages.contains(clash.message), "\(result.messages)")
    #expect(result.output.isEmpty)
    #expect(try ["app.lua", "e.jsonl", "s.json", "t.jsonl"].map { try folder.text($0) } == before)
  }

  struct Clash: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let message: String

    var testDescription: String { arguments.joined(separator: " ") }

    static let all: [Clash] = [
      Clash(
        arguments: ["run", "--events", "e.jsonl", "--trace", "e.jsonl"],
        message: "--events and --trace are one file, e.jsonl: name two"),
      Clash(
        arguments: ["run", "--events", "-", "--restore", "s.json", "--trace", "s.json"],
        message: "--trace and --restore are one file, s.json: name two"),
      Clash(
        arguments: ["run", "--events", "-", "--save", "new", "--trace", "./new"],
        message: "--trace and --save are one file, new: name two"),
      Clash(
        arguments: ["run", "--events", "-", "--save", "new", "--store", "new"],
        message: "--store and --save are one file, new: name two"),
      Clash(
        arguments: ["run", "--events", "-", "--trace", "app.lua"],
        message: "--trace: app.lua cannot be written: a file is there that is no trace"),
      Clash(
        arguments: ["run", "--events", "-", "--save", "app.lua"],
        message: "--save: app.lua: a file is there that is no snapshot"),
      Clash(
        arguments: ["run", "--events", "-", "--save", "t.jsonl"],
        message: "--save: t.jsonl: a file is there that is no snapshot"),
      Clash(
        arguments: ["run", "--events", "-", "--trace", "-"],
        message: "--trace writes a file: name one, not -"),
      Clash(
        arguments: ["run", "--events", "-", "--save", "/dev/null"],
        message: "--save: /dev/null: it is no regular file"),
      Clash(
        arguments: ["replay", "/dev/zero", "."],
        message: "/dev/zero cannot be read: it is a device"),
      Clash(
        arguments: ["replay", "t.jsonl", ".", "--trace", "t.jsonl"],
        message: "--trace and the trace are one file, t.jsonl: name two"),
    ]
  }

  @Test("a trace that cannot be written ends the run before a turn is told of")
  func fullDisk() throws {
    let folder = try Folder()
    let result = try Command.run(
      ["run", Command.flow("auth"), "--events", "-", "--trace", folder.path + "/no/t.jsonl"])
    #expect(result.status == 2)
    #expect(
      result.messages.contains("--trace: \(folder.path)/no/t.jsonl cannot be written: No such file")
    )
    #expect(result.output.isEmpty)
    #if os(Linux)
      let full = try Command.run(
        ["run", Command.flow("auth"), "--events", "-", "--trace", "/dev/full"])
      #expect(full.status != 0)
      #expect(full.output.isEmpty)
      #expect(full.messages.contains("No space left on device"))
    #endif
  }
}
