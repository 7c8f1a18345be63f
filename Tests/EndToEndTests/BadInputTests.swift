import Foundation
import PlainValues
import Testing

/// Everything that can be wrong with what the command is given: each says what, where and what to
/// do, and ends as it should.
@Suite("Bad input to sextant run")
struct BadInputTests {
  /// A project or a command line that cannot be run.
  struct Refused: Sendable, CustomTestStringConvertible {
    let what: String
    var files: [String: String] = [:]
    var arguments: [String] = []
    let status: Int32
    let says: [String]

    var testDescription: String { what }
  }

  static let starts = "start = function(self) self.router:push('home') end"

  static func transition(_ text: String) -> [String: String] {
    [
      "app.lua":
        "return {\n  \(starts),\n  transitions = {\n    home = { go = \(text) },\n  },\n}\n"
    ]
  }

  static let projects: [Refused] = [
    Refused(
      what: "an empty folder", files: [:], status: 1,
      says: ["error: there is no app.lua, the root coordinator", "--root"]),
    Refused(
      what: "a root that is not there", files: ["app.lua": "return { \(starts) }"],
      arguments: ["--root", "ap"], status: 1,
      says: ["there is no ap.lua", "did you mean \"app\"?"]),
    Refused(
      what: "a syntax error", files: ["app.lua": "local app = {}\nfunction app:start(\nreturn app"],
      status: 1, says: ["app.lua:3: error:"]),
    Refused(
      what: "a script that fails while it is loaded",
      files: ["app.lua": "local app = {}\nlocal x = nil\nx.y = 1\nreturn app"], status: 1,
      says: ["app.lua:3: error: attempt to index a nil value (local 'x')"]),
    Refused(
      what: "a script that returns nothing", files: ["app.lua": "local app = {}"], status: 1,
      says: [
        "app.lua: error: the script returns nothing, it has to return its coordinator, a table"
      ]),
    Refused(
      what: "a script that returns a number", files: ["app.lua": "return 7"], status: 1,
      says: ["app.lua: error: the script returns a number"]),
    Refused(
      what: "a table without start", files: ["app.lua": "return { on_start = function() end }"],
      status: 1,
      says: [
        "app.lua: error: the coordinator has no start: define function app:start(input)",
        "\"on_start\" is there: rename it",
      ]),
    Refused(
      what: "an unknown verb", files: transition("{ pusch = 'detail' }"), status: 1,
      says: ["app.lua:4: error: unknown verb \"pusch\": did you mean \"push\"?"]),
    Refused(
      what: "two verbs", files: transition("{ push = 'detail', pop = true }"), status: 1,
      says: ["app.lua:4: error: two verbs, pop and push, in one action", "steps"]),
    Refused(
      what: "a reserved name",
      files: [
        "app.lua": "local app = {}\nfunction app:start() end\nfunction app:emit() end\nreturn app"
      ],
      status: 1, says: ["app.lua:3: error: \"emit\" is what the host provides as self.emit"]),
    Refused(
      what: "a reserved name for a screen", files: transition("{ push = 'timer' }"), status: 1,
      says: ["app.lua:4: error: a screen cannot be called \"timer\""]),
    Refused(
      what: "a transition to a script that does not exist",
      files: transition("{ start = 'auht' }")
        .merging(["auth.lua": "return { \(starts) }"]) { $1 }, status: 1,
      says: ["app.lua:4: error: there is no coordinator \"auht\" to start: did you mean \"auth\"?"]),
    Refused(
      what: "a transition to a method that does not exist", files: transition("'sumbit'"),
      status: 1,
      says: ["app.lua:4: error: there is no method \"sumbit\""]),
    Refused(
      what: "a cycle in an action",
      files: [
        "app.lua":
          "local t = {}\nt.t = t\nreturn {\n\(starts),\n  transitions = { home = { go = { push = 'a', with = t } } },\n}"
      ], status: 1, says: ["app.lua:5: error: with is not plain data: with.t contains itself"]),
    Refused(
      what: "a value that is not plain data, when the flow starts",
      files: [
        "app.lua":
          "local app = {}\nfunction app:start()\n  self.router:push('home', { f = print })\nend\nreturn app"
      ],
      arguments: ["--events", "-"], status: 1, says: []),
    Refused(
      what: "a folder that is not there", arguments: ["/no/such/folder"], status: 1,
      says: ["/no/such/folder: error: there is no such folder"]),
    Refused(
      what: "two projects", arguments: ["a", "b"], status: 2,
      says: ["one project at a time, not a and b"]),
    Refused(
      what: "an unknown option", arguments: ["--event", "x"], status: 2,
      says: ["unknown option --event: did you mean \"--events\"?"]),
    Refused(
      what: "an option without its value", arguments: ["--root"], status: 2,
      says: ["--root needs a value: --root NAME"]),
    Refused(
      what: "an attribute without a value", arguments: ["--attr", "user"], status: 2,
      says: ["--attr is written KEY=VALUE, not user"]),
    Refused(
      what: "an unknown device", arguments: ["--device", "watch"], status: 2,
      says: ["--device is phone or tablet, not watch"]),
    Refused(
      what: "events that are not there",
      files: ["app.lua": "return { \(starts) }"], arguments: ["--events", "/no/such/events"],
      status: 2, says: ["/no/such/events cannot be read: No such file or directory"]),
  ]

  @Test(
    "a project or command line that cannot be run is refused, with the place", arguments: projects)
  func refused(_ refused: Refused) throws {
    let folder = try Folder(refused.files)
    let result = try Command.run(["run"] + refused.arguments, in: folder.path)
    #expect(result.status == refused.status)
    for text in refused.says { #expect(result.messages.contains(text), "\(result.messages)") }
    if !refused.says.isEmpty { #expect(result.output.isEmpty) }
  }

  @Test("a value that is not plain data fails its turn, and the message has its path")
  func notPlainData() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = { home = {
        cycle = function(self) local t = {}; t.t = t; self.router:push("a", t) end,
        closure = function(self) self.state.items = { { price = print } } end,
        nan = function(self) self:finish(0 / 0) end,
      } }
      return app
      """
    ])
    let result = try Command.run(
      ["run", "--events", "-"],
      input: Array(#"{"send":"cycle"}\#n{"send":"closure"}\#n{"send":"nan"}"#.utf8),
      in: folder.path)
    let errors = try result.values.compactMap { $0["error"]?["message"]?.string }
    #expect(result.status == 1)
    #expect(errors.count == 3)
    let says = ["params.t contains itself", "items[1].price is a function", "NaN"]
    for (error, text) in zip(errors, says) {
      #expect(error.contains(text), "\(error)")
    }
    #expect(try result.values.allSatisfy { $0["stack"] == ["home"] })
  }

  /// A line that is refused, and what is said of it.
  static let lines: [(line: [UInt8], says: String)] = [
    (Array("not json".utf8), "not JSON: column 1"),
    (Array("[1]".utf8), "not an object"),
    (Array("7".utf8), "not an object"),
    (Array("{}".utf8), "the object is empty"),
    (Array(#"{"sned":"x"}"#.utf8), "unknown key \"sned\""),
    (Array(#"{"send":"x","back":true}"#.utf8), "back and send in one line"),
    (Array(#"{"send":7}"#.utf8), "send has to be a name"),
    (Array(#"{"back":1}"#.utf8), "back has to be true"),
    (Array(#"{"snapshot":{}}"#.utf8), "snapshot has to be true"),
    (Array(#"{"send":"back"}"#.utf8), "\"back\" is an event that only the host sends"),
    (Array(#"{"app":"failed"}"#.utf8), "\"failed\" is an event that only the host sends"),
    (Array(#"{"back":true,"payload":{}}"#.utf8), "\"payload\" does not go with back"),
    (Array(#"{"send":"x","screen":"nowhere"}"#.utf8), "no screen \"nowhere\" is on show"),
    ([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D], "not JSON"),
    (Array(#"{"send":"\#(String(repeating: "x", count: 10 << 20))"}"#.utf8), "longer than 4 MiB"),
    (Array(String(repeating: "[", count: 100_000).utf8), "not JSON"),
  ]

  @Test(
    "a line that is not one of JSON that is known is refused, and changes neither flow nor status")
  func refusedLines() throws {
    let folder = try Folder(["app.lua": "return { \(Self.starts) }"])
    let input = Self.lines.map(\.line).joined(separator: [UInt8(ascii: "\n")])
    let result = try Command.run(["run", "--events", "-"], input: Array(input), in: folder.path)
    #expect(result.status == 0)
    #expect(result.messages.isEmpty)
    let answers = try result.values
    #expect(answers.count == Self.lines.count + 1)
    for (index, answer) in answers.dropFirst().enumerated() {
      #expect(answer["error"]?["line"] == .integer(index + 1))
      let message = answer["error"]?["message"]?.string ?? ""
      #expect(message.contains(Self.lines[index].says), "\(message)")
    }
  }

  @Test("blank lines are passed over, and the last line needs no end")
  func blankLines() throws {
    let folder = try Folder(["app.lua": "return { \(Self.starts) }"])
    let result = try Command.run(
      ["run", "--events", "-"], input: Array("\n  \r\n\n{\"back\":true}".utf8), in: folder.path)
    #expect(try result.values.count == 2)
  }

  @Test("a file that cannot be read is said by name, and the project is not run")
  func unreadableFile() throws {
    let folder = try Folder(["app.lua": "return { \(Self.starts) }"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/gone.lua", withDestinationPath: folder.path + "/nowhere")
    let result = try Command.run(["run"], in: folder.path)
    #expect(result.status == 1)
    #expect(result.messages.contains("gone.lua: error: cannot be read: No such file or directory"))
  }

  @Test("a pipe that nobody reads ends the run with a message and status 1")
  func closedPipe() throws {
    let folder = try Folder([
      "app.lua": "return { \(Self.starts) }",
      "events": String(repeating: "{\"back\":true}\n", count: 10_000),
    ])
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [
      "-c",
      "'\(Command.executable.path)' run --events events 2>messages | head -n 1 >first; echo ${PIPESTATUS[0]} >status",
    ]
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try shell.run()
    shell.waitUntilExit()
    #expect(try folder.text("status") == "1\n")
    #expect(try folder.text("messages").contains("the output cannot be written: Broken pipe"))
    #expect(try folder.text("first").contains("\"turn\":1"))
  }

  @Test("a command that is not there is refused with what there is")
  func unknownCommand() throws {
    let result = try Command.run("rnu")
    #expect(result.status == 2)
    #expect(result.messages.contains("unknown command rnu"))
    let none = try Command.run([])
    #expect(none.status == 2)
    #expect(none.messages.contains("usage: sextant COMMAND"))
  }
}
