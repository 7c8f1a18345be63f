import Testing

extension ScriptingContract {
  @Suite("Loading a coordinator script")
  struct Loading {
    @Test("what is not Lua is an error at its line")
    func syntax() throws {
      try expectOneProblem(
        in: ["app.lua": "return {\n  start = function(self) self.router:push( end,\n}"],
        at: "app.lua:2", says: ["unexpected symbol near 'end'"])
    }

    @Test("an error while loading is an error at its line")
    func running() throws {
      try expectOneProblem(
        in: ["app.lua": "local app = {}\n\nerror(\"no luck\")"], at: "app.lua:3", says: ["no luck"])
    }

    @Test("an error raised in a helper is at the helper's line")
    func helper() throws {
      try expectOneProblem(
        in: [
          "app.lua": "require \"lib.money\"\nreturn { start = function(self) end }",
          "lib/money.lua": "\nerror(\"no luck\")",
        ],
        at: "lib/money.lua:2", says: ["no luck"])
    }

    @Test("a script returns its definition, a table", arguments: ["", "return 5", "return print"])
    func noDefinition(source: String) throws {
      let problems = try problems(in: ["app.lua": source])
      #expect(problems.count == 1)
      expect(problems.first, says: "app.lua:", "error: ", "return")
    }

    @Test("a definition without a start is an error that says so")
    func noStart() throws {
      let problems = try problems(in: ["app.lua": "return {}"])
      #expect(problems.count == 1)
      expect(problems.first, says: "app.lua", "error: ", "start")
    }

    @Test(
      "a field of the wrong kind is an error that names it",
      arguments: [
        ("return { start = 5 }", "start"),
        ("return { start = function() end, finish = true }", "finish"),
        ("return { start = function() end, state = 5 }", "state"),
        ("return { start = function() end, transitions = 5 }", "transitions"),
        ("return { start = function() end, transitions = { login = 5 } }", "login"),
      ])
    func fields(source: String, field: String) throws {
      try expectOneProblem(in: ["app.lua": source], at: "app.lua:1", says: [field])
    }

    @Test(
      "defining a name that the host provides on self is an error that names it",
      arguments: [
        "name", "id", "input", "router", "children", "services", "attributes", "set_attribute",
        "device", "cancel", "emit", "pass", "log",
      ])
    func hostNames(name: String) throws {
      try expectOneProblem(
        in: [
          "app.lua": """
          local app = {}
          function app:start() end
          function app:\(name)() end
          return app
          """
        ],
        at: "app.lua:3", says: [name])
    }

    @Test("a constant may not take a host's name either")
    func hostNameAsConstant() throws {
      try expectOneProblem(
        in: ["app.lua": "return {\n  start = function(self) end,\n  name = \"shop\",\n}"],
        at: "app.lua:3", says: ["name"])
    }

    @Test(
      "a key that is close to a field's name is a warning with a suggestion",
      arguments: [("transition", "transitions"), ("on_start", "start")])
    func nearMiss(key: String, field: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          \(key) = {},
        }
        """
      ])
      #expect(flow.screen == "home")
      #expect(flow.warnings.count == 1)
      expect(flow.warnings.first, says: "app.lua:3: ", key, field)
    }

    @Test("helpers and constants of any other name are nobody's business")
    func otherNames() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          limit = 3,
          steps = { "a", "b" },
          has_draft = function(self) return false end,
          start = function(self) self.router:push("home") end,
        }
        """
      ])
      #expect(flow.screen == "home")
      #expect(flow.warnings.isEmpty)
    }
  }
}
