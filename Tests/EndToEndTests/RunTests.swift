import Foundation
import PlainValues
import Testing

@Suite("sextant run, as a user runs it")
struct RunTests {
  @Test(
    "the recorded events of every flow project run without an error or an unhandled event",
    arguments: [
      ("auth", "events.jsonl"), ("buying", "events.jsonl"), ("buying", "events_one_page.jsonl"),
      ("buying", "events_swap.jsonl"),
      ("linear", "events.jsonl"), ("shop", "events.jsonl"),
    ])
  func recorded(project: String, events: String) throws {
    let folder = Command.flow(project)
    var arguments = ["run", folder, "--events", folder + "/" + events]
    if events.contains("one_page") { arguments += ["--variant", "buying=one_page"] }
    let result = try Command.run(arguments)
    #expect(result.status == 0)
    #expect(result.messages.isEmpty)
    let recorded = try String(contentsOfFile: folder + "/" + events, encoding: .utf8)
      .split(separator: "\n").count
    let turns = try result.values
    #expect(turns.count >= recorded)
    for turn in turns {
      #expect(turn["error"] == .null || turn["error"] == nil, "\(turn)")
      for text in turn["diagnostics"]?.array ?? [] {
        #expect(text.string?.contains("nobody handles") == false, "\(text)")
        #expect(text.string?.contains("nothing left") == false, "\(text)")
      }
    }
  }

  @Test("the same events give the same bytes, whatever the process")
  func deterministic() throws {
    let folder = Command.flow("shop")
    let runs = try (0..<3).map { _ in
      try Command.run("run", folder, "--events", folder + "/events.jsonl").output
    }
    #expect(Set(runs).count == 1)
  }

  @Test("a turn's line has the keys of the reference, and `calls` stands on its commit's last turn")
  func shape() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = { go = { start = "child" } },
        child = { finished = { push = "done" } },
      }
      return app
      """,
      "child.lua": """
      local child = {}
      function child:start() self.router:push("question") end
      child.transitions = { question = { yes = { finish = true, with = true } } }
      return child
      """,
    ])
    let result = try Command.run(
      ["run", "--events", "-"],
      input: Array(#"{"send":"go"}\#n{"send":"yes","payload":{"n":1.0}}"#.utf8), in: folder.path)
    let turns = try result.values
    #expect(
      turns[1] == [
        "turn": 2, "event": ["name": "go", "source": "home", "payload": [:]],
        "calls": ["push question"], "screen": "question", "stack": ["home", "question"],
        "modals": .array([]), "tab": nil, "coordinators": ["app", ["child"]],
        "started": ["child"], "ended": .array([]), "emitted": .array([]),
        "diagnostics": .array([]), "log": .array([]), "exposures": .array([]), "blocked": nil,
        "error": nil,
      ])
    #expect(turns[2]["ended"] == [["name": "child", "result": ["n": 1.0]]])
    #expect(turns[2]["calls"] == ["replace question done"])
    #expect(turns[2]["stack"] == ["home", "done"])
  }

  @Test("nonsense gives a diagnostic and a refused line, and leaves the flow where it was")
  func nonsense() throws {
    let result = try Command.run(
      "run", Command.flow("auth"), "--events", "-", input: "{\"send\":\"nonsense\"}\nnot json\n")
    #expect(result.status == 0)
    let answers = try result.values
    #expect(answers[1]["diagnostics"]?.array?.count == 1)
    #expect(answers[1]["stack"] == answers[0]["stack"])
    #expect(answers[2]["error"]?["line"] == 2)
  }

  @Test("quit ends the run, and what comes after it is not read")
  func quit() throws {
    let result = try Command.run(
      "run", Command.flow("auth"), "--events", "-", input: "{\"quit\":true}\n{\"back\":true}\n")
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
  }

  @Test("without --events it draws the screen in front and takes choices, fields and words")
  func terminal() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("login", { problem = "" }) end
      app.transitions = { login = {
        submitted = function(self, fields)
          if fields.password ~= "x" then return self.router:update { problem = "Wrong." } end
          self:finish { email = fields.email }
        end,
      } }
      return app
      """,
      "screens.lua": """
      return { login = { title = "Log in", body = {
        { field = "email", label = "E-mail" }, { field = "password", kind = "secure" },
        { text = "{problem}", style = "error" }, { button = "Go", event = "submitted" },
      } } }
      """,
    ])
    let typed = "email=a@b.c\npassword=y\n1\npassword=x\nnonsense\n1\n"
    let result = try Command.run(["run"], input: Array(typed.utf8), in: folder.path)
    #expect(result.status == 0)
    for text in [
      "── login", "Log in", "E-mail (email): [a@b.c]", "password: [•]", "Wrong.", "1) Go",
      "\"nonsense\" is no command", "app finished: {\"email\":\"a@b.c\"}",
    ] {
      #expect(result.output.contains(text), "\(result.output)")
    }
    #expect(!result.output.contains("\u{1B}["))
  }

  @Test("a field with an event sends it, with all fields, when it has been filled in")
  func fieldEvents() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("login", { name = "Ada" }) end
      app.transitions = { login = {
        typed = function(self, fields) self:log(fields) self.router:update { email = "seen" } end,
      } }
      return app
      """,
      "screens.lua": """
      return { login = { body = {
        { field = "email", event = "typed" }, { field = "name" }, { field = "age", kind = "number" },
        { button = "Go", event = "submitted" },
      }, events = { "typed" } } }
      """,
    ])
    let result = try Command.run(
      ["run"], input: Array("age=7\nemail=a@b.c\n".utf8), in: folder.path)
    #expect(result.output.contains(#"{"age":7,"email":"a@b.c","name":"Ada"}"#), "\(result.output)")
    #expect(result.output.hasSuffix("email: [seen]\n  name: [Ada]\n  age: [7]\n  1) Go\n"))
  }

  @Test("a line that is longer than 64 KiB is refused at the terminal, and the next one is taken")
  func longLine() throws {
    let folder = try Folder([
      "app.lua": """
      return { start = function(self) self.router:push("home") end,
        transitions = { home = { tap = { push = "next" } } } }
      """
    ])
    let typed = String(repeating: "x", count: 64 << 10 + 1) + "\n1\n"
    let result = try Command.run(["run"], input: Array(typed.utf8), in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("the line is longer than 64 KiB\n"), "\(result.output)")
    #expect(result.output.contains("› next"))
  }

  @Test("colours only where asked for, or on a terminal")
  func colours() throws {
    let plain = try Command.run("run", Command.flow("auth"))
    let painted = try Command.run("run", Command.flow("auth"), "--color", "always")
    #expect(!plain.output.contains("\u{1B}["))
    #expect(painted.output.contains("\u{1B}[1m"))
  }

  @Test("--device decides whether a split has one side or two")
  func device() throws {
    let folder = try Folder([
      "app.lua": """
      local app = {}
      function app:start()
        self.router:split { primary = { screen = "list" }, secondary = { screen = "empty" } }
      end
      app.transitions = { list = { chosen = { show_detail = "item" } } }
      return app
      """
    ])
    for (device, calls) in [("phone", "push item"), ("tablet", "show_detail item")] {
      let result = try Command.run(
        ["run", "--events", "-", "--device", device],
        input: Array(#"{"send":"chosen","screen":"list"}"#.utf8), in: folder.path)
      #expect(try result.values[1]["calls"] == [.string(calls)])
    }
  }
}
