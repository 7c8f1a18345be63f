import Foundation
import PlainValues
import Testing

@Suite("sextant run --save and --restore")
struct SnapshotRunTests {
  private static let counter = [
    "app.lua": """
    local app = { state = { count = 0 } }
    function app:start() self.router:push("home") end
    app.transitions = { home = {
      more = function(self)
        self.state.count = self.state.count + 1
        self.router:update { count = self.state.count }
      end,
      fail = function(self) self.state.count = 99 error("no") end,
      quit = { finish = true },
    } }
    return app
    """
  ]

  @Test("killed at the sign-in screen, a flow is there again, with what was typed")
  func killedAtSignIn() throws {
    let folder = try Folder()
    let file = folder.path + "/s.json"
    let first = try LiveCommand(["run", Command.flow("auth"), "--save", file])
    try first.type("1\n1\nemail=ada@example.com\npassword=secret\n")
    #expect(first.wait(for: "[••••••]"))
    first.kill()

    let snapshot = try JSON.parse(folder.text("s.json"))
    let signIn = snapshot["root"]?["children"]?.array?.first
    #expect(signIn?["name"] == "sign_in")
    #expect(signIn?["state"] == ["email": "ada@example.com"])
    #expect(try !folder.text("s.json").contains("secret"))

    let second = try Command.run(
      "run", Command.flow("auth"), "--restore", file, input: "password=analytical\n1\n")
    #expect(second.status == 0)
    #expect(second.output.hasPrefix("── login\nLog in\n  E-mail (email): [ada@example.com]\n"))
    #expect(second.output.contains("Good to see you, Ada."))
  }

  @Test("killed at any moment, the file has the newest commit that was told of, or a newer one")
  func killedAnywhere() throws {
    for lines in [1, 2, 7, 40] {
      let folder = try Folder(Self.counter)
      let file = folder.path + "/s.json"
      let first = try LiveCommand(["run", folder.path, "--events", "-", "--save", file])
      try first.type(String(repeating: "{\"send\":\"more\"}\n", count: 400))
      #expect(first.wait(for: "\"turn\":\(lines)}"))
      first.kill()
      let told = first.text.split(separator: "\n").filter { $0.hasSuffix("}") }.count
      let second = try Command.run(
        "run", folder.path, "--events", "-", "--restore", file, input: "{\"snapshot\":true}\n")
      #expect(second.status == 0)
      let count = try second.values.last?["snapshot"]?["root"]?["state"]?["count"]?.integer ?? -1
      #expect(count >= told - 1)
      #expect(count <= 400)
    }
  }

  @Test("the line that asks for a snapshot gets it, and it is what --save writes")
  func line() throws {
    let folder = try Folder(Self.counter)
    let result = try Command.run(
      ["run", folder.path, "--events", "-", "--save", folder.path + "/s.json"],
      input: Array("{\"send\":\"more\"}\n{\"send\":\"fail\"}\n{\"snapshot\":true}\n".utf8))
    let answer = try #require(try result.values.last)
    #expect(answer.object?.keys.sorted() == ["snapshot"])
    #expect(answer["snapshot"]?["root"]?["state"] == ["count": 1])
    #expect(try JSON.parse(folder.text("s.json")) == answer["snapshot"])
    #expect(try folder.text("s.json").hasSuffix("}\n"))
  }

  @Test("restored in lines, the first line is the restoration's")
  func lines() throws {
    let folder = try Folder(Self.counter)
    let file = folder.path + "/s.json"
    _ = try Command.run(
      ["run", folder.path, "--events", "-", "--save", file],
      input: Array("{\"send\":\"more\"}\n{\"advance\":2.5}\n{\"send\":\"more\"}\n".utf8))
    let result = try Command.run(
      ["run", folder.path, "--events", "-", "--restore", file, "--save", file],
      input: Array("{\"send\":\"more\"}\n".utf8))
    let turns = try result.values
    #expect(turns[0]["event"] == ["name": "restore", "source": "app", "payload": [:]])
    #expect(turns[0]["calls"] == ["push home"])
    #expect(turns[0]["turn"] == 1)
    #expect(turns[1]["calls"] == ["update home"])
    #expect(try JSON.parse(folder.text("s.json"))["root"]?["state"] == ["count": 3])
    #expect(try JSON.parse(folder.text("s.json"))["time"] == 2.5)
  }

  @Test("a flow that has ended leaves no file; one line says that no snapshot is to be had")
  func ended() throws {
    let folder = try Folder(Self.counter)
    let file = folder.path + "/s.json"
    let result = try Command.run(
      ["run", folder.path, "--events", "-", "--save", file],
      input: Array("{\"send\":\"quit\"}\n{\"snapshot\":true}\n".utf8))
    #expect(!FileManager.default.fileExists(atPath: file))
    let message = try result.values.last?["error"]?["message"]?.string
    #expect(message == "no snapshot can be taken: the flow has ended, and nothing is left of it")
    #expect(result.status == 0)
  }

  @Test("another root is restored without being named again")
  func otherRoot() throws {
    let folder = try Folder(["main.lua": Self.counter["app.lua"] ?? ""])
    let file = folder.path + "/s.json"
    _ = try Command.run("run", folder.path, "--root", "main", "--events", "-", "--save", file)
    let result = try Command.run("run", folder.path, "--events", "-", "--restore", file)
    #expect(try result.values.first?["coordinators"] == ["main"])
  }

  @Test("the store's file becomes what the snapshot says; of a restoration that fails it does not")
  func store() throws {
    let folder = try Folder()
    let (file, store) = (folder.path + "/s.json", folder.path + "/store.json")
    _ = try Command.run(
      "run", Command.flow("auth"), "--save", file, "--store", store, input: "2\n")
    #expect(try JSON.parse(folder.text("store.json")) == ["onboarded": true])
    try folder.write("store.json", Array("{\"other\":1}".utf8))
    let bad = try folder.text("s.json").replacing("\"login\"", with: "\"any\"")
    try folder.write("bad.json", Array(bad.utf8))
    let refused = try Command.run(
      "run", Command.flow("auth"), "--restore", folder.path + "/bad.json", "--store", store)
    #expect(refused.status == 1)
    #expect(try folder.text("store.json") == "{\"other\":1}")
    _ = try Command.run("run", Command.flow("auth"), "--restore", file, "--store", store)
    #expect(try JSON.parse(folder.text("store.json")) == ["onboarded": true])
  }

  @Test("--lenient leaves out what is gone")
  func lenient() throws {
    let folder = try Folder([
      "app.lua": """
      return { start = function(self) self.router:push("home") self.children:start("extra") end }
      """,
      "extra.lua": "return { start = function(self) self.router:push('more') end }",
    ])
    let file = folder.path + "/s.json"
    _ = try Command.run("run", folder.path, "--events", "-", "--save", file)
    try FileManager.default.removeItem(atPath: folder.path + "/extra.lua")
    let strict = try Command.run("run", folder.path, "--events", "-", "--restore", file)
    #expect(strict.status == 1)
    #expect(
      strict.messages.contains("s.json: error: snapshot.root.children[1] (app/extra): there is no"))
    let lenient = try Command.run(
      "run", folder.path, "--events", "-", "--restore", file, "--lenient")
    #expect(lenient.status == 0)
    #expect(try lenient.values.last?["stack"] == ["home"])
    let inTerminal = try Command.run("run", folder.path, "--restore", file, "--lenient")
    #expect(inTerminal.output.contains("· app/extra is left out with all below it"))
  }

  /// A command line with a snapshot that cannot be, and what is said of it.
  struct Refused: Sendable, CustomTestStringConvertible {
    let what: String
    let arguments: [String]
    var file: String?
    let status: Int32
    let says: String

    var testDescription: String { what }
  }

  static let refused: [Refused] = [
    Refused(
      what: "a file that is not there", arguments: ["--restore", "s.json"], status: 2,
      says: "sextant: --restore: s.json: No such file or directory"),
    Refused(
      what: "one that is to be saved to, too",
      arguments: ["--restore", "s.json", "--save", "s.json"],
      status: 2,
      says: """
        s.json: No such file or directory; for a first run, or one after the end, leave --restore out
        """),
    Refused(
      what: "a folder", arguments: ["--restore", "."], status: 2,
      says: "--restore: .: it is no regular file"),
    Refused(
      what: "a device", arguments: ["--restore", "/dev/zero"], status: 2,
      says: "--restore: /dev/zero: it is no regular file"),
    Refused(
      what: "no JSON", arguments: ["--restore", "s.json"], file: "{\n  \"root\": x\n}", status: 1,
      says: "s.json:2:11: error: expected a value, found \"x\""
    ),
    Refused(
      what: "one that was cut short", arguments: ["--restore", "s.json"], file: "{\"root\": {",
      status: 1,
      says: "s.json:1:11: error: expected a key in quotes, found the end: this is not the whole"
    ),
    Refused(
      what: "an empty file", arguments: ["--restore", "s.json"], file: "", status: 1,
      says:
        "s.json:1:1: error: expected a value, found the end: this is not the whole of a snapshot"),
    Refused(
      what: "deep nesting", arguments: ["--restore", "s.json"],
      file: String(repeating: "[", count: 100_000), status: 1,
      says: "tables within tables, more than 600 deep"),
    Refused(
      what: "other JSON", arguments: ["--restore", "s.json"], file: "{\"onboarded\": true}",
      status: 1,
      says: "s.json: error: snapshot: this is no snapshot: that is an object with"),
    Refused(
      what: "a later version", arguments: ["--restore", "s.json"],
      file: "{\"sextant_snapshot\": 2}",
      status: 1, says: "s.json: error: snapshot: of a later format: this snapshot is of version 2"
    ),
    Refused(
      what: "an input beside a snapshot", arguments: ["--restore", "s.json", "--input", "{}"],
      status: 2,
      says: "--input does not go with --restore: the snapshot has it; edit it there"),
    Refused(
      what: "a root beside a snapshot", arguments: ["--restore", "s.json", "--root", "app"],
      status: 2,
      says: "--root does not go with --restore: the snapshot has it; edit it there"),
    Refused(
      what: "lenient about nothing", arguments: ["--lenient"], status: 2,
      says: "--lenient goes with --restore: it says how a snapshot is restored"),
    Refused(
      what: "a save into no folder", arguments: ["--save", "no/s.json"], status: 2,
      says: "sextant: --save: no/s.json: there is no folder /"),
    Refused(
      what: "a save onto a folder", arguments: ["--save", "."], status: 2,
      says: "--save: .: it is a folder"),
  ]

  @Test("what cannot be restored or saved says what, where and what to do", arguments: refused)
  func refuses(_ refused: Refused) throws {
    let folder = try Folder(Self.counter)
    if let file = refused.file { try folder.write("s.json", Array(file.utf8)) }
    for events in [[], ["--events", "-"]] {
      let result = try Command.run(["run"] + refused.arguments + events, in: folder.path)
      #expect(result.status == refused.status)
      #expect(result.messages.contains(refused.says), "\(result.messages)")
    }
  }

  @Test("what cannot be saved is not told of, and ends the run with a message")
  func cannotSave() throws {
    let folder = try Folder(Self.counter)
    let saves = folder.path + "/saves"
    try FileManager.default.createDirectory(atPath: saves, withIntermediateDirectories: true)
    let run = try LiveCommand(
      ["run", folder.path, "--events", "-", "--save", saves + "/s.json"])
    #expect(run.wait(for: "\"turn\":1}"))
    try FileManager.default.removeItem(atPath: saves)
    try run.type("{\"send\":\"more\"}\n{\"send\":\"more\"}\n")
    #expect(!run.wait(for: "\"turn\":2"))
    #expect(
      run.messages.hasPrefix("sextant: --save: \(saves)/s.json: it cannot be written: No such"))
    #expect(run.status == 1)
  }
}
