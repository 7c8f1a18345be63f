import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Tabs")
struct TabTests {
  private func tabs(
    on: [String: Script.Action] = [:], one: [String: Script.Action] = [:],
    two: [String: Script.Action] = [:], eager: Bool = false
  ) -> Flow {
    Flow.started([
      "app": Script(
        start: {
          try $0.router.setTabs([
            TabRequest("home", start: "one"),
            TabRequest("cart", start: "two", isEager: eager),
          ])
        }, on: on),
      "one": Script(start: { try $0.router.push("one") }, on: one),
      "two": Script(start: { try $0.router.push("two") }, on: two),
      "child": Script(start: { try $0.router.push("childs") }),
    ])
  }

  @Test("a tab's coordinator starts when the tab is first selected, and once")
  func lazy() {
    let flow = tabs()
    #expect(flow.tree == ["app", "app/home"])
    flow.host.selectTab("cart")
    #expect(flow.tree == ["app", "app/home", "app/cart"])
    #expect(flow.calls == ["push two @cart", "select_tab cart"])
    flow.host.selectTab("home")
    flow.host.selectTab("cart")
    #expect(flow.tree == ["app", "app/home", "app/cart"])
    #expect(flow.coordinator("app/cart")?.binding.slot == "two")
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("an eager tab starts with the others")
  func eager() {
    let flow = tabs(eager: true)
    #expect(flow.tree == ["app", "app/home", "app/cart"])
    #expect(flow.stack(ofTab: "cart") == ["two"])
    #expect(flow.tab == "home")
  }

  @Test("21. selecting the selected tab pops it to its root; at its root, nothing")
  func reselect() {
    let flow = tabs(one: ["one.go": { try $0.router.push("more") }])
    flow.send("go")
    flow.clear()
    flow.host.selectTab("home")
    #expect(flow.calls == ["pop more"])
    flow.clear()
    flow.host.selectTab("home")
    #expect(flow.calls.isEmpty)
    #expect(
      flow.notes.texts(.note) == ["the tab home is selected already, and at its root"])
  }

  @Test("reselecting ends those whose screens it takes away")
  func reselectEnds() {
    let flow = tabs(one: ["one.go": { try $0.start("child") }, "child.cancelled": { _ in }])
    flow.send("go")
    flow.host.selectTab("home")
    #expect(flow.heard.last == "home: child.cancelled back")
    #expect(flow.tree == ["app", "app/home"])
  }

  @Test("who handles the choice of a tab replaces the selection")
  func handled() {
    let flow = tabs(on: ["tabs.cart": { try $0.router.present("sign_in") }])
    flow.host.selectTab("cart")
    #expect(flow.tab == "home")
    #expect(flow.calls == ["present sign_in sheet"])
    #expect(flow.tree == ["app", "app/home"])
  }

  @Test("no such tab, and no tabs in front, are notes")
  func notes() {
    let flow = tabs(
      on: ["home.up": { try $0.router.present("m") }],
      one: ["one.go": { try $0.context.emit("up") }])
    flow.host.selectTab("crat")
    #expect(flow.notes.texts(.note) == ["there is no tab \"crat\": did you mean \"cart\"?"])
    flow.send("go")
    flow.clear()
    flow.host.selectTab("cart")
    #expect(flow.notes.texts(.note) == ["nothing to select: m covers the tabs"])
  }

  @Test("a coordinator in a tab may select another")
  func fromWithin() {
    let flow = tabs(one: ["one.go": { try $0.router.selectTab("cart") }])
    flow.send("go")
    #expect(flow.tab == "cart")
    #expect(flow.tree == ["app", "app/home", "app/cart"])
  }

  @Test("a tab whose coordinator fails to start is not selected")
  func selectFails() {
    let flow = tabs(one: [
      "one.go": { step in #expect(throws: FlowError.self) { try step.router.selectTab("cart") } }
    ])
    flow["two"] = Script(start: { _ in throw Failure() })
    let before = flow.dump
    flow.host.selectTab("cart")
    #expect(flow.errors.map(\.message) == ["it failed"])
    #expect(flow.dump == before)
    #expect(flow.send("go") == nil)
    #expect(flow.dump == before)
  }

  @Test("tabs of which one fails to start are not set")
  func setFails() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { step in
            #expect(throws: FlowError.self) {
              try step.router.setTabs([
                TabRequest("a", start: "fine"), TabRequest("b", start: "bad", isEager: true),
              ])
            }
          }
        ]),
      "fine": Script(start: { try $0.router.push("x") }),
      "bad": Script(start: { _ in throw Failure() }),
    ])
    let before = flow.dump
    #expect(flow.send("go") == nil)
    #expect(flow.dump == before)
    #expect(flow.calls.isEmpty)
  }

  @Test("a child of who set the tabs goes to the tab that the event came from")
  func origin() {
    let flow = tabs(
      on: [
        "home.open": {
          try $0.router.selectTab("cart")
          try $0.start("child")
        },
        "app.ping": { try $0.start("child", as: "other") },
      ],
      one: ["one.go": { try $0.context.emit("open") }])
    flow.send("go")
    #expect(flow.tab == "cart")
    #expect(flow.stack(ofTab: "home") == ["one", "childs"])
    flow.host.appEvent("ping")
    #expect(flow.stack(ofTab: "cart") == ["two", "childs"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("the tab that an event came from is known also once the modal it began in has gone")
  func originOfGoneModal() {
    let flow = tabs(
      on: [
        "home.open": {
          try $0.router.selectTab("cart")
          try $0.start("child")
        }
      ],
      one: [
        "one.go": { try $0.present("sheet") }, "sheet.finished": { try $0.context.emit("open") },
        "one.alert": { try $0.router.present("sure", style: .alert) },
        "sure.yes": { try $0.context.emit("open") },
      ])
    flow["sheet"] = Script(
      start: { try $0.router.push("s") }, on: ["s.done": { try $0.context.finish("r") }])
    flow.send("go")
    flow.send("done")
    #expect(flow.stack(ofTab: "home") == ["one", "childs"])
    flow.host.selectTab("home")
    flow.host.back()
    #expect(flow.stack(ofTab: "home") == ["one"])
    flow.send("alert")
    flow.send("yes")
    #expect(flow.tab == "cart")
    #expect(flow.stack(ofTab: "home") == ["one", "childs"])
    #expect(flow.errors.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("those whose tabs are replaced end together, and who set them is told")
  func replaced() {
    let flow = tabs(
      on: [
        "home.out": { try $0.router.setRoot("login") }, "any.cancelled": { _ in },
      ],
      one: ["one.go": { try $0.context.emit("out") }], eager: true)
    flow.send("go")
    #expect(flow.calls == ["set_root login"])
    #expect(
      flow.heard == [
        "home: one.go", "app: home.out", "cart ends: removed", "home ends: removed",
        "app: cart.cancelled removed", "app: home.cancelled removed",
      ])
    #expect(flow.coordinator("app")?.containers.isEmpty == true)
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("stack calls where tabs are is an error that names them")
  func stackCalls() {
    let flow = tabs(
      on: ["home.out": { try $0.router.push("x") }],
      one: ["one.go": { try $0.context.emit("out") }])
    #expect(flow.send("go")?.contains("home, cart") == true)
  }

  @Test("back at a tab's root does nothing but a note")
  func backAtRoot() {
    let flow = tabs()
    flow.host.back()
    #expect(flow.calls.isEmpty)
    #expect(flow.notes.texts(.note) == ["cannot go back from one: it is the root"])
  }

  @Test("11. replacing a whole stack ends every coordinator whose screens went")
  func setRootEnds() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          for name in ["a", "b", "c"] { try $0.start("child", as: name) }
        },
        on: ["any.out": { try $0.router.setRoot("login") }, "any.cancelled": { _ in }]),
      "child": Script(
        start: { try $0.router.push($0.context.name) },
        on: ["c.go": { try $0.context.emit("out") }]),
    ])
    flow.send("go")
    #expect(flow.tree == ["app"])
    #expect(flow.ended == ["c removed", "b removed", "a removed"])
    #expect(flow.calls == ["set_root login"])
    #expect(flow.inconsistencies.isEmpty)
    #expect(flow.livesLeft == 1)
  }
}

@Suite("Splits")
struct SplitTests {
  private func split(_ device: Device, list: [String: Script.Action] = [:]) -> Flow {
    Flow.started(
      [
        "app": Script(
          start: {
            try $0.router.split(
              primary: .start("list", input: .empty), secondary: .screen("empty", params: .empty))
          }, on: ["list.child": { try $0.start("child") }]),
        "list": Script(start: { try $0.router.push("list") }, on: list),
        "detail": Script(
          start: { try $0.router.push("inner") }, on: ["inner.go": { try $0.context.emit("x") }]),
        "child": Script(start: { try $0.router.push("childs") }),
      ], device: device)
  }

  @Test("on a tablet both sides show, and a detail takes the place of the second")
  func tablet() {
    let flow = split(.tablet, list: ["list.pick": { try $0.router.showDetail("item") }])
    #expect(flow.navigation.front.map(\.name) == ["list", "empty"])
    flow.send("pick", from: flow.screen("list"))
    #expect(flow.calls == ["show_detail item"])
    #expect(flow.navigation.front.map(\.name) == ["list", "item"])
    #expect(flow.host.owner(of: flow.screen("item")!)?.path == "app/list")
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("on a phone the primary shows, and a detail is pushed")
  func phone() {
    let flow = split(.phone, list: ["list.pick": { try $0.router.showDetail("item") }])
    #expect(flow.navigation.front.map(\.name) == ["list"])
    flow.send("pick")
    #expect(flow.calls == ["push item"])
    flow.host.back()
    #expect(flow.calls == ["push item", "pop item"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a child goes to the side that the event came from")
  func origin() {
    let flow = split(.tablet, list: ["list.go": { try $0.context.emit("child") }])
    flow.send("go", from: flow.screen("list"))
    #expect(flow.navigation.front.map(\.name) == ["childs", "empty"])
  }

  @Test("a detail obeys what every screen obeys: reserved names, the limit of screens")
  func limits() {
    let flow = split(.phone, list: ["list.pick": { try $0.router.showDetail("any") }])
    #expect(flow.send("pick")?.contains("reserved") == true)
    let other = Flow.started(
      [
        "app": Script(
          start: {
            try $0.router.split(
              primary: .screen("a", params: .empty), secondary: .screen("b", params: .empty))
          }, on: ["a.go": { try $0.router.showDetail("c") }])
      ], device: .tablet
    ) { $0.limits.screens = 2 }
    #expect(other.send("go", from: other.screen("a"))?.contains("2 screens are on show") == true)
  }

  @Test("a detail in place of tabs leaves nothing of them")
  func detailOverTabs() {
    let flow = Flow.started(
      [
        "app": Script(
          start: {
            try $0.router.split(
              primary: .start("list", input: .empty), secondary: .start("side", input: .empty))
          }, on: ["side.cancelled": { _ in }]),
        "list": Script(
          start: { try $0.router.push("list") },
          on: ["list.pick": { try $0.router.showDetail("item") }]),
        "side": Script(
          start: { try $0.router.setTabs([TabRequest("t", start: "tab")]) },
          on: ["app.ping": { try $0.context.cancel() }, "t.cancelled": { try $0.present("tab") }]),
        "tab": Script(start: { try $0.router.push("x") }),
      ], device: .tablet)
    flow.send("pick", from: flow.screen("list"))
    #expect(flow.navigation.front.map(\.name) == ["x"])
    #expect(flow.inconsistencies.isEmpty)
    flow.host.appEvent("ping")
    #expect(flow.navigation.front.map(\.name) == ["list", "item"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a split of which one side fails to start is not set")
  func fails() {
    let flow = Flow.started(
      [
        "app": Script(
          start: { try $0.router.push("home") },
          on: [
            "home.go": { step in
              #expect(throws: FlowError.self) {
                try step.router.split(
                  primary: .screen("a", params: .empty), secondary: .start("no", input: .empty))
              }
            }
          ])
      ], device: .tablet)
    let before = flow.dump
    #expect(flow.send("go") == nil)
    #expect(flow.dump == before)
  }
}
