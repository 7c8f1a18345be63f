import Coordination
import PlainValues
import Testing

@Suite("Snapshots that cannot be")
struct BadSnapshotTests {
  /// What is changed in the document of ``RichFlow``, and what is said of it.
  struct Bad: Sendable, CustomTestStringConvertible {
    let place: String
    let value: Value?
    let says: String

    init(_ place: String, _ value: Value?, _ says: String) {
      self.place = place
      self.value = value
      self.says = says
    }

    var testDescription: String { "\(place) ← \(value.map { JSON.text(of: $0) } ?? "nothing")" }
  }

  private static let home = "navigation.base.tabs[1].router"

  static let table: [Bad] = [
    // The whole.
    Bad(
      "sextant_snapshot", nil,
      "snapshot: this is no snapshot: that is an object with \"sextant_snapshot\", its version, in it"
    ),
    Bad(
      "sextant_snapshot", 2,
      "snapshot: of a later format: this snapshot is of version 2, this Sextant reads 1."),
    Bad("sextant_snapshot", 0, "snapshot: sextant_snapshot is its version, a whole number from 1"),
    Bad("sextant_snapshot", "1", "snapshot: sextant_snapshot is its version"),
    Bad("roote", [:], "snapshot: unknown key \"roote\": did you mean \"root\"?"),
    Bad("root", nil, "snapshot: \"root\" is missing"),
    Bad("navigation", nil, "snapshot: \"navigation\" is missing"),
    Bad("last_id", nil, "snapshot: \"last_id\" is missing"),
    Bad(
      "last_id", 5, "snapshot.last_id: 5 is less than 17, an id in use: raise it to that at least"),
    Bad("last_id", .integer(.max), "snapshot.last_id: 9223372036854775807 is no id"),
    Bad("time", "now", "snapshot.time: this is a string, it has to be a finite number"),
    Bad(
      "time", .number(.infinity), "snapshot.time: this is a number, it has to be a finite number"),
    Bad("time", .number(.nan), "snapshot.time: this is a number, it has to be a finite number"),
    Bad(
      "device.kind", "watch", "snapshot.device.kind: it has to be phone or tablet, not \"watch\""),
    Bad("device.orientation", nil, "snapshot.device: \"orientation\" is missing"),
    Bad("attributes", ["a"], "snapshot.attributes: this is a list, it has to be an object"),
    Bad("store.x", .number(.nan), "snapshot.store: NaN is not plain data"),
    Bad("random", ["1"], "snapshot.random[1]: it has to be 16 hexadecimal digits"),
    Bad("random[4]", nil, "snapshot.random: it has to be four words, of which one is not 0"),
    // Coordinators.
    Bad("root.stat", [:], "snapshot.root: unknown key \"stat\": did you mean \"state\"?"),
    Bad("root.id", nil, "snapshot.root: \"id\" is missing"),
    Bad("root.id", 0, "snapshot.root.id: 0 is no id: those are whole numbers from 1 to"),
    Bad("root.id", 1.5, "snapshot.root.id: this is a number, it has to be a whole number"),
    Bad("root.id", 3, "snapshot.root.id: 3 is the id of a router already"),
    Bad("root.name", "", "snapshot.root.name: a name is not empty"),
    Bad("root.router", 3, "snapshot.root.router: the root's router is the base"),
    Bad("root.state", 7, "snapshot.root.state: self.state is a table, not 7"),
    Bad("root.children[2].router", 99, "snapshot.root.children[2].router: there is no router 99"),
    Bad("root.id", 18, "snapshot.root.children[1].id: a child's id is greater than its"),
    Bad("root.children[2].id", 6, "snapshot.root.children[2].id: 6 is the id of the coordinator"),
    Bad(
      "root.children[2].name", "timer", "snapshot.root.children[2].name: a child cannot be called"),
    Bad(
      "root.children[2].slot", "auht",
      "snapshot.root.children[2] (app/auth): there is no coordinator \"auht\": did you mean \"auth\"?"
    ),
    Bad(
      "root.children[2].awaited", 1, "snapshot.root.children[2].awaited: this is a number, it has"),
    Bad(
      "root.children[2].router", nil,
      "snapshot.root.children[2].own_router: router 1 is neither a modal over its parent's, 1, nor"),
    Bad(
      "root.children[2].own_router", nil,
      "snapshot.root.children[2].router: router 10 is neither its parent's, 1, nor a part of what"),
    Bad(
      "root.children[3].own_router", nil,
      "snapshot.root.children[3].router: router 15 is neither its parent's, 1, nor a part of what"),
    Bad(
      "root.children[1].router", 10,
      "snapshot.root.children[2].own_router: router 10 is home's own already"),
    Bad(
      "root.children[3].router", 4,
      "snapshot: no coordinator runs in the modal on router 15: one of"),
    Bad(
      "root.children[1].screens[1]", 70,
      "snapshot.root.children[1].screens[1]: there is no screen 70"),
    Bad(
      "root.children[1].screens[2]", 7,
      "snapshot.root.children[1].screens[2]: the screen 7 is home's"),
    Bad(
      "root.children[1].screens", nil,
      "snapshot.navigation: nobody has the screen 7, \"list\": name its id in \"screens\" of its"),
    Bad(
      "root.containers[1]", 3,
      "snapshot.root.containers[1]: the router 3 shows no tabs and no split"),
    Bad("root.containers[2]", 1, "snapshot.root.containers[2]: somebody has set what the router 1"),
    Bad(
      "root.containers", nil,
      "snapshot.navigation: nobody has set the tabs or the split of router 1: name it in"),
    // What is on show.
    Bad(
      "navigation.base.router", 30,
      "snapshot.navigation.modals[1].over: there is no router 1 beneath"),
    Bad(
      "navigation.base.stack", [], "snapshot.navigation.base: a router has one of stack, tabs and"),
    Bad("navigation.base.tabs", [], "snapshot.navigation.base.tabs: there are no tabs in the list"),
    Bad(
      "navigation.base.tabs[2].name", "home", "snapshot.navigation.base.tabs[2]: two tabs are named"
    ),
    Bad(
      "navigation.base.selected", "x",
      "snapshot.navigation.base.selected: there is no tab \"x\"; there"),
    Bad("\(home).selected", "x", "snapshot.\(home).selected: only tabs have one that is selected"),
    Bad(
      "\(home).stack[1].id", 8,
      "snapshot.\(home).stack[2].id: 8 is the id of another router or screen"),
    Bad(
      "\(home).stack[1].name", 8, "snapshot.\(home).stack[1].name: this is a number, it has to be a"
    ),
    Bad("\(home).stack[1].name", "any", "snapshot.navigation: a screen cannot be called \"any\""),
    Bad(
      "\(home).stack[1].params", 8, "snapshot.\(home).stack[1]: the params of a screen are a table"),
    Bad(
      "\(home).stack[1].intercepts", ["up"],
      "snapshot.\(home).stack[1].intercepts[1]: no gesture is"),
    Bad(
      "\(home).stack", [7], "snapshot.\(home).stack[1]: this is a number, it has to be an object"),
    Bad(
      "navigation.modals[1].over", 17, "snapshot.navigation.modals[1].over: there is no router 17"),
    Bad(
      "navigation.modals[1].style", "shet", "snapshot.navigation.modals[1].style: there is no style"
    ),
    Bad(
      "navigation.modals[2].router.stack", [],
      "snapshot.navigation.modals[2].router: a single modal shows one screen"),
    // Routers and timers.
    Bad(
      "routers[2].start", nil,
      "snapshot.routers[2]: it has \"modal\" and \"over\", or the \"start\""),
    Bad(
      "routers[2].router", 10,
      "snapshot.routers[2].router: router 10 is no tab's, or is in this list"),
    Bad(
      "routers[3].router", 4, "snapshot.routers[3].router: router 4 is no tab's, or is in this list"
    ),
    Bad("routers[2].start", "x", "snapshot.routers[2].start: there is no coordinator \"x\""),
    Bad("routers[4].start", "x", "snapshot.routers[4].start: a modal is no tab: it starts nothing"),
    Bad(
      "routers[4].over", 15, "snapshot.routers[4].over: there is no router 15 that was there before"
    ),
    Bad("routers[4].router", 10, "snapshot.routers[4].router: 10 is the id of a router already"),
    Bad("timers[1].coordinator", 3, "snapshot.timers[1].coordinator: there is no coordinator 3"),
    Bad(
      "timers[1].event", "back", "snapshot.timers[1].event: \"back\" is an event that only the host"
    ),
    Bad(
      "timers[1].event", "remind",
      "snapshot.timers[2].event: its coordinator has a timer \"remind\""),
    Bad(
      "timers[1].due", .number(.infinity), "snapshot.timers[1].due: this is a number, it has to be"),
    Bad("deferred_link", 7, "snapshot.deferred_link: this is a number, it has to be a string"),
    Bad("deferred_link", "", "snapshot.deferred_link: a link has from 1 to"),
    Bad("refused", [:], "snapshot.refused: \"request\" is missing"),
    Bad(
      "refused", ["request": ["start": "app"], "screen": 7],
      "snapshot.refused.request: it is no request, such as {\"back\":7}"),
    Bad(
      "refused", ["request": ["back": 7], "screen": 99],
      "snapshot.refused.screen: there is no screen 99"),
    Bad(
      "refused", ["request": ["back": 7], "screen": 7, "agreed": ["x"]],
      "snapshot.refused.agreed[1]: this is a string, it has to be a whole number"),
    Bad(
      "refused", ["request": ["dismiss": []], "screen": 7],
      "snapshot.refused.request: it is no request"),
    Bad(
      "refused", ["request": ["back": "x"], "screen": 7],
      "snapshot.refused.request: it is no request"),
    Bad(
      "refused", ["request": ["back": 7, "dismiss": nil], "screen": 7],
      "snapshot.refused.request: it is no request"),
    Bad("root.services", ["a": 1], "snapshot.root.services.a: this is a number"),
    Bad("timers[1].id", 8, "snapshot.timers[1].id: 8 is the id of the screen \"detail\" already"),
  ]

  @Test("each says where and what, and changes nothing", arguments: table)
  func refused(bad: Bad) throws {
    let flow = try Flow(
      RichFlow.files, attributes: ["before": 1], store: ["before": 1],
      restoring: try RichFlow.snapshot().with(bad.value, at: bad.place))
    #expect(flow.error?.hasPrefix(bad.says) == true, "\(flow.error ?? "no error")")
    #expect(flow.records.map(\.event.name) == ["restore"])
    expectUntouched(flow)
    #expect(flow.host.start() == nil)
    #expect(flow.coordinators == "app(home auth silent)")
  }

  private func expectUntouched(_ flow: Flow) {
    #expect(flow.host.root == nil)
    #expect(flow.host.liveCount == 0)
    #expect(flow.host.navigation.screens.isEmpty)
    #expect(flow.host.navigation.modals.isEmpty)
    #expect(flow.host.attributes == ["before": 1])
    #expect(flow.store.values == ["before": 1])
    #expect(flow.host.nextDeadline == nil)
    #expect(flow.host.now == 0)
    #expect(flow.calls.isEmpty)
  }

  @Test("bounds hold: a tree, a navigation, a state too deep; too many screens, too many timers")
  func bounds() throws {
    let snapshot = try RichFlow.snapshot()
    var tree: Value = ["id": 5000, "name": "home"]
    for id in (0..<4000).reversed() {
      tree = ["id": .integer(id + 100), "name": "home", "children": [tree]]
    }
    var split: Value = ["router": 5001, "stack": []]
    for id in 0..<40 {
      split = [
        "router": .integer(id * 2 + 100),
        "split": ["primary": split, "secondary": ["router": .integer(id * 2 + 101), "stack": []]],
      ]
    }
    var deep: Value = 1
    for _ in 0..<3000 { deep = ["x": deep] }
    let cases: [(Value, String)] = [
      (snapshot.with(tree, at: "root.children[1]"), "the tree is more than 64 coordinators deep"),
      (snapshot.with(split, at: "navigation.base"), "lie within each other more than 16 deep"),
      (
        snapshot.with(deep, at: "root.state"),
        "snapshot.root.state: tables within tables, more than"
      ),
      (snapshot.with(deep, at: "store.x"), "snapshot.store: tables within tables, more than 200"),
    ]
    for (value, says) in cases {
      let flow = try Flow(RichFlow.files, restoring: value)
      #expect(flow.error?.contains(says) == true, "\(flow.error ?? "no error")")
      #expect(flow.host.root == nil)
    }
    var limits = HostLimits.default
    limits.screens = 3
    let crowded = try Flow(RichFlow.files, limits: limits, restoring: snapshot)
    #expect(crowded.error == "snapshot.navigation: 4 screens; a host shows 3 at most")
    limits = .default
    limits.tabs = 1
    let wide = try Flow(RichFlow.files, limits: limits, restoring: snapshot)
    #expect(wide.error == "snapshot.navigation: 3 tabs; a router shows 1 at most")
    limits = .default
    limits.timers = 1
    let busy = try Flow(RichFlow.files, limits: limits, restoring: snapshot)
    #expect(busy.error == "snapshot.timers: 2 timers; a host keeps 1 at most")
  }

  @Test("the base is the base that every host has")
  func base() throws {
    let snapshot = try RichFlow.snapshot()
    let flow = try Flow(
      RichFlow.files,
      restoring: snapshot.with(30, at: "navigation.base.router").with(nil, at: "navigation.modals"))
    #expect(flow.error == "snapshot.navigation.base.router: the base is router 1, not 30")
  }

  @Test("a document that is cut short anywhere is refused when it is read")
  func cut() throws {
    let text = Array(try RichFlow.start().document.utf8)
    for length in stride(from: 0, to: text.count, by: 50) {
      #expect(throws: JSONError.self) { try JSON.parse(text[..<length]) }
    }
  }

  /// What may stand in the place of anything.
  private static let strange: [Value?] = [
    nil, .null, true, 0, 1, -1, 2, 3, 4, 6, 8, 9, 10, 13, 14, 15, 16, .integer(.max),
    .integer(.min), 1.5, .number(1e308), "", "x",
    .array([]), [[1]], [:], ["x": [:]], .bytes([0xFF]), .map([.integer(3): 1]),
  ]

  @Test("whatever is changed, it is refused whole or restored whole, and goes on", arguments: 0..<4)
  func mutations(part: Int) throws {
    let snapshot = try RichFlow.snapshot()
    var flow = try Flow(
      RichFlow.files, attributes: ["before": 1], store: ["before": 1], restoring: .null)
    for (index, place) in snapshot.places.enumerated() where index % 4 == part {
      for value in Self.strange {
        let changed = snapshot.with(value, at: place)
        guard changed != snapshot else { continue }
        if let error = flow.host.restore(changed) {
          #expect(error.message.hasPrefix("snapshot"), "\(place) \(error.message)")
          expectUntouched(flow)
        } else {
          try goOn(flow)
          flow = try Flow(
            RichFlow.files, attributes: ["before": 1], store: ["before": 1], restoring: .null)
        }
      }
    }
    #expect(flow.host.restore(snapshot) == nil)
  }

  /// Whoever has been restored from a changed document is a host like others: it can be used, and
  /// its own document can be restored.
  private func goOn(_ flow: Flow) throws {
    for _ in 0..<2 {
      flow.send("ok")
      flow.dismiss()
      flow.app("speak")
      flow.selectTab("cart")
      flow.back()
      flow.selectTab("home")
      flow.advance(100)
    }
    guard flow.host.root != nil else { return }
    let again = try Flow(RichFlow.files, restoring: try flow.host.snapshot())
    #expect(again.error == nil)
    #expect(try again.document == flow.document)
  }
}
