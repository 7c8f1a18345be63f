import Testing

extension ScriptingContract {
  @Suite("Loading transitions")
  struct LoadingActions {
    @Test(
      "an action that says what it cannot mean is an error at its line",
      arguments: [
        // Exactly one verb.
        (#"{}"#, ["verb"]),
        (#"{ when = "known" }"#, ["verb"]),
        (#"{ psh = "detail" }"#, ["psh", "push"]),
        (#"{ push = "detail", pop = true }"#, ["push", "pop"]),
        // Values of verbs.
        (#"{ push = 5 }"#, ["push"]),
        (#"{ push = true }"#, ["push"]),
        (#"{ pop = "two" }"#, ["pop"]),
        (#"{ pop_to = true }"#, ["pop_to"]),
        (#"{ pop_to_root = 2 }"#, ["pop_to_root"]),
        (#"{ select_tab = true }"#, ["select_tab"]),
        (#"{ dismiss = "detail" }"#, ["dismiss"]),
        (#"{ dismiss_all = 1 }"#, ["dismiss_all"]),
        (#"{ ignore = "yes" }"#, ["ignore"]),
        (#"{ update = 5 }"#, ["update"]),
        (#"{ finish = "done" }"#, ["finish"]),
        (#"{ cancel = 5 }"#, ["cancel"]),
        (#"{ emit = true }"#, ["emit"]),
        (#"{ call = 5 }"#, ["call"]),
        (#"{ call = "missing" }"#, ["missing"]),
        (#"{ start = "nowhere" }"#, ["nowhere"]),
        (#"{ steps = "known" }"#, ["steps"]),
        (#"{ steps = { { psh = "detail" } } }"#, ["psh"]),
        // What goes with a verb.
        (#"{ push = "detail", style = "sheet" }"#, ["push", "style"]),
        (#"{ push = "detail", locked = true }"#, ["push", "locked"]),
        (#"{ start = "auth", style = "sheet" }"#, ["start", "style"]),
        (#"{ pop = true, with = true }"#, ["pop", "with"]),
        (#"{ update = true, animated = false }"#, ["update", "animated"]),
        (#"{ ignore = true, with = true }"#, ["ignore", "with"]),
        (#"{ cancel = true, with = true }"#, ["cancel", "with"]),
        (#"{ call = "known", with = true }"#, ["call", "with"]),
        (#"{ present = "detail", once = true }"#, ["present", "once"]),
        (#"{ push = "detail", colour = "red" }"#, ["colour"]),
        // Values of what goes with it.
        (#"{ present = "detail", style = "drawer" }"#, ["drawer", "sheet"]),
        (#"{ start = "auth", present = "drawer" }"#, ["drawer", "sheet"]),
        (#"{ start = "auth", as = 5 }"#, ["as"]),
        (#"{ start = "auth", once = "yes" }"#, ["once"]),
        (#"{ push = "detail", animated = "no" }"#, ["animated"]),
        (#"{ push = "detail", with = 5 }"#, ["with"]),
        (#"{ push = "detail", with = "missing" }"#, ["missing"]),
        (#"{ push = "detail", with = { draw = function() end } }"#, ["draw"]),
        (#"{ push = "detail", when = 5 }"#, ["when"]),
        (#"{ push = "detail", when = "missing" }"#, ["missing"]),
        (#"{ push = "detail", unless = { "known", "missing" } }"#, ["missing"]),
        // What a transition may be.
        (#"5"#, ["go"]),
        (#"true"#, ["go"]),
        (#""missing""#, ["missing"]),
        (#""limit""#, ["limit"]),
        (#"{ { push = "detail", when = "known" }, 5 }"#, ["go"]),
      ])
    func wrong(action: String, words: [String]) throws {
      try expectOneProblem(
        in: [
          "app.lua": """
          return {
            limit = 3,
            known = function(self) return true end,
            start = function(self) self.router:push("home") end,
            transitions = { home = {
              go = \(action),
            } },
          }
          """,
          "auth.lua": shows("login"),
        ],
        at: "app.lua:6", says: words)
    }

    @Test("every wrong action of a script is told, each at its own line")
    func several() throws {
      let problems = try problems(in: [
        "app.lua": """
        return {
          start = function(self) end,
          transitions = {
            home = { a = { psh = "x" } },
            list = { b = { push = "x", pop = true } },
          },
        }
        """
      ])
      #expect(problems.count == 2)
      expect(problems.first, says: "app.lua:4: ")
      expect(problems.last, says: "app.lua:5: ")
    }

    @Test(
      "the host's events are nobody else's to send",
      arguments: ["finished", "cancelled", "ended", "back", "dismiss", "removed"])
    func hostEvents(event: String) throws {
      try expectOneProblem(
        in: [
          "app.lua": """
          return {
            start = function(self) end,
            transitions = { home = { go = { emit = "\(event)" } } },
          }
          """
        ],
        at: "app.lua:3", says: [event])
    }
  }

  @Suite("Names of screens and children")
  struct Names {
    private func app(_ actions: String) -> [String: String] {
      [
        "app.lua": """
        return {
          start = function(self) end,
          transitions = { home = {
            \(actions)
          } },
        }
        """,
        "auth.lua": shows("login"),
      ]
    }

    @Test("one name for both a screen and a child is an error")
    func both() throws {
      let problems = try problems(
        in: app(#"a = { push = "auth" }, b = { start = "auth" }"#))
      #expect(problems.count == 1)
      expect(problems.first, says: "app.lua:4: error: ", "auth", "screen", "child")
    }

    @Test("the name that a child is known by is the one that counts")
    func known() throws {
      let renamed = app(#"a = { push = "auth" }, b = { start = "auth", as = "sign_in" }"#)
      #expect(try problems(in: renamed).isEmpty)

      let clashing = app(#"a = { push = "sign_in" }, b = { start = "auth", as = "sign_in" }"#)
      expect(try problems(in: clashing).first, says: "app.lua:4: error: ", "sign_in")
    }

    @Test(
      "a reserved source names neither a screen nor a child",
      arguments: ["any", "parent", "timer", "tabs", "app"])
    func reserved(name: String) throws {
      for action in [
        #"a = { push = "\#(name)" }"#,
        #"a = { present = "\#(name)" }"#,
        #"a = { start = "auth", as = "\#(name)" }"#,
      ] {
        try expectOneProblem(in: app(action), at: "app.lua:4", says: [name])
      }
    }

    @Test(
      "nor does it where a handler makes the name",
      arguments: [
        #"self.router:push("parent")"#,
        #"self.router:present("any")"#,
        #"self.children:start("auth", {}, { as = "timer" })"#,
      ])
    func reservedAtRunTime(call: String) throws {
      let flow = try Flow([
        "app.lua": "return { start = function(self)\n\(call)\nend }", "auth.lua": shows("login"),
      ])
      expect(flow.error, says: "app.lua:2: ")
    }
  }

  @Suite("Names of events")
  struct EventNames {
    private static let hostEvents = [
      "finished", "cancelled", "ended", "back", "dismiss", "removed",
    ]

    @Test("a script may not emit or send what the host alone tells", arguments: hostEvents)
    func fromScripts(event: String) throws {
      for call in [
        #"self:emit("\#(event)")"#,
        #"self.children:start("auth"):send("\#(event)")"#,
      ] {
        let flow = try Flow([
          "app.lua": "return { start = function(self)\n\(call)\nend }", "auth.lua": shows("login"),
        ])
        expect(flow.error, says: "app.lua:2: ", event)
      }
    }

    @Test("neither may a screen or the application", arguments: hostEvents)
    func fromOutside(event: String) throws {
      let flow = try Flow([
        "app.lua": """
        local function tell(self, payload, event) print("told", event.source) end
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { \(event) = tell }, app = { \(event) = tell } },
        }
        """
      ])
      flow.send(event)
      expect(flow.error ?? flow.diagnostics.last, says: event)
      flow.app(event)
      #expect(flow.log.isEmpty)
    }
  }
}
