import Coordination
import PlainValues
import ScriptedCoordination
import Testing

/// Experiments while a flow runs: who gets which script, and another one in its place.
@Suite("Swapping")
struct SwappingTests {
  private static func checkout(_ name: String, _ fields: String = "") -> String {
    """
    local checkout = { state = { steps = 0 } }
    \(fields)
    function checkout:start(input) self.router:push("\(name)") end
    checkout.transitions = {
      any = {
        step = function(self)
          self.state.steps = self.state.steps + 1
          self:log("\(name) " .. self.state.steps)
        end,
        wait = function(self) self:wait(1) self:log("\(name) waited") end,
        fail = function() error("no") end,
        done = { finish = true },
      },
    }
    return checkout
    """
  }

  private static func files(
    _ first: String = "", _ second: String = "", more: String = ""
  ) -> [String: String] {
    [
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      app.transitions = {
        home = {
          buy = { start = "checkout" },
          try = function(self) pcall(function() self.children:start("checkout", { wrong = true }) end) end,
          undone = function(self) self.children:start("checkout") error("undone") end,
          become = function(self, who) self:set_attribute("user_id", who.id) end,
        },
        checkout = { finished = { ignore = true } },
      }
      return app
      """,
      "full.lua": checkout("full", first),
      "short.lua": checkout("short", second),
      "experiments.lua": """
      return { checkout = { by = "user_id", \(more)
        variants = { { name = "control", script = "full" }, { name = "short", script = "short" } },
      } }
      """,
    ]
  }

  private func flow(
    _ user: Value? = nil, _ files: [String: String] = files(), store: [String: Value] = [:],
    restoring snapshot: Value? = nil
  ) throws -> Flow {
    try Flow(
      files, attributes: user.map { ["user_id": $0] } ?? [:], store: store, restoring: snapshot)
  }

  /// Two users, one of each half.
  private static let control: Value = "a"
  private static let short: Value = "b"

  @Test("a unit gets its variant, known by the slot's name, and is one exposure")
  func assigns() throws {
    for (user, screen) in [(Self.control, "full"), (Self.short, "short")] {
      let flow = try flow(user)
      flow.send("buy")
      #expect(flow.screen == screen, "\(user)")
      #expect(flow.coordinators == "app(checkout)")
      flow.send("done")
      flow.send("buy", from: "home")
      let exposures = flow.records.flatMap(\.exposures)
      #expect(exposures.map(\.variant) == [screen == "full" ? "control" : "short"])
      #expect(exposures.first?.unit == user)
      #expect(exposures.first?.slot == "checkout")
    }
  }

  @Test("without the attribute it is the first variant, not remembered and no exposure")
  func nobody() throws {
    let flow = try flow()
    flow.send("buy")
    #expect(flow.screen == "full")
    #expect(flow.records.flatMap(\.exposures).isEmpty)
    #expect(flow.store.values.isEmpty)
  }

  @Test(
    "what was assigned sticks in the store, whatever the weights become; another user has their own"
  )
  func sticks() throws {
    let first = try flow(Self.short)
    first.send("buy")
    let stored = first.store.values
    #expect(stored.count == 1)
    var files = Self.files()
    files["experiments.lua"] = """
      return { checkout = { by = "user_id", variants = {
        { name = "control", script = "full" }, { name = "short", script = "short", weight = 0 },
      } } }
      """
    let second = try flow(Self.short, files, store: stored)
    second.send("buy")
    #expect(second.screen == "short")
    #expect(second.records.flatMap(\.exposures).isEmpty)
    second.send("done")
    second.send("become", ["id": "a"])
    second.send("buy")
    #expect(second.screen == "full")
  }

  @Test("a turn that is undone assigns nobody and exposes nobody")
  func undone() throws {
    let flow = try flow(Self.short)
    flow.send("undone")
    #expect(flow.store.values.isEmpty)
    #expect(flow.records.flatMap(\.exposures).isEmpty)
    flow.send("buy")
    #expect(flow.records.flatMap(\.exposures).count == 1)
  }

  @Test("a start that is refused and caught assigns nobody either")
  func refused() throws {
    let contract = "checkout.contract = { input = { sku = \"string?\" } }"
    let flow = try flow(Self.short, Self.files(contract, contract))
    flow.send("try")
    #expect(flow.error == nil)
    #expect(flow.store.values.isEmpty)
    #expect(flow.records.flatMap(\.exposures).isEmpty)
  }

  @Test("after a swap new ones are of that variant, and those that live finish as they are")
  func swaps() throws {
    let flow = try flow(Self.control)
    flow.send("buy")
    #expect(flow.host.swap("checkout", to: "short") == nil)
    flow.send("step")
    #expect(flow.log == ["full 1"])
    flow.send("done")
    flow.send("buy")
    #expect(flow.screen == "short")
    #expect(flow.records.flatMap(\.exposures).count == 1)
  }

  @Test("with follow those that live go on in the new script, with their state and screens")
  func follows() throws {
    let flow = try flow(Self.control)
    flow.send("buy")
    flow.send("step")
    #expect(flow.host.swap("checkout", to: "short", live: .follow) == nil)
    #expect(flow.stack == ["home", "full"])
    flow.send("step")
    #expect(flow.log == ["full 1", "short 2"])
    let live = try #require(flow.host.root?.childrenOldestFirst.first)
    #expect(live.binding == Binding(slot: "checkout", variant: "short", script: "short"))
    flow.reload(["short.lua": Self.checkout("shorter")])
    flow.send("step")
    #expect(flow.log.last == "shorter 3")
  }

  @Test("migrate is asked where the script is another, and knows which that was")
  func migrates() throws {
    let migrate = """
      function checkout.migrate(state, version, script)
        return { steps = state.steps + 10, from = script }
      end
      """
    let flow = try flow(Self.control, Self.files("", migrate))
    flow.send("buy")
    flow.send("step")
    flow.host.swap("checkout", to: "short", live: .follow)
    #expect(flow.state("app/checkout") == ["steps": 11, "from": "full"])
  }

  @Test("a swap whose migration fails is undone: the old variant goes on, for new ones too")
  func failing() throws {
    let migrate = "function checkout.migrate(state) error(\"cannot\") end"
    let flow = try flow(Self.control, Self.files("", migrate))
    flow.send("buy")
    let error = flow.host.swap("checkout", to: "short", live: .follow)
    #expect(
      error?.message.hasPrefix(
        "not swapped, all runs on as it was: app/checkout cannot follow: ") == true)
    #expect(error?.message.hasSuffix("cannot") == true)
    #expect(flow.host.variants.isEmpty)
    flow.send("step")
    flow.send("done")
    flow.send("buy")
    #expect(flow.log == ["full 1"])
    #expect(flow.screen == "full")
  }

  @Test("a suspended handler goes on in the script it began in")
  func suspended() throws {
    let flow = try flow(Self.control)
    flow.send("buy")
    flow.send("wait")
    flow.host.swap("checkout", to: "short", live: .follow)
    flow.send("step")
    flow.advance(1)
    #expect(flow.log == ["short 1", "full waited"])
  }

  @Test(
    "a swap that cannot be is an error that says what there is",
    arguments: [
      ("checkout", "shrt", "checkout has no variant \"shrt\": did you mean \"short\"?"),
      (
        "chekout", "short",
        "there are no variants of \"chekout\" to swap: did you mean \"checkout\"?"
      ),
      ("app", "short", "there are no variants of \"app\" to swap; there is checkout"),
    ])
  func wrong(slot: String, variant: String, message: String) throws {
    let flow = try flow()
    #expect(flow.host.swap(slot, to: variant)?.message == message)
  }

  @Test("a swap says how many followed, and which screens on show have lost what")
  func told() throws {
    let flow = try flow(Self.control)
    flow.send("buy")
    flow.host.swap("checkout", to: "short")
    flow.host.swap("checkout", to: "control", live: .follow)
    flow.reload([
      "short.lua":
        "return { start = function() end, transitions = { full = { step = { ignore = true } } } }"
    ])
    flow.host.swap("checkout", to: "short", live: .follow)
    #expect(
      flow.diagnostics == [
        "checkout is short from now on; those that live finish as they are",
        "checkout is control from now on; 0 of it followed",
        "checkout is short from now on; 1 of it followed",
        "full of app/checkout has lost done, fail, wait: short does not name what was named before",
      ])
  }

  @Test("what is chosen for a host goes before what was for the one of a snapshot")
  func restoredVariants() throws {
    let flow = try flow(Self.control)
    flow.host.swap("checkout", to: "short")
    let snapshot = try flow.host.snapshot()
    var options = HostOptions()
    options.variants = ["checkout": "control"]
    let host = try Project(ProjectFiles(Self.files())).makeHost(
      router: HeadlessRouter(), options: options)
    #expect(host.restore(snapshot) == nil)
    #expect(host.variants == ["checkout": "control"])
  }

  @Test("what was chosen by hand, and who runs which variant, comes back with a snapshot")
  func snapshots() throws {
    let flow = try flow(Self.control)
    flow.send("buy")
    flow.host.swap("checkout", to: "short")
    let next = try self.flow(Self.control, restoring: try flow.host.snapshot())
    #expect(next.error == nil)
    next.send("step")
    #expect(next.log == ["full 1"])
    next.send("done")
    next.send("buy")
    #expect(next.screen == "short")
  }

  @Test("experiments are reloaded: a variant that comes can be swapped to at once")
  func reloads() throws {
    let flow = try flow(Self.control)
    flow.reload([
      "tiny.lua": Self.checkout("tiny"),
      "experiments.lua": """
      return { checkout = { by = "user_id", variants = {
        { name = "control", script = "full" }, { name = "tiny", script = "tiny" },
      } } }
      """,
    ])
    #expect(flow.error == nil)
    #expect(flow.host.swap("checkout", to: "tiny") == nil)
    flow.send("buy")
    #expect(flow.screen == "tiny")
  }

  @Test("a reload that makes variants differ in what they agree to is refused")
  func contracts() throws {
    let contract = "checkout.contract = { input = { sku = \"string?\" } }"
    let flow = try flow(Self.control, Self.files(contract, contract))
    let report = flow.reload(["short.lua": Self.checkout("short")])
    #expect(report?.problems.first?.file == "experiments.lua")
    #expect(report?.problems.first?.text.contains("have different contracts") == true)
  }

  @Test("a variant that was chosen and is not there is told of, and the experiment chooses")
  func unknownOverride() throws {
    let flow = try flow(Self.short)
    flow.host.swap("checkout", to: "control")
    flow.reload([
      "experiments.lua":
        "return { checkout = { by = \"user_id\", variants = { { name = \"only\", script = \"short\" } } } }"
    ])
    flow.send("buy")
    #expect(flow.screen == "short")
    #expect(
      flow.diagnostics.last
        == "checkout has no variant \"control\", which was chosen for it: the experiment chooses")
  }

  @Test("exposures leave the host when their commit has settled")
  func exposures() throws {
    var told: [String] = []
    var options = HostOptions()
    options.attributes = ["user_id": Self.short]
    options.onExposure = { told.append($0.variant) }
    let project = try Project(ProjectFiles(Self.files()))
    let host = project.makeHost(router: HeadlessRouter(), options: options)
    host.start()
    #expect(told.isEmpty)
    host.send("buy")
    #expect(told == ["short"])
  }
}
