import PlainValues
import Testing

extension ScriptingContract {
  @Suite("What the user has already done")
  struct UserFacts {
    /// A root with `home` and a child with `list` and `detail`.
    private func flow(child: String = "", app: String = "") throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return {
          state = { n = 1 },
          start = function(self)
            self.router:push("home")
            self.children:start("shop")
          end,
          transitions = { \(app) },
        }
        """,
        "shop.lua": """
        return {
          start = function(self)
            self.router:push("list")
            self.router:push("detail")
          end,
          transitions = { \(child) },
        }
        """,
      ])
      flow.clear()
      return flow
    }

    @Test("a completed swipe is no call to the platform, which has done it")
    func swipe() throws {
      let flow = try flow()
      flow.swipedBack()
      #expect(flow.stack == ["home", "list"])
      #expect(flow.calls.isEmpty)
    }

    @Test("what its handlers do then is asked of the platform, once, on what the user left")
    func followUps() throws {
      let flow = try flow(child: "detail = { removed = { push = \"rating\" } }")
      flow.swipedBack()
      #expect(flow.calls == ["push rating"])
      #expect(flow.stack == ["home", "list", "rating"])
    }

    @Test("ends those whose last screen went, as the back button does")
    func ends() throws {
      let flow = try flow(
        app: "shop = { cancelled = function(self, reason) print(reason) end }")
      flow.swipedBack()
      flow.swipedBack()
      #expect(flow.log == ["back"])
      #expect(flow.coordinators == "app")
      #expect(flow.calls.isEmpty)
    }

    @Test("stands, also when a handler that hears of it fails: only what that one did is undone")
    func failingFollowUp() throws {
      let flow = try flow(
        app: """
          shop = { cancelled = function(self)
            self.state.n = 2
            self.router:push("sorry")
            error("no luck")
          end }
          """)
      flow.swipedBack()
      flow.swipedBack()
      #expect(flow.stack == ["home"])
      #expect(flow.coordinators == "app")
      #expect(flow.state("app") == ["n": 1])
      #expect(flow.calls.isEmpty)
      expect(flow.error, says: "no luck")
    }

    @Test("a modal pulled down is no call either, and its owner is told")
    func pulledDown() throws {
      let flow = try flow(
        child: """
          detail = { go = { present = "picker" } },
          picker = { removed = function(self, why) print(why) end }
          """)
      flow.send("go")
      flow.clear()
      flow.pulledDown()
      #expect(flow.modals == [])
      #expect(flow.calls.isEmpty)
      #expect(flow.log == ["dismissed"])
    }

    @Test("a gesture that is abandoned changes nothing")
    func abandoned() throws {
      let flow = try flow(child: "detail = { removed = function(self) print(\"removed\") end }")
      let before = flow.records.count
      #expect(flow.beginBack())
      flow.abandonGesture()
      #expect(flow.stack == ["home", "list", "detail"])
      #expect(flow.calls.isEmpty)
      #expect(flow.log.isEmpty)
      #expect(flow.records.count == before)
    }

    @Test("a gesture counts once it is completed")
    func completed() throws {
      let flow = try flow()
      #expect(flow.beginBack())
      #expect(flow.stack == ["home", "list", "detail"])
      flow.completeGesture()
      #expect(flow.stack == ["home", "list"])
      #expect(flow.calls.isEmpty)
    }

    @Test("takes with it what a script put on top meanwhile")
    func coveredMeanwhile() throws {
      let flow = try flow(app: "app = { more = { push = \"more\" } }")
      #expect(flow.beginBack())
      flow.app("more")
      flow.completeGesture()
      #expect(flow.stack == ["home", "list"])
    }

    @Test("a swipe within a modal's flow goes back there")
    func swipeInFlow() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("auth", {}, { present = "sheet" })
        end }
        """,
        "auth.lua": shows("login", "password"),
      ])
      flow.swipedBack()
      #expect(flow.stack == ["login"])
      flow.swipedBack()
      #expect(flow.stack == ["login"])
      #expect(flow.coordinators == "app(auth)")
    }

    @Test("a gesture on what a script took away meanwhile is nothing")
    func goneMeanwhile() throws {
      let flow = try flow(app: "app = { calm = { pop_to = \"list\" } }")
      #expect(flow.beginBack())
      flow.app("calm")
      flow.completeGesture()
      #expect(flow.stack == ["home", "list"])
      #expect(flow.error == nil)
      #expect(flow.coordinators == "app(shop)")
    }

    @Test(
      "a gesture is refused at its start where a transition would answer",
      arguments: ["detail = { back = { ignore = true } }", "any = { back = { ignore = true } }"])
    func intercepted(child: String) throws {
      let flow = try flow(child: child)
      #expect(!flow.beginBack())
      #expect(flow.stack == ["home", "list", "detail"])
    }

    @Test("pulling down is refused where a transition answers, or where the modal is locked")
    func dismissIntercepted() throws {
      for (present, transitions) in [
        ("present = \"picker\", locked = true", ""),
        ("present = \"picker\"", "picker = { dismiss = { ignore = true } }"),
        ("present = \"picker\", style = \"full_screen\"", ""),
      ] {
        let flow = try flow(child: "detail = { go = { \(present) } }, \(transitions)")
        flow.send("go")
        #expect(!flow.beginDismiss())
        #expect(flow.modals == ["picker"])
      }
    }

    @Test("a flow of several screens is pulled down whole")
    func wholeFlow() throws {
      let flow = try Flow([
        "app.lua": """
        return {
          start = function(self)
            self.router:push("home")
            self.children:start("auth", {}, { present = "sheet" })
          end,
          transitions = { auth = { cancelled = function(self, reason) print(reason) end } },
        }
        """,
        "auth.lua": shows("login", "password"),
      ])
      flow.clear()
      flow.pulledDown()
      #expect(flow.modals == [])
      #expect(flow.stack == ["home"])
      #expect(flow.log == ["dismissed"])
      #expect(flow.coordinators == "app")
      #expect(flow.calls.isEmpty)
    }
  }
}
