import PlainValues
import Testing

extension ScriptingContract {
  @Suite("back and dismiss")
  struct ScreenEvents {
    /// A root with `home` and a child with `list` and `edit` above it.
    private func flow(child: String = "", app: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("editor")
          end,
          transitions = { \(app) },
        }
        """,
        "editor.lua": """
        return {
          state = { draft = true },
          has_draft = function(self) return self.state.draft end,
          start = function(self)
            self.router:push("list")
            self.router:push("edit")
          end,
          transitions = { \(child) },
        }
        """,
      ])
      flow.clear()
      return flow
    }

    @Test("back takes the screen in front away")
    func back() throws {
      let flow = try flow()
      flow.back()
      #expect(flow.stack == ["home", "list"])
      #expect(flow.calls == ["pop edit"])
    }

    @Test("a transition for back replaces what would happen")
    func handled() throws {
      let flow = try flow(child: "edit = { back = { present = \"discard\", style = \"alert\" } }")
      flow.back()
      #expect(flow.calls == ["present discard alert"])
      #expect(flow.stack == ["discard"])
    }

    @Test("where its guards do not hold, or it declines, back is what it was")
    func declined() throws {
      for transition in [
        "{ unless = \"has_draft\", ignore = true }", "function(self) return self:pass() end",
      ] {
        let flow = try flow(child: "edit = { back = \(transition) }")
        flow.back()
        #expect(flow.calls == ["pop edit"])
      }
    }

    @Test("the owner's any hears of back too")
    func any() throws {
      let flow = try flow(child: "any = { back = { ignore = true } }")
      flow.back()
      #expect(flow.calls.isEmpty)
      #expect(flow.stack == ["home", "list", "edit"])
    }

    @Test("back is its owner's alone: no parent is asked")
    func ownerOnly() throws {
      let flow = try flow(
        app: "editor = { back = { ignore = true } }, any = { back = { ignore = true } }")
      flow.back()
      #expect(flow.calls == ["pop edit"])
    }

    @Test("back at the root is handled where a transition says so")
    func atRoot() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { back = { present = "quit", style = "alert" } } },
        }
        """
      ])
      flow.back()
      #expect(flow.modals == ["quit"])
      #expect(flow.diagnostics.isEmpty)
    }

    @Test("what a handler of back takes away of that screen is the user's doing")
    func usersDoing() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("editor")
          end,
          transitions = { editor = { cancelled = function(self, reason) print(reason) end } },
        }
        """,
        "editor.lua": """
        return {
          start = function(self) self.router:push("edit") end,
          transitions = { edit = { back = { pop = true } } },
        }
        """,
      ])
      flow.back()
      #expect(flow.log == ["back"])
      #expect(flow.coordinators == "app")
    }

    @Test(
      "sheets and popovers can be pulled down, the others cannot",
      arguments: [
        ("sheet", true), ("popover", true), ("full_screen", false), ("alert", false),
      ])
    func pullingDown(style: String, goes: Bool) throws {
      let flow = try flow(
        child: "edit = { go = { present = \"picker\", style = \"\(style)\" } }")
      flow.send("go")
      flow.dismiss()
      #expect(flow.modals == (goes ? [] : ["picker"]))
    }

    @Test("what is locked cannot be pulled down, yet a script takes it away")
    func locked() throws {
      let flow = try flow(
        child: """
          edit = { go = { present = "picker", locked = true } },
          picker = { chosen = { dismiss = true } }
          """)
      flow.send("go")
      flow.dismiss()
      #expect(flow.modals == ["picker"])
      flow.send("chosen")
      #expect(flow.modals == [])
    }

    @Test("a transition for dismiss replaces what would happen")
    func dismissHandled() throws {
      let flow = try flow(
        child: """
          edit = { go = { present = "picker" } },
          picker = { dismiss = { present = "sure", style = "alert" } }
          """)
      flow.send("go")
      flow.dismiss()
      #expect(flow.modals == ["picker", "sure"])
    }

    @Test("of a modal with several screens, the root is asked")
    func dismissAsksRoot() throws {
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
            self.router:push("password")
          end,
          transitions = {
            login = { dismiss = function(self) print("login asked") end },
            password = { dismiss = function(self) print("password asked") end },
          },
        }
        """,
      ])
      flow.dismiss()
      #expect(flow.log == ["login asked"])
      #expect(flow.modals == ["login"])
    }

    @Test("back within a modal's flow goes back there")
    func backInFlow() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("auth", {}, { present = "sheet" })
        end }
        """,
        "auth.lua": shows("login", "password"),
      ])
      flow.clear()
      flow.back()
      #expect(flow.calls == ["pop password"])
      #expect(flow.modals == ["login"])
      flow.back()
      #expect(flow.calls == ["pop password", "dismiss login"])
      #expect(flow.coordinators == "app")
    }

    @Test("back at the root of a modal is pulling it down")
    func backInModal() throws {
      let flow = try flow(
        child: """
          edit = { go = { present = "picker" } },
          picker = { dismiss = function(self) print("asked") end }
          """)
      flow.send("go")
      flow.back()
      #expect(flow.log == ["asked"])
      #expect(flow.modals == ["picker"])
    }
  }

  @Suite("removed")
  struct Removed {
    private static let says = "function(self, why, event) print(self.name, event.screen, why) end"

    /// A root with `home` and a child with `list` and `detail` above it, which both say what they
    /// hear of removals.
    private func flow(child: String = "", app: String = "") throws -> Flow {
      try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("shop")
          end,
          transitions = {
            home = { removed = \(Self.says) },
            any = { removed = \(Self.says) },
            \(app)
          },
        }
        """,
        "shop.lua": """
        return {
          start = function(self)
            self.router:push("list")
            self.router:push("detail")
          end,
          transitions = {
            list = { removed = \(Self.says) },
            detail = { removed = \(Self.says), \(child) },
            picker = { removed = \(Self.says) },
          },
        }
        """,
      ])
    }

    @Test("tells the owner that the user went back")
    func back() throws {
      let flow = try flow()
      flow.back()
      #expect(flow.log == ["shop\tdetail\tback"])
    }

    @Test("tells the owner that the user pulled it down")
    func dismissed() throws {
      let flow = try flow(child: "go = { present = \"picker\" }")
      flow.send("go")
      flow.dismiss()
      #expect(flow.log == ["shop\tpicker\tdismissed"])
    }

    @Test("tells the owner that somebody else took it away")
    func bySomebodyElse() throws {
      let flow = try flow(app: "app = { calm = { pop_to = \"list\" } }")
      flow.app("calm")
      #expect(flow.log == ["shop\tdetail\tremoved"])
    }

    @Test("does not tell of what the owner took away itself")
    func byOwner() throws {
      let flow = try flow(child: "go = { pop = true }")
      flow.send("go")
      #expect(flow.stack == ["home", "list"])
      #expect(flow.log.isEmpty)
    }

    @Test("is not for owners that end by it")
    func lastScreen() throws {
      let flow = try flow()
      flow.back()
      flow.back()
      #expect(flow.log == ["shop\tdetail\tback"])
      #expect(flow.coordinators == "app")
    }

    @Test("is not told of what an end took away")
    func byEnd() throws {
      let flow = try flow(child: "go = { finish = true }")
      flow.send("go")
      #expect(flow.stack == ["home"])
      #expect(flow.log.isEmpty)
    }

    @Test("is the owner's alone, and nobody has to name it")
    func ownerOnly() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("shop")
          end,
          transitions = { shop = { removed = \(Self.says) }, any = { removed = \(Self.says) } },
        }
        """,
        "shop.lua": shows("list", "detail"),
      ])
      flow.back()
      #expect(flow.stack == ["home", "list"])
      #expect(flow.log.isEmpty)
      #expect(flow.diagnostics.isEmpty)
    }

    @Test("of the root's own screens, the root is told")
    func root() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.router:push("list", { n = 7 })
          end,
          transitions = { list = { removed = function(self, why, event)
            print(why, event.params.n)
          end } },
        }
        """
      ])
      flow.back()
      #expect(flow.log == ["back\t7"])
    }
  }
}
