import Coordination
import Navigation
import PlainValues
import Testing

/// Guards against leaving: who is asked, when, and what a refusal does.
@Suite("Leaving")
struct LeavingTests {
  /// A root that shows `home` and starts `editor`, whose screen `edit` is not to be left unless
  /// its state says that it is saved.
  static func files(
    app: String = "", editor: String = "", guardBody: String = "return self.state.saved",
    options: String = "{}"
  ) -> [String: String] {
    [
      "app.lua": """
      local app = { state = {} }
      function app:start()
        self.router:push("home")
        self.children:start("editor", {}, \(options))
      end
      app.links = { page = { push = "page" }, root = { set_root = "root" } }
      app.transitions = {
        any = { logout = { set_root = "login" } },
        editor = { cancelled = function(self, reason) self:log("editor", reason) end },
        \(app)
      }
      return app
      """,
      "editor.lua": """
      local editor = { state = { saved = false, n = 0 } }
      function editor:start() self.router:push("edit", { title = "draft" }) end
      function editor:is_saved(leaving)
        self:log("asked", leaving.how)
        \(guardBody)
      end
      editor.can_leave = { edit = "is_saved" }
      editor.transitions = {
        edit = {
          save = function(self) self.state.saved = true end,
          leave_blocked = { present = "discard", style = "alert" },
        },
        discard = {
          yes = function(self) self.router:proceed() end,
          no = { ignore = true },
        },
        app = { proceed = function(self) self.router:proceed() end },
        \(editor)
      }
      return editor
      """,
    ]
  }

  private func flow(
    app: String = "", editor: String = "", guardBody: String = "return self.state.saved",
    options: String = "{}"
  ) throws -> Flow {
    try Flow(Self.files(app: app, editor: editor, guardBody: guardBody, options: options))
  }

  // MARK: Asking

  @Test("a refusal undoes the turn, which is no error, and leave_blocked tells who refused")
  func refused() throws {
    let flow = try flow()
    flow.clear()
    flow.back()
    #expect(flow.stack == ["home"] || flow.modals == ["discard"])
    let blocked = try #require(flow.records.first { $0.result == .blocked })
    #expect(blocked.event.name == "back")
    #expect(blocked.blocked == "edit")
    #expect(blocked.error == nil)
    let told = try #require(flow.records.last)
    #expect(told.event.name == "leave_blocked")
    #expect(told.event.source == "edit")
    #expect(told.event.kind == .followUp)
    #expect(told.commit == blocked.commit)
    #expect(flow.calls == ["present discard alert"])
    #expect(flow.coordinators == "app(editor)")
    #expect(flow.diagnostics.isEmpty)
  }

  @Test("who agrees lets the screen go")
  func agreed() throws {
    let flow = try flow()
    flow.send("save")
    flow.back()
    #expect(flow.stack == ["home"])
    #expect(flow.log == ["asked\tback", "editor\tback"])
  }

  @Test("a guard sees the screen, its params, and what is taking it away")
  func leaving() throws {
    let flow = try flow(
      guardBody: "self:log(leaving.screen, leaving.params.title) return true")
    flow.back()
    #expect(flow.log.prefix(2) == ["asked\tback", "edit\tdraft"])
  }

  @Test("leaving.how says which: a button, a pull, a link, or another coordinator's call")
  func how() throws {
    let acts: [(String, (Flow) -> Void)] = [
      ("back", { $0.back() }), ("removed", { $0.send("logout") }),
      ("link", { $0.open("app://page") }), ("dismissed", { $0.dismiss() }),
    ]
    for (how, act) in acts {
      let isModal = ["link", "dismissed"].contains(how)
      let flow = try flow(options: isModal ? "{ present = \"sheet\" }" : "{}")
      act(flow)
      #expect(flow.log == ["asked\t\(how)"])
      #expect(flow.records.contains { $0.result == .blocked }, "\(how)")
    }
  }

  @Test("nil refuses as false does, and everything else agrees")
  func values() throws {
    for (body, leaves) in [
      ("return nil", false), ("return false", false), ("", false), ("return 0", true),
      ("return \"no\"", true),
    ] {
      let flow = try flow(guardBody: body)
      flow.back()
      #expect((flow.coordinators == "app") == leaves, "\(body)")
    }
  }

  @Test("a parent's calls ask its child's guards, whichever they are")
  func calls() throws {
    for call in [
      "self.router:pop()", "self.router:pop_to(\"home\")", "self.router:pop_to_root()",
      "self.router:replace(\"x\")", "self.router:set_root(\"x\")",
      "self.router:set_tabs { { name = \"a\", start = \"quiet\" } }",
      "self.router:split { primary = { screen = \"l\" }, secondary = { screen = \"r\" } }",
    ] {
      var files = Self.files(app: "app = { go = function(self) \(call) end }")
      files["quiet.lua"] = shows("quiet")
      let flow = try Flow(files)
      flow.app("go")
      #expect(flow.records.contains { $0.blocked == "edit" }, "\(call)")
      #expect(flow.coordinators == "app(editor)", "\(call)")
      #expect(flow.errors.isEmpty)
    }
    for call in ["self.router:dismiss()", "self.router:dismiss_all()"] {
      let flow = try flow(
        app: "app = { go = function(self) \(call) end }", options: "{ present = \"sheet\" }")
      flow.app("go")
      #expect(flow.records.contains { $0.result == .blocked }, "\(call)")
      #expect(flow.coordinators == "app(editor)", "\(call)")
    }
  }

  @Test("one's own calls ask nobody, nor does ending or being ended")
  func own() throws {
    for call in [
      "self.router:pop()", "self.router:set_root(\"x\")", "self:finish()", "self:cancel()",
    ] {
      let flow = try flow(editor: "any = { go = function(self) \(call) end }")
      flow.send("go")
      #expect(flow.errors.isEmpty)
      #expect(!flow.log.contains { $0.hasPrefix("asked") }, "\(call)")
      #expect(flow.screen != "edit", "\(call)")
    }
    let flow = try flow(app: "app = { go = function(self) self.children:cancel_all() end }")
    flow.app("go")
    #expect(flow.stack == ["home"])
    #expect(flow.log.isEmpty)
  }

  @Test("what the user has done already asks nobody")
  func facts() throws {
    let flow = try flow()
    flow.swipedBack()
    #expect(flow.log == ["editor\tback"])
    let modal = try self.flow(options: "{ present = \"sheet\" }")
    modal.pulledDown()
    #expect(modal.log == ["editor\tdismissed"])
  }

  @Test("a gesture on a screen with a guard is refused at its start, and becomes a request")
  func gestures() throws {
    let flow = try flow()
    #expect(!flow.beginBack())
    flow.back()
    #expect(flow.modals == ["discard"])
    let modal = try self.flow(options: "{ present = \"sheet\" }")
    #expect(!modal.beginDismiss())
    modal.dismiss()
    #expect(modal.log == ["asked\tdismissed"])
    let beneath = try self.flow(
      editor: "any = { next = { push = \"next\" } }", options: "{ present = \"sheet\" }")
    beneath.send("next")
    #expect(!beneath.beginDismiss(), "pulling the sheet down would take the guarded screen too")
    let free = try self.flow(editor: "any = { next = { push = \"next\" } }")
    free.send("next")
    #expect(free.beginBack(), "a screen over it has no guard of its own")
  }

  @Test("selecting the selected tab asks before it goes to the root")
  func tab() throws {
    let flow = try Flow([
      "app.lua": """
      return { start = function(self)
        self.router:set_tabs { { name = "one", start = "editor" } }
      end }
      """,
      "editor.lua": """
      return {
        start = function(self) self.router:push("list") self.router:push("edit") end,
        can_leave = { edit = function() return false end },
      }
      """,
    ])
    flow.selectTab("one")
    #expect(flow.stack == ["list", "edit"])
    #expect(flow.records.last?.result == .blocked || flow.records.contains { $0.blocked == "edit" })
  }

  // MARK: Guards only read

  @Test(
    "a guard that does more than read is an error at its line, and nothing has changed",
    arguments: [
      "self.router:push(\"x\")", "self.router:pop()", "self.router:update { a = 1 }",
      "self.router:present(\"x\")", "self.children:start(\"editor\")", "self:emit(\"x\")",
      "self:finish()", "self:cancel()", "self:wait(1)", "self:run(\"editor\")",
      "self:ask(\"x\")", "self:after(1, \"x\")", "self:open(\"page\")", "self:resume_link()",
      "self:set_attribute(\"a\", 1)", "self.state.n = 1", "self.state = {}",
      "self.router:proceed()", "self.services.store.set(\"a\", 1)",
    ])
  func onlyReads(call: String) throws {
    let flow = try flow(guardBody: "\(call) return true")
    flow.clear()
    flow.back()
    expect(flow.error, says: "editor.lua:5", "can_leave", "may only read")
    #expect(flow.records.last?.result == .failed)
    #expect(flow.stack == ["home", "edit"])
    #expect(flow.coordinators == "app(editor)")
    #expect(flow.calls.isEmpty)
  }

  @Test("a guard that fails fails the turn, and says where")
  func guardFails() throws {
    let flow = try flow(guardBody: "error(\"no luck\")")
    flow.back()
    expect(flow.error, says: "editor.lua:5", "no luck")
    #expect(flow.records.last?.error?.coordinator == "app/editor")
    #expect(flow.stack == ["home", "edit"])
  }

  // MARK: What is undone

  @Test("all that the turn did before the refusal is undone, and pcall does not change that")
  func undone() throws {
    for call in [
      "self.router:set_root(\"login\")", "pcall(self.router.set_root, self.router, \"login\")",
    ] {
      let flow = try flow(
        app: """
          app = { go = function(self)
            self.state.seen = true
            self:after(1, "later")
            self:open("app://page")
            \(call)
            self:log("after")
          end }
          """, editor: "")
      flow.app("go")
      #expect(flow.records.contains { $0.result == .blocked })
      #expect(flow.errors.isEmpty)
      #expect(flow.state("app") == [:])
      #expect(flow.host.nextDeadline == nil)
      #expect(flow.host.navigation.base.stack?.root?.name == "home")
      #expect(!flow.records.contains { $0.event.source == "link" })
    }
  }

  // MARK: Loading

  @Test(
    "a wrong guard is an error at its line",
    arguments: [
      ("can_leave = 5", ["can_leave is a number", "a table by screen"]),
      (
        "can_leave = { edit = 5 }", ["can_leave.edit is a number", "a method's name or a function"]
      ),
      ("can_leave = { edit = { \"yes\" } }", ["can_leave.edit is a table"]),
      ("can_leave = { edit = \"missing\" }", ["there is no method \"missing\""]),
      ("can_leave = { edit = \"yse\" }", ["there is no method \"yse\"", "did you mean \"yes\""]),
      ("can_leave = { \"edit\" }", ["a key in can_leave is a screen's name, not a"]),
    ])
  func wrong(field: String, words: [String]) throws {
    try expectOneProblem(
      in: [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          yes = function() return true end,
          \(field),
        }
        """
      ], at: "app.lua:4", says: words)
  }

  @Test("leave_blocked is the host's event, and nobody else's")
  func reserved() throws {
    try expectOneProblem(
      in: [
        "app.lua": """
        return {
          start = function(self) end,
          transitions = { home = { go = { emit = "leave_blocked" } } },
        }
        """
      ], at: "app.lua:3", says: ["leave_blocked"])
    let flow = try Flow(["app.lua": shows("home")])
    flow.send("leave_blocked")
    expect(flow.error, says: "leave_blocked")
  }
}
