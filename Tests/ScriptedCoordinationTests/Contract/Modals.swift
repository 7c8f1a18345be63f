import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Modals")
  struct Modals {
    /// A root with `home`, and a handler a test for the application's event `go`.
    private func flow(_ go: String, files: [String: String] = [:]) throws -> Flow {
      let app = """
        return {
          start = function(self) self.router:push("home") end,
          transitions = {
            app = {
              go = function(self)
                \(go)
              end,
              close = { dismiss = true },
              close_all = { dismiss_all = true },
              more = { push = "more" },
            },
            any = { cancelled = function(self, reason, event)
              print(event.source .. " " .. reason)
            end },
          },
        }
        """
      return try Flow(files.merging(["app.lua": app]) { given, _ in given })
    }

    @Test("a screen is presented as a sheet, unless it says another style")
    func sheet() throws {
      let flow = try flow(#"self.router:present("picker", { n = 1 })"#)
      flow.app("go")
      #expect(flow.calls == ["push home", "present picker sheet"])
      #expect(flow.modals == ["picker"])
      #expect(flow.screen == "picker")
      #expect(flow.stack == ["picker"])
      #expect(flow.params == ["n": 1])
    }

    @Test(
      "there are these styles",
      arguments: ["sheet", "full_screen", "popover", "alert", "action_sheet"])
    func styles(style: String) throws {
      let flow = try flow(#"self.router:present("picker", {}, { style = "\#(style)" })"#)
      flow.app("go")
      #expect(flow.calls.last == "present picker \(style)")
    }

    @Test("any other style is an error that says which there are")
    func noStyle() throws {
      let flow = try flow(#"self.router:present("picker", {}, { style = "drawer" })"#)
      flow.app("go")
      expect(flow.error, says: "app.lua:6: ", "drawer", "sheet")
      #expect(flow.modals == [])
    }

    @Test("push while one is up acts beneath it")
    func pushBeneath() throws {
      let flow = try flow(#"self.router:present("picker")"#)
      flow.app("go")
      flow.clear()
      flow.app("more")
      #expect(flow.screen == "picker")
      flow.app("close")
      #expect(flow.stack == ["home", "more"])
    }

    @Test("new ones go on top, and dismiss takes the topmost")
    func pile() throws {
      let flow = try flow(
        """
        self.router:present("a")
        self.router:present("b", {}, { style = "alert" })
        """)
      flow.app("go")
      #expect(flow.calls == ["push home", "present a sheet", "present b alert"])
      #expect(flow.modals == ["a", "b"])
      flow.app("close")
      #expect(flow.modals == ["a"])
      #expect(flow.calls.last == "dismiss b")
    }

    @Test("dismiss_all takes all over this router, topmost first")
    func dismissAll() throws {
      let flow = try flow(
        "for _, s in ipairs { \"a\", \"b\", \"c\" } do self.router:present(s) end")
      flow.app("go")
      flow.clear()
      flow.app("close_all")
      #expect(flow.calls == ["dismiss c", "dismiss b", "dismiss a"])
      #expect(flow.modals == [])
    }

    @Test("where none is up, dismiss is an error and dismiss_all has nothing to do")
    func nothingUp() throws {
      let flow = try flow("")
      flow.app("close")
      expect(flow.error, says: "home")
      flow.app("close_all")
      #expect(flow.error == nil)
    }

    @Test("what is presented and dismissed within a turn never reaches the platform")
    func noFlicker() throws {
      let flow = try flow("self.router:present(\"a\") self.router:dismiss()")
      flow.app("go")
      #expect(flow.calls == ["push home"])
    }

    @Test("all that a turn does reaches the platform in one order: down, stack, up, updates")
    func order() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.router:present("a")
            self.router:present("b")
          end,
          transitions = { app = { go = function(self)
            self.router:update("home", { n = 1 })
            self.router:dismiss_all()
            self.router:present("c")
            self.router:push("more")
          end } },
        }
        """
      ])
      flow.clear()
      flow.app("go")
      #expect(
        flow.calls == ["dismiss b", "dismiss a", "push more", "present c sheet", "update home"])
    }

    @Test("a flow in a modal has a stack of its own")
    func presentedFlow() throws {
      let flow = try flow(
        #"self.children:start("auth", {}, { present = "full_screen" })"#,
        files: [
          "auth.lua": """
          return {
            start = function(self) self.router:push("login") end,
            transitions = { login = { forgot = { push = "reset" } } },
          }
          """
        ])
      flow.app("go")
      #expect(flow.calls == ["push home", "present login full_screen"])
      flow.send("forgot")
      #expect(flow.calls.last == "push reset")
      #expect(flow.stack == ["login", "reset"])
      #expect(flow.modals == ["login"])
    }

    @Test("a presented screen is single: a child that its event starts goes beneath it")
    func single() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.router:present("menu")
          end,
          transitions = {
            menu = { help = { start = "help" }, close = { dismiss = true } },
          },
        }
        """,
        "help.lua": shows("topics"),
      ])
      flow.send("help")
      #expect(flow.screen == "menu")
      flow.send("close")
      #expect(flow.stack == ["home", "topics"])
    }

    @Test("what is presented over a flow goes with it, whoever presented it")
    func overFlow() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("auth", {}, { present = "sheet" })
        end }
        """,
        "auth.lua": """
        return {
          start = function(self)
            self.router:push("login")
            self.children:start("help")
          end,
          transitions = { app = { leave = { finish = true } } },
        }
        """,
        "help.lua": """
        return { start = function(self)
          self.router:push("topics")
          self.router:present("picker", {}, { style = "popover" })
        end }
        """,
      ])
      #expect(flow.modals == ["login", "picker"])
      flow.clear()
      flow.app("leave")
      #expect(flow.calls == ["dismiss picker", "dismiss login"])
      #expect(flow.stack == ["home"])
    }

    @Test("tabs may be in a modal: they are presented, and go, as one")
    func tabsInModal() throws {
      let flow = try flow(
        #"self.children:start("shop", {}, { present = "full_screen" })"#,
        files: [
          "shop.lua": """
          return {
            start = function(self)
              self.router:set_tabs {
                { name = "a", start = "page" }, { name = "b", start = "page", eager = true },
              }
            end,
            transitions = { any = { done = { finish = true } } },
          }
          """,
          "page.lua": shows("first", "second"),
        ])
      flow.app("go")
      #expect(flow.stack == ["first", "second"])
      #expect(flow.tab == "a")
      #expect(flow.modals.count == 1)
      flow.selectTab("b")
      #expect(flow.tab == "b")
      flow.send("done")
      #expect(flow.modals == [])
      #expect(flow.stack == ["home"])
      #expect(flow.coordinators == "app")
    }

    @Test("a flow is presented with its first screen, once there is one")
    func firstScreen() throws {
      let flow = try flow(
        #"self.children:start("auth", {}, { present = "sheet" })"#,
        files: [
          "auth.lua": """
          return {
            start = function(self) end,
            transitions = { app = { ready = { push = "login" } } },
          }
          """
        ])
      flow.app("go")
      #expect(flow.modals == [])
      flow.clear()
      flow.app("ready")
      #expect(flow.calls == ["present login sheet"])
      #expect(flow.modals == ["login"])
    }

    @Test("the end of a flow takes its modal away")
    func flowEnds() throws {
      let flow = try flow(
        #"self.children:start("auth", {}, { present = "sheet" })"#,
        files: [
          "auth.lua": """
          return {
            start = function(self)
              self.router:push("login")
              self.router:push("password")
            end,
            transitions = { password = { submitted = { cancel = "enough" } } },
          }
          """
        ])
      flow.app("go")
      flow.clear()
      flow.send("submitted")
      #expect(flow.calls == ["dismiss login"])
      #expect(flow.screen == "home")
      #expect(flow.log == ["auth enough"])
    }

    @Test("a flow's dismiss is about what it presented, and not about itself")
    func notItself() throws {
      let flow = try flow(
        #"self.children:start("auth", {}, { present = "sheet" })"#,
        files: [
          "auth.lua": """
          return {
            start = function(self) self.router:push("login") end,
            transitions = { login = { close = { dismiss = true } } },
          }
          """
        ])
      flow.app("go")
      flow.send("close")
      expect(flow.error, says: "login")
      #expect(flow.modals == ["login"])
    }

    @Test("taking one away takes those over its router, and leaves the others on top")
    func middle() throws {
      let flow = try flow(
        """
        self.children:start("auth", {}, { present = "sheet" })
        self.children:start("help", {}, { present = "full_screen" })
        """,
        files: [
          "auth.lua": """
          return {
            start = function(self)
              self.router:push("login")
              self.router:present("picker")
            end,
            transitions = { app = { sign_out = { finish = true } } },
          }
          """,
          "help.lua": shows("topics"),
        ])
      flow.app("go")
      #expect(flow.modals == ["login", "picker", "topics"])
      flow.clear()
      flow.app("sign_out")
      #expect(
        flow.calls == [
          "dismiss topics", "dismiss picker", "dismiss login", "present topics full_screen",
        ])
      #expect(flow.modals == ["topics"])
      #expect(flow.coordinators == "app(help)")
    }
  }
}
