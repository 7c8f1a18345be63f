import Coordination
import ScriptedCoordination
import Testing

/// What a turn's record says of the transitions that were taken.
@Suite("Taken transitions")
struct TakenTransitionTests {
  private static let files = [
    "app.lua": """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = {
      home = {
        buy = {
          { when = "signed_out", push = "login" },
          { start = "cart" },
        },
        open_help = "help",
      },
      any = { stay = { ignore = true } },
      cart = { finished = { pop_to_root = true } },
    }
    app.links = { ["help/:topic"] = { call = "help" } }
    function app:help() end
    function app:signed_out(payload) return payload.out end
    return app
    """,
    "cart.lua": """
    local cart = {}
    function cart:start() self.router:push("cart") end
    cart.transitions = { cart = { done = { finish = true } } }
    return cart
    """,
  ]

  /// The transitions of a turn, as `script source.event rule`.
  private func taken(_ records: some Sequence<TurnRecord>) -> [String] {
    records.flatMap(\.handlers).map { handler in
      handler.transition.map { "\($0.script) \($0.source).\($0.event) \($0.rule)" } ?? "start"
    }
  }

  @Test("a record says the source, the event and the rule, of which list it was")
  func rules() throws {
    let flow = try Flow(Self.files)
    var records: [TurnRecord] = []
    flow.host.observe { records.append($0) }
    flow.send("buy", ["out": true])
    flow.back()
    flow.send("open_help")
    flow.send("stay")
    flow.open("app://help/mail")
    flow.send("buy")
    flow.send("done")
    #expect(
      taken(records) == [
        "app home.buy 1", "app home.open_help 1", "app any.stay 1", "app links.help/:topic 1",
        "app home.buy 2", "start", "cart cart.done 1", "app cart.finished 1",
      ])
  }

  @Test("a project tells the rules of its transitions and links")
  func outlines() throws {
    let project = try Flow(Self.files).project
    let told = project.transitionOutlines.map { outline in
      let place = outline.transition
      return
        "\(place.script):\(outline.line ?? 0) \(place.source).\(place.event) "
        + "\(place.rule)/\(outline.rules) \(outline.condition)> \(outline.action)"
    }
    #expect(
      told == [
        "app:6 home.buy 1/2 when signed_out> push login", "app:7 home.buy 2/2 > start cart",
        "app:9 home.open_help 1/1 > help", "app:11 any.stay 1/1 > ignore",
        "app:12 cart.finished 1/1 > pop_to_root", "app:14 links.help/:topic 1/1 > help",
        "cart:3 cart.done 1/1 > finish",
      ])
  }
}
