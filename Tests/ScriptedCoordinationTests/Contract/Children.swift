import PlainValues
import Testing

extension ScriptingContract {
  @Suite("self.children")
  struct Children {
    @Test("a child starts inside the call that starts it, and is active when the call returns")
    func start() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          print("before")
          self.children:start("auth")
          print("after")
        end }
        """,
        "auth.lua": """
        return { start = function(self) print("inside") end }
        """,
      ])
      #expect(flow.log == ["before", "inside", "after"])
      #expect(flow.coordinators == "app(auth)")
    }

    @Test("start gives a handle with the child's id, name and input")
    func handle() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          local child = self.children:start("auth", { email = "a@b.c" }, { as = "sign_in" })
          print(child.name, child.input.email, child.id == self.children:find("sign_in").id)
        end }
        """,
        "auth.lua": "return { start = function(self) print(self.id ~= nil) end }",
      ])
      #expect(flow.log == ["true", "sign_in\ta@b.c\ttrue"])
    }

    @Test("a child without a style of its own goes on top of its parent's stack")
    func sharedStack() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("auth")
        end }
        """,
        "auth.lua": shows("login", "password"),
      ])
      #expect(flow.stack == ["home", "login", "password"])
    }

    @Test("find gives the newest of a name, and nothing where there is none")
    func find() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("auth", { n = 1 })
          local second = self.children:start("auth", { n = 2 })
          print(self.children:find("auth").input.n)
          self.children:cancel(second)
          print(self.children:find("auth").input.n)
          print(self.children:find("checkout"))
        end }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.log == ["2", "1", "nil"])
    }

    @Test("as is the name that a child is known by, to find it and for its events")
    func renamed() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.children:start("auth", {}, { as = "sign_in" })
            print(self.children:find("auth"))
          end,
          transitions = { sign_in = { finished = function(self, user) print(user.id) end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { submitted = { finish = true, with = true } } },
        }
        """,
      ])
      #expect(flow.coordinators == "app(sign_in)")
      flow.send("submitted", ["id": 7])
      #expect(flow.log == ["nil", "7"])
    }

    @Test("once gives the one that lives, whatever the input, else starts one")
    func once() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          local first = self.children:start("auth", { n = 1 }, { once = true })
          local again = self.children:start("auth", { n = 2 }, { once = true })
          print(first.id == again.id, again.input.n, #self.children)
          self.children:cancel(first)
          local other = self.children:start("auth", { n = 3 }, { once = true })
          print(first.id == other.id, other.input.n, #self.children)
        end }
        """,
        "auth.lua": "return { start = function(self) print(\"started\") end }",
      ])
      #expect(flow.log == ["started", "true\t1\t1", "started", "false\t3\t1"])
    }

    @Test("once counts those of the name that a child is known by")
    func onceByName() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("auth", {}, { as = "a", once = true })
          self.children:start("auth", {}, { as = "b", once = true })
          self.children:start("auth", {}, { as = "a", once = true })
        end }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.coordinators == "app(a b)")
    }

    @Test("# counts them, and each goes through them, oldest first")
    func each() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          print(#self.children)
          for n = 1, 3 do self.children:start("auth", { n = n }) end
          print(#self.children)
          for child in self.children:each() do print(child.name, child.input.n) end
        end }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.log == ["0", "3", "auth\t1", "auth\t2", "auth\t3"])
    }

    @Test("each may be gone through while they end")
    func eachWhileEnding() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          for n = 1, 3 do self.children:start("auth") end
          for child in self.children:each() do self.children:cancel(child) end
        end }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.error == nil)
      #expect(flow.coordinators == "app")
    }

    @Test("each is over those that were there when it began")
    func eachWhileStarting() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("auth", {}, { as = "a" })
          self.children:start("auth", {}, { as = "b" })
          for child in self.children:each() do
            self.children:start("auth", {}, { as = child.name .. "2" })
          end
        end }
        """,
        "auth.lua": shows("login"),
      ])
      #expect(flow.error == nil)
      #expect(flow.coordinators == "app(a b a2 b2)")
    }

    @Test(
      "cancel ends that child, for a reason, and does not tell the one who called",
      arguments: [("", "cancelled"), (", \"too_old\"", "too_old")])
    func cancel(argument: String, reason: String) throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            local first = self.children:start("auth", {}, { as = "first" })
            self.children:start("auth", {}, { as = "second" })
            self.children:cancel(first\(argument))
          end,
          transitions = { any = { cancelled = function(self) print("told") end } },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      #expect(flow.log == ["first \(reason)"])
      #expect(flow.coordinators == "app(second)")
      #expect(flow.stack == ["home", "login"])
    }

    @Test("cancel_all ends every child, newest first, silently as well")
    func cancelAll() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            for _, name in ipairs { "a", "b", "c" } do
              self.children:start("auth", {}, { as = name })
            end
            self.children:cancel_all("signed_out")
          end,
          transitions = { any = { cancelled = function(self) print("told") end } },
        }
        """,
        "auth.lua": tellsItsEnd("login"),
      ])
      #expect(flow.log == ["c signed_out", "b signed_out", "a signed_out"])
      #expect(flow.stack == ["home"])
    }

    @Test("a coordinator that does not exist is an error that says which does")
    func unknown() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("ath")
        end }
        """,
        "auth.lua": shows("login"),
      ])
      expect(flow.error, says: "app.lua:2: ", "ath", "auth")
    }

    @Test("a style that does not exist is an error that says which do")
    func style() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("auth", {}, { present = "drawer" })
        end }
        """,
        "auth.lua": shows("login"),
      ])
      expect(flow.error, says: "app.lua:2: ", "drawer", "sheet")
    }

    @Test("what a child's end takes away is gone before its parent hears of it")
    func gone() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth")
          end,
          transitions = { auth = { finished = function(self)
            print(#self.children, self.children:find("auth"))
            self.router:show("home", { greeting = "hello" })
          end } },
        }
        """,
        "auth.lua": """
        return {
          start = function(self) self.router:push("login") end,
          transitions = { login = { submitted = { finish = true } } },
        }
        """,
      ])
      flow.send("submitted")
      #expect(flow.log == ["0\tnil"])
      #expect(flow.stack == ["home"])
      #expect(flow.params == ["greeting": "hello"])
    }
  }
}
