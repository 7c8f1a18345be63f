import Testing

extension ScriptingContract {
  @Suite("Alerts and action sheets")
  struct Alerts {
    /// A child over `home` that shows nothing but an alert.
    private func flow(style: String = "alert", transitions: String) throws -> Flow {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          self.router:push("home")
          self.children:start("question")
        end }
        """,
        "question.lua": """
        return {
          start = function(self)
            self.router:present("sure", { n = 1 }, { style = "\(style)" })
          end,
          transitions = { \(transitions) },
        }
        """,
      ])
      flow.clear()
      return flow
    }

    @Test("close themselves before their event is handled", arguments: ["alert", "action_sheet"])
    func close(style: String) throws {
      let flow = try flow(style: style, transitions: "sure = { yes = { push = \"next\" } }")
      flow.send("yes")
      #expect(flow.calls == ["dismiss sure", "push next"])
      #expect(flow.stack == ["home", "next"])
    }

    @Test("sheets do not", arguments: ["sheet", "full_screen", "popover"])
    func stay(style: String) throws {
      let flow = try flow(style: style, transitions: "sure = { yes = { ignore = true } }")
      flow.send("yes")
      #expect(flow.calls.isEmpty)
      #expect(flow.modals == ["sure"])
    }

    @Test("close as if their owner had closed them: it lives, and is told of no removal")
    func ownersDoing() throws {
      let flow = try flow(
        transitions: """
          sure = {
            yes = function(self, _, event) print(event.name, event.screen, event.params.n) end,
            removed = function(self) print("removed") end,
          }
          """)
      flow.send("yes")
      #expect(flow.log == ["yes\tsure\t1"])
      #expect(flow.coordinators == "app(question)")
    }

    @Test("close also when nobody handles their event")
    func unhandled() throws {
      let flow = try flow(transitions: "")
      flow.send("yes")
      #expect(flow.calls == ["dismiss sure"])
      expect(flow.diagnostics.first { $0.contains("yes") }, says: "sure")
    }

    @Test("may be followed by another of their kind")
    func again() throws {
      let flow = try flow(
        transitions: """
          sure = { no = { present = "really", style = "alert" } },
          really = { no = { cancel = true } }
          """)
      flow.send("no")
      #expect(flow.calls == ["dismiss sure", "present really alert"])
      flow.send("no")
      #expect(flow.modals == [])
      #expect(flow.coordinators == "app")
    }
  }
}
