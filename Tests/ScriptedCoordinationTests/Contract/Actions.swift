import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Actions")
  struct Actions {
    /// A flow with the stack `home list` that takes this action on the event `go`.
    private func flow(_ action: String) throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.router:push("list")
          end,
          transitions = { list = { go = \(action) } },
        }
        """,
        "auth.lua": shows("login"),
      ])
      flow.clear()
      flow.send("go", ["n": 7])
      return flow
    }

    @Test(
      "each verb does what the call of its name does",
      arguments: [
        (#"{ push = "detail" }"#, ["push detail"]),
        (#"{ push = "list" }"#, ["push list"]),
        (#"{ push = "detail", animated = false }"#, ["push detail (not animated)"]),
        (#"{ show = "detail" }"#, ["push detail"]),
        (#"{ show = "list", with = true }"#, ["update list"]),
        (#"{ replace = "detail" }"#, ["replace list detail"]),
        (#"{ set_root = "detail" }"#, ["set_root detail"]),
        (#"{ present = "detail" }"#, ["present detail sheet"]),
        (#"{ present = "detail", style = "popover", locked = true }"#, ["present detail popover"]),
        (#"{ start = "auth" }"#, ["push login"]),
        (#"{ start = "auth", present = "full_screen" }"#, ["present login full_screen"]),
        (#"{ pop = true }"#, ["pop list"]),
        (#"{ pop = 1 }"#, ["pop list"]),
        (#"{ pop = true, animated = false }"#, ["pop list (not animated)"]),
        (#"{ pop_to = "home" }"#, ["pop list"]),
        (#"{ pop_to_root = true }"#, ["pop list"]),
        (#"{ update = true, with = true }"#, ["update list"]),
        (#"{ update = "home", with = true }"#, ["update home"]),
        (#"{ ignore = true }"#, []),
        (#"{ steps = { { pop = true }, { push = "detail" } } }"#, ["replace list detail"]),
      ] as [(String, [String])])
    func calls(action: String, calls: [String]) throws {
      let flow = try flow(action)
      #expect(flow.error == nil)
      #expect(flow.diagnostics.isEmpty)
      #expect(flow.calls == calls)
    }

    @Test("pop takes a number of screens")
    func pop() throws {
      let flow = try flow(#"{ steps = { { push = "detail" }, { pop = 2 } } }"#)
      #expect(flow.stack == ["home"])
    }

    @Test("dismiss takes the topmost modal, dismiss_all all of them")
    func dismiss() throws {
      let up = #"{ present = "a" }, { present = "b" }"#
      #expect(try flow("{ steps = { \(up), { dismiss = true } } }").modals == ["a"])
      #expect(try flow("{ steps = { \(up), { dismiss_all = true } } }").modals == [])
    }

    @Test("start takes the options of a child")
    func start() throws {
      let flow = try flow(
        """
        { steps = {
          { start = "auth", as = "a", once = true },
          { start = "auth", as = "a", once = true },
        } }
        """
      )
      #expect(flow.coordinators == "app(a)")
    }

    @Test("finish ends the coordinator, cancel does for a reason")
    func end() throws {
      #expect(try flow("{ finish = true, with = true }").finished == ["n": 7])
      #expect(try flow("{ cancel = true }").cancelled == "cancelled")
      #expect(try flow("{ cancel = \"too_old\" }").cancelled == "too_old")
    }

    @Test("emit tells the parent, with a payload of its own")
    func emit() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { signed_in = function(self, user, event)
            print(user.id, event.name, event.source)
          end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          user = function(self, form) return { id = form.n } end,
          transitions = { login = {
            submitted = { emit = "signed_in", with = "user" },
          } },
        }
        """,
      ])
      flow.send("submitted", ["n": 7])
      #expect(flow.log == ["7\tsigned_in\tauth"])
    }

    @Test("what cannot be done is the turn's error, with the place of the action")
    func impossible() throws {
      let flow = try flow(#"{ pop_to = "basket" }"#)
      expect(flow.error, says: "app.lua:6: ", "basket", "home", "list")
    }

    @Test("steps go in order, each on what the one before left")
    func steps() throws {
      let flow = try flow(
        """
        { steps = {
          { push = "detail", with = true },
          { update = "detail", with = { m = 1 } },
          { call = function(self, payload) print("called", payload.n) end },
          { present = "done", style = "alert" },
        } }
        """)
      #expect(flow.log == ["called\t7"])
      #expect(flow.calls == ["push detail", "present done alert"])
    }

    @Test("a step whose guard does not hold is left out")
    func guardedSteps() throws {
      let flow = try flow(
        """
        { steps = {
          { push = "a", when = function(self, payload) return payload.n == 7 end },
          { push = "b", unless = function(self, payload) return payload.n == 7 end },
          { push = "c" },
        } }
        """)
      #expect(flow.stack == ["home", "list", "a", "c"])
    }

    @Test("a step that fails undoes those before it")
    func failingStep() throws {
      let flow = try flow(#"{ steps = { { push = "detail" }, { pop_to = "basket" } } }"#)
      #expect(flow.error != nil)
      #expect(flow.stack == ["home", "list"])
      #expect(flow.calls.isEmpty)
    }
  }
}
