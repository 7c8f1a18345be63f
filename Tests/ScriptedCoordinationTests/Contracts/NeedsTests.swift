import PlainValues
import ScriptedCoordination
import Testing

@Suite("Screens that need a protocol")
struct NeedsTests {
  private func files(_ app: String, implements: String = "'other'") -> [String: String] {
    [
      "app.lua": """
      local app = { implements = \(implements) }
      function app:start() self.router:push("home") end
      app.transitions = { home = {
        go = \(app),
      }, any = { buy = { ignore = true } } }
      return app
      """,
      "protocols.lua": "return { buying = { handles = { 'buy' } }, other = {} }",
      "screens.lua": """
      return {
        home = {},
        offer = {
          needs = { "buying" },
        },
      }
      """,
    ]
  }

  private static let message = """
    the screen "offer" needs the protocol "buying", which app does not implement: add "buying" to \
    implements in app.lua, or let a coordinator show it that does
    """

  private static let actions = [
    #"{ push = "offer" }"#, #"{ show = "offer" }"#, #"{ replace = "offer" }"#,
    #"{ set_root = "offer" }"#, #"{ present = "offer" }"#, #"{ show_detail = "offer" }"#,
    #"{ steps = { { pop = true }, { push = "offer" } } }"#,
    #"{ { when = "x", push = "home" }, { push = "offer" } }"#,
  ]

  @Test(
    "an action that shows one is an error at load, in a coordinator without the protocol",
    arguments: actions)
  func action(action: String) throws {
    var files = files(action)
    files["app.lua"]?.replace("return app", with: "function app:x() end\nreturn app")
    #expect(try problems(in: files) == ["app.lua:4: error: \(Self.message)"])
    files["app.lua"]?.replace("'other'", with: "{ 'other', 'buying' }")
    #expect(try problems(in: files) == [])
  }

  private static let calls = [
    "self.router:push('offer')", "self.router:show('offer')", "self.router:replace('offer')",
    "self.router:set_root('offer')", "self.router:present('offer')",
    "self.router:show_detail('offer')", "self:ask('offer')",
    "self.router:split { primary = { screen = 'home' }, secondary = { screen = 'offer' } }",
    "self.router:split { primary = { screen = 'offer' }, secondary = { screen = 'home' } }",
  ]

  @Test("a call that shows one is an error at the call, and shows nothing", arguments: calls)
  func call(call: String) throws {
    let flow = try Flow(files("function(self) \(call) end"))
    flow.send("go")
    #expect(flow.error == "app.lua:4: \(Self.message)")
    #expect(flow.stack == ["home"])
    #expect(flow.modals == [])
  }

  @Test("a coordinator that implements it shows it", arguments: calls)
  func shown(call: String) throws {
    let files = files("function(self) \(call) end", implements: "'buying'")
    let flow = try Flow(files, device: .tablet)
    flow.send("go")
    guard !call.contains("show_detail") else { return expect(flow.error, says: "in no split") }
    #expect(flow.error == nil)
    #expect(flow.host.navigation.screens.contains { $0.name == "offer" })
  }

  @Test("updating one, going back to one, and one that is not described need nothing")
  func free() throws {
    for action in [#"{ update = "offer" }"#, #"{ pop_to = "offer" }"#, #"{ push = "unknown" }"#] {
      #expect(try problems(in: files(action)) == [])
    }
  }

  @Test(
    "a protocol that is not there is an error of screens.lua",
    arguments: [
      ("{ 'buyin' }", "the screen offer: there is no protocol \"buyin\": did you mean \"buying\"?"),
      ("{ 'x' }", "the screen offer: there is no protocol \"x\"; there is buying, other"),
      ("'buying'", "needs of offer has to be a list of names"),
      ("{ 5 }", "needs of offer has to be a list of names"),
    ])
  func unknown(needs: String, message: String) throws {
    var files = files("{ pop = true }")
    files["screens.lua"]?.replace("{ \"buying\" }", with: needs)
    #expect(try problems(in: files) == ["screens.lua:4: error: \(message)"])
  }

  @Test("without protocols.lua the error says so")
  func noProtocols() throws {
    var files = files("{ pop = true }")
    files["protocols.lua"] = nil
    files["app.lua"]?.replace("implements = 'other'", with: "")
    #expect(
      try problems(in: files) == [
        "screens.lua:4: error: the screen offer: there is no protocol \"buying\": the project has no protocols.lua"
      ])
  }
}
