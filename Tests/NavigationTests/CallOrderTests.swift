import Navigation
import Testing

@Suite("The calls for modals, tabs and splits, and their order")
struct CallOrderTests {
  @Test("a modal is presented with its first screen, then its stack call is made")
  func present() throws {
    var stage = try Stage("home")
    try stage.present("login", style: .fullScreen)
    #expect(stage.calls() == ["present login full_screen"])
    try stage.present("a", "b", over: "login")
    #expect(stage.calls() == ["present a sheet", "push b"])
    try stage.present("c", "d", "e", over: "a")
    #expect(stage.calls() == ["present c sheet", "set_stack c d e"])
  }

  @Test("a flow without a screen is presented once it has one")
  func presentedLater() throws {
    var stage = try Stage("home")
    let flow = stage.router("flow")
    try stage.navigation.present(
      Modal(router: RouterState(id: flow), over: Stage.base, style: .sheet))
    #expect(stage.calls() == [])
    #expect(stage.navigation.front.map(\.name) == ["home"])
    try stage.push("login", on: "flow")
    #expect(stage.calls() == ["present login sheet"])
  }

  @Test("dismissals come first, the topmost modal first, then what is presented")
  func dismissThenPresent() throws {
    var stage = try Stage("home")
    try stage.present("a")
    try stage.present("b", over: "a")
    #expect(stage.calls() == ["present a sheet", "present b sheet"])
    try stage.navigation.dismiss(over: Stage.base)
    try stage.present("c", style: .alert)
    #expect(stage.calls() == ["dismiss b", "dismiss a", "present c alert"])
  }

  @Test("three modals on top of each other open and close one by one")
  func three() throws {
    var stage = try Stage("home")
    try stage.present("a")
    try stage.present("b", over: "a")
    try stage.present("c", over: "b")
    _ = stage.calls()
    for name in ["c", "b", "a"] {
      try stage.navigation.dismiss(modal: stage[name])
      #expect(stage.calls() == ["dismiss \(name)"])
    }
  }

  @Test("a modal from the middle goes: those above are dismissed and presented again")
  func middle() throws {
    var stage = try Stage("home")
    try stage.present("a")
    try stage.present("b")
    try stage.present("c", "d")
    _ = stage.calls()
    try stage.navigation.dismiss(modal: stage["b"])
    #expect(stage.calls() == ["dismiss c", "dismiss b", "present c sheet", "push d"])
  }

  @Test("what is presented again and has other params is updated too")
  func presentedAgainUpdated() throws {
    var stage = try Stage("home")
    try stage.present("a")
    try stage.present("b")
    _ = stage.calls()
    try stage.navigation.dismiss(modal: stage["a"])
    try stage.update("b", params: ["n": 1])
    #expect(stage.calls() == ["dismiss b", "dismiss a", "present b sheet", "update b"])
  }

  @Test("what happens beneath a modal is a call on the router beneath")
  func beneath() throws {
    var stage = try Stage("home")
    try stage.present("login")
    _ = stage.calls()
    try stage.push("item")
    #expect(stage.calls() == ["push item"])
    try stage.navigation.dismiss(over: Stage.base)
    try stage.push("photo")
    #expect(stage.calls() == ["dismiss login", "push photo"])
  }

  @Test("each router is filled from the base up")
  func baseUp() throws {
    var stage = try Stage("home")
    try stage.present("a")
    _ = stage.calls()
    try stage.present("x", "y", over: "a")
    try stage.push("b", on: "a")
    try stage.push("item")
    #expect(stage.calls() == ["push item", "push b", "present x sheet", "push y"])
  }

  @Test("tabs come, then their stacks; of a tab not in front the call says so")
  func setTabs() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    #expect(stage.calls() == ["set_tabs home cart", "push home", "push cart @cart"])
    try stage.push("item", on: "home")
    try stage.push("pay", on: "cart")
    #expect(stage.calls() == ["push item", "push pay @cart"])
    try stage.update("pay", params: ["n": 1])
    #expect(stage.calls(unanimated: [stage["cart"]]) == ["update pay @cart"])
    try stage.navigation.pop(on: stage["cart"])
    #expect(stage.calls(unanimated: [stage["cart"]]) == ["pop pay (not animated) @cart"])
  }

  @Test("a tab is filled before it is selected, then badges are set")
  func selectTab() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    _ = stage.calls()
    try stage.push("pay", on: "cart")
    try stage.navigation.selectTab("cart", on: Stage.base)
    try stage.navigation.setBadge(3, tab: "home", on: Stage.base)
    try stage.update("home", params: ["n": 1])
    #expect(
      stage.calls() == [
        "push pay @cart", "select_tab cart", "set_badge home 3", "update home @home",
      ])
    try stage.navigation.setBadge(nil, tab: "home", on: Stage.base)
    #expect(stage.calls() == ["set_badge home"])
  }

  @Test("beneath a modal no tab is in front")
  func tabBeneathModal() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("login")
    _ = stage.calls()
    try stage.push("item", on: "home")
    #expect(stage.calls() == ["push item @home"])
    try stage.navigation.dismiss(over: Stage.base)
    try stage.push("photo", on: "home")
    #expect(stage.calls() == ["dismiss login", "push photo"])
  }

  @Test("a modal over a tab that does not show waits until the tab is selected")
  func waiting() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    _ = stage.calls()
    try stage.present("pay", over: "cart")
    #expect(stage.calls() == [])
    try stage.navigation.selectTab("cart", on: Stage.base)
    #expect(stage.calls() == ["select_tab cart", "present pay sheet"])
    try stage.navigation.selectTab("home", on: Stage.base)
    #expect(stage.calls() == ["dismiss pay", "select_tab home"])
  }

  @Test("a modal above one that waited is presented again on top of it")
  func aboveWaiting() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("pay", over: "cart")
    try stage.present("news")
    _ = stage.calls()
    try stage.navigation.selectTab("cart", on: Stage.base)
    #expect(
      stage.calls() == [
        "dismiss news", "select_tab cart", "present pay sheet", "present news sheet",
      ])
  }

  @Test("tabs within a modal are selected before a modal over them is presented")
  func tabsInModal() throws {
    var stage = try Stage("home")
    try stage.present("flow")
    try stage.setTabs("a", "b", on: "flow")
    try stage.navigation.selectTab("b", on: stage["flow"])
    try stage.present("top", over: "b")
    #expect(
      stage.calls()
        == [
          "present a sheet", "set_tabs a b", "push a", "push b @b", "select_tab b",
          "present top sheet",
        ].map { $0.replacing("present a", with: "present b") })
  }

  @Test("set_root in place of tabs takes away the modals over them")
  func setRootOverTabs() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("news")
    try stage.present("pay", over: "home")
    _ = stage.calls()
    try stage.navigation.setRoot(stage.screen("login"), on: Stage.base)
    #expect(stage.calls() == ["dismiss pay", "set_root login"])
  }

  @Test("a split comes with a screen on both sides; a detail takes the second side's place")
  func split() throws {
    var stage = try Stage("splash")
    try stage.split("list", "empty")
    #expect(stage.calls() == ["split list empty"])
    try stage.navigation.showDetail(stage.screen("item"), on: Stage.base)
    #expect(stage.calls() == ["show_detail item"])
    try stage.push("photo", on: "empty")
    try stage.push("sublist", on: "list")
    #expect(stage.calls() == ["push sublist", "push photo"])
  }

  @Test("on a collapsed split a detail is pushed, and the second side is not asked for")
  func collapsed() throws {
    var stage = try Stage("splash")
    try stage.split("list", "empty", isCollapsed: true)
    #expect(stage.calls() == ["split list empty"])
    try stage.navigation.showDetail(stage.screen("item"), on: stage["list"])
    #expect(stage.calls() == ["push item"])
    try stage.push("photo", on: "empty")
    #expect(stage.calls() == [])
  }

  @Test("a modal's calls are not animated where its own router is asked for")
  func notAnimated() throws {
    var stage = try Stage("home")
    try stage.present("a", "b")
    #expect(
      stage.calls(unanimated: [stage["a"]])
        == ["present a sheet (not animated)", "push b (not animated)"])
    try stage.navigation.dismiss(over: Stage.base)
    #expect(stage.calls(unanimated: [stage["a"]]) == ["dismiss a (not animated)"])
  }
}
