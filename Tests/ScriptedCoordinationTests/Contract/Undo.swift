import PlainValues
import Testing

extension ScriptingContract {
  @Suite("A turn that fails is undone whole")
  struct Undo {
    @Test("the error has its place, and the next event finds all as it was")
    func livesOn() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            fail = function(self)
              self.router:push("half_way")
              error("no luck")
            end,
            open = { push = "detail" },
          } },
        }
        """
      ])
      flow.clear()
      flow.send("fail")
      expect(flow.error, says: "app.lua:6: no luck")
      #expect(flow.records.last?.calls == [])
      flow.send("open")
      #expect(flow.error == nil)
      #expect(flow.calls == ["push detail"])
    }

    @Test("yet what it printed on the way there is kept, to find out why")
    func log() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { fail = function(self)
            print("half way")
            error("no luck")
          end } },
        }
        """
      ])
      flow.send("fail")
      #expect(flow.log == ["half way"])
    }

    @Test(
      "whatever a script raises is an error, nothing included",
      arguments: [
        "error()", "error(nil)", "error(false)", "error({ code = 7 })", "local x = nil + 1",
      ])
    func errorValues(raise: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = { fail = function(self)
            self.router:push("half_way")
            \(raise)
          end } },
        }
        """
      ])
      flow.send("fail")
      #expect(flow.error != nil)
      #expect(flow.stack == ["home"])
    }

    @Test("an error of which tostring is a script fails once")
    func hostileError() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          transitions = { home = {
            fail = function(self)
              error(setmetatable({}, { __tostring = function() error("again") end }))
            end,
            open = { push = "detail" },
          } },
        }
        """
      ])
      flow.send("fail")
      #expect(flow.error != nil)
      flow.send("open")
      #expect(flow.stack == ["home", "detail"])
    }

    @Test("state, at any depth and however it was changed")
    func state() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          state = {
            n = 1, gone = true, list = { "b", "a" }, user = { name = "Ann", tags = { "x" } },
          },
          start = function(self) self.router:push("home") end,
          transitions = { home = { fail = function(self)
            local s = self.state
            local user = s.user
            s.n, s.new, s.gone = 2, { 1 }, nil
            s.new[2] = 2
            user.name, user.tags[1] = "Bob", "y"
            s.user = { name = "Cy" }
            user.name = "Dee"
            table.insert(s.list, 1, "c")
            table.remove(s.list)
            table.sort(s.list)
            error("no luck")
          end } },
        }
        """
      ])
      let before = flow.state("app")
      flow.send("fail")
      #expect(flow.state("app") == before)
      #expect(before["list"] == ["b", "a"])
    }

    @Test("the state of every coordinator that the turn reached")
    func allStates() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { n = 1 },
          start = function(self) self.children:start("auth") end,
          transitions = { auth = { tried = function(self)
            self.state.n = 2
            error("no luck")
          end } },
        }
        """,
        "auth.lua": """
        return {
          state = { tries = 0 },
          start = function(self) self.router:push("login") end,
          transitions = { login = { submitted = function(self)
            self.state.tries = self.state.tries + 1
            self:emit("tried")
          end } },
        }
        """,
      ])
      flow.send("submitted")
      expect(flow.error, says: "app.lua:6: ")
      #expect(flow.state("app") == ["n": 1])
      #expect(flow.state("app/auth") == ["tries": 0])
    }

    @Test("navigation: stacks, modals, params")
    func navigation() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home", { n = 1 })
            self.router:push("list", { n = 2 })
            self.router:present("picker", { n = 3 })
          end,
          transitions = { app = {
            fail = function(self)
              self.router:update("picker", { n = 30 })
              self.router:update("list", { n = 20 })
              self.router:dismiss()
              self.router:set_root("other")
              self.router:present("sure", {}, { style = "alert" })
              error("no luck")
            end,
            close = { dismiss = true },
          }, list = { go = { pop = true } } },
        }
        """
      ])
      flow.clear()
      flow.app("fail")
      #expect(flow.calls.isEmpty)
      #expect(flow.modals == ["picker"])
      #expect(flow.params == ["n": 3])
      flow.app("close")
      #expect(flow.stack == ["home", "list"])
      #expect(flow.params == ["n": 2])
      flow.send("go")
      #expect(flow.params == ["n": 1])
    }

    @Test("tabs: which there are, and which is selected")
    func tabs() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:set_tabs {
              { name = "home", start = "page" }, { name = "cart", start = "broken" },
            }
          end,
          transitions = { app = { fail = function(self)
            self.router:set_root("welcome")
            error("no luck")
          end } },
        }
        """,
        "page.lua": shows("posts"),
        "broken.lua": """
        return { start = function(self)
          self.router:push("items")
          error("no luck")
        end }
        """,
      ])
      flow.app("fail")
      #expect(flow.tab == "home")
      #expect(flow.stack == ["posts"])
      flow.selectTab("cart")
      expect(flow.error, says: "broken.lua:3: ")
      #expect(flow.tab == "home")
      #expect(flow.coordinators == "app(home)")
      #expect(flow.calls == ["set_tabs home cart", "push posts"])
    }

    @Test("the tree: who was started is gone, who was ended lives on, in the old order")
    func tree() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            for _, name in ipairs { "a", "b", "c" } do
              self.children:start("auth", {}, { as = name })
            end
          end,
          transitions = { app = {
            fail = function(self)
              self.children:start("auth", {}, { as = "d" })
              self.children:cancel(self.children:find("b"))
              self.children:cancel_all()
              error("no luck")
            end,
            count = function(self) print(#self.children, self.children:find("d")) end,
          } },
        }
        """,
        "auth.lua": """
        return {
          state = { n = 0 },
          start = function(self) self.router:push("login") end,
          transitions = { app = { count = function(self) self.state.n = self.state.n + 1 end } },
        }
        """,
      ])
      flow.app("fail")
      #expect(flow.coordinators == "app(a b c)")
      #expect(flow.stack == ["login", "login", "login"])
      flow.app("count")
      #expect(flow.log == ["3\tnil"])
      #expect(flow.state("app/b") == ["n": 1])
    }

    @Test("the store and the attributes")
    func storeAndAttributes() throws {
      let flow = try Flow(
        [
          "app.lua": """
          return {
            start = function(self) self.router:push("home") end,
            transitions = { home = {
              fail = function(self)
                self.services.store.set("seen", { 2 })
                self.services.store.set("new", 1)
                self.services.store.remove("old")
                self:set_attribute("plan", "paid")
                self:set_attribute("country", "DE")
                error("no luck")
              end,
              show = function(self)
                local store = self.services.store
                print(store.get("seen")[1], store.get("new"), store.get("old"))
                print(self.attributes.plan, self.attributes.country)
              end,
            } },
          }
          """
        ],
        attributes: ["plan": "free"], store: ["seen": [1], "old": true])
      flow.send("fail")
      flow.send("show")
      #expect(flow.log == ["1\tnil\ttrue", "free\tnil"])
    }
  }
}
