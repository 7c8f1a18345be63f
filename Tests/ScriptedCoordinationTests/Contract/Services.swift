import PlainValues
import Testing

extension ScriptingContract {
  @Suite("Services")
  struct Services {
    private struct Refused: Error, CustomStringConvertible { let description: String }

    /// A root that does this when it starts, among the application's and the project's services.
    private func flow(
      _ body: String, application: [String: [String: ([Value]) throws -> [Value]]] = [:],
      project: String = "return {}", transitions: String = ""
    ) throws -> Flow {
      try Flow(
        [
          "app.lua": """
          return {
            start = function(self)
              \(body)
              self.router:push("home")
            end,
            transitions = { \(transitions) },
          }
          """,
          "services.lua": project,
        ],
        services: application)
    }

    @Test("a call passes plain values in and gives plain values back, several if need be")
    func call() throws {
      var asked: [[Value]] = []
      let flow = try flow(
        """
        local user, note = self.services.accounts.sign_in({ email = "a@b.c" }, 3)
        print(user.id, user.email, note)
        """,
        application: [
          "accounts": [
            "sign_in": { values in
              asked.append(values)
              return [["id": 7, "email": values[0]["email"] ?? ""], "welcome"]
            }
          ]
        ])
      #expect(asked == [[["email": "a@b.c"], 3]])
      #expect(flow.log == ["7\ta@b.c\twelcome"])
    }

    @Test("a call that gives nothing back gives nil")
    func nothing() throws {
      let flow = try flow(
        "print(self.services.accounts.sign_out())",
        application: ["accounts": ["sign_out": { _ in [] }]])
      #expect(flow.log == [""] || flow.log == ["nil"])
    }

    @Test("the application's error is nil and its message, and fails nothing")
    func error() throws {
      let flow = try flow(
        """
        local user, problem = self.services.accounts.sign_in()
        print(user, problem)
        """,
        application: [
          "accounts": ["sign_in": { _ in throw Refused(description: "wrong password") }]
        ])
      #expect(flow.error == nil)
      #expect(flow.log == ["nil\twrong password"])
    }

    @Test("the project's own stand in for those that the application lacks, function by function")
    func prototypes() throws {
      let flow = try flow(
        """
        local accounts = self.services.accounts
        print(accounts.who(), accounts.since(), self.services.prices.of("tea"))
        """,
        application: ["accounts": ["who": { _ in ["Ann"] }]],
        project: """
          return {
            accounts = { who = function() return "nobody" end, since = function() return 2020 end },
            prices = { of = function(name) return #name end },
          }
          """)
      #expect(flow.log == ["Ann\t2020\t3"])
    }

    @Test(
      "the project's services are tables of functions, or an error at load",
      arguments: ["return 5", "return { accounts = 5 }", "return { accounts = { sign_in = 5 } }"])
    func notServices(project: String) throws {
      let problems = try problems(in: ["app.lua": shows("home"), "services.lua": project])
      #expect(problems.count == 1)
      expect(problems.first, says: "services.lua", "error: ")
    }

    @Test("an error in a prototype fails the turn at its line")
    func failingPrototype() throws {
      let flow = try flow(
        "self.services.accounts.sign_in()",
        project: """
          return { accounts = { sign_in = function()
            error("no luck")
          end } }
          """)
      expect(flow.error, says: "services.lua:2: no luck")
    }

    @Test(
      "a service that is not there is an error that names it and what there is",
      arguments: [
        ("self.services.acounts.sign_in()", ["acounts", "accounts"]),
        ("self.services.accounts.sign_on()", ["sign_on", "sign_in"]),
      ])
    func unknown(call: String, words: [String]) throws {
      let flow = try flow(call, application: ["accounts": ["sign_in": { _ in [] }]])
      expect(flow.error, says: ["app.lua:3: "] + words)
    }

    @Test("a colon in place of the dot is noticed")
    func colon() throws {
      var calls = 0
      let flow = try flow(
        "self.services.accounts:sign_in(\"a@b.c\")",
        application: [
          "accounts": [
            "sign_in": { _ in
              calls += 1
              return []
            }
          ]
        ])
      expect(flow.error, says: "app.lua:3: ", "accounts.sign_in")
      #expect(calls == 0)
    }

    @Test("what a service gives back is plain data of its own, call by call")
    func copies() throws {
      let flow = try flow(
        """
        local first = self.services.accounts.user()
        first.name = "Bob"
        print(self.services.accounts.user().name)
        """,
        project: """
          local user = { name = "Ann" }
          return { accounts = { user = function() return user end } }
          """)
      #expect(flow.log == ["Ann"])
    }

    @Test("a child sees its parent's services")
    func inherited() throws {
      let flow = try Flow(
        [
          "app.lua": "return { start = function(self) self.children:start(\"auth\") end }",
          "auth.lua": "return { start = function(self) print(self.services.accounts.who()) end }",
        ],
        services: ["accounts": ["who": { _ in ["Ann"] }]])
      #expect(flow.log == ["Ann"])
    }

    @Test("a service may tell of something as the application does, after the turn that called it")
    func emits() throws {
      let flow = try flow(
        """
        self.services.accounts.sign_out()
        print("called")
        """,
        project: """
          return { accounts = { sign_out = function()
            emit("session_expired", { minutes = 5 })
          end } }
          """,
        transitions: """
          app = { session_expired = function(self, payload, event)
            print(event.name, event.source, payload.minutes)
          end }
          """)
      #expect(flow.log == ["called", "session_expired\tapp\t5"])
      #expect(flow.records.count == 2)
    }
  }

  @Suite("The store")
  struct Store {
    private func log(of body: String, store: [String: Value] = [:]) throws -> [String] {
      let flow = try Flow(
        [
          "app.lua": """
          return { start = function(self)
            local store = self.services.store
            \(body)
          end }
          """
        ],
        store: store)
      #expect(flow.error == nil)
      return flow.log
    }

    @Test("keeps plain values by name")
    func values() throws {
      #expect(
        try log(
          of: """
            print(store.get("user"))
            store.set("user", { name = "Ann" })
            print(store.get("user").name)
            store.set("user", false)
            print(store.get("user"))
            store.remove("user")
            print(store.get("user"))
            store.remove("user")
            """) == ["nil", "Ann", "false", "nil"])
    }

    @Test("has what an earlier launch left")
    func persisted() throws {
      #expect(
        try log(of: "print(store.get(\"user\").name)", store: ["user": ["name": "Ann"]]) == ["Ann"])
    }

    @Test("gives copies: what is done to them stays outside")
    func copies() throws {
      #expect(
        try log(
          of: """
            store.get("user").name = "Bob"
            print(store.get("user").name)
            """, store: ["user": ["name": "Ann"]]) == ["Ann"])
    }

    @Test("is one for the whole flow")
    func shared() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.children:start("auth")
          print(self.services.store.get("user"))
        end }
        """,
        "auth.lua": "return { start = function(self) self.services.store.set(\"user\", 7) end }",
      ])
      #expect(flow.log == ["7"])
    }
  }
}
