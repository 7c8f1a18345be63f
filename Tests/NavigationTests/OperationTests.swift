import Navigation
import Testing

@Suite("What operations take away")
struct OperationTests {
  @Test("pop takes the top ones, the top first")
  func pop() throws {
    var stage = try Stage("home", "list", "item")
    let removal = try stage.navigation.pop(2, on: Stage.base)
    #expect(removal.screens.map(\.name) == ["item", "list"])
    #expect(removal.routers == [])
    #expect(stage.names == ["home"])
  }

  @Test("pop_to goes to the topmost of a name, and nowhere where that is on top")
  func popTo() throws {
    var stage = try Stage("home", "item", "list", "item", "photo")
    let first = try stage.navigation.popTo("item", on: Stage.base)
    let second = try stage.navigation.popTo("item", on: Stage.base)
    #expect(first.screens.map(\.name) == ["photo"])
    #expect(second.isEmpty)
    #expect(stage.names == ["home", "item", "list", "item"])
  }

  @Test("pop_to_root leaves the root, and nothing is not too little for it")
  func popToRoot() throws {
    var stage = try Stage("home", "list", "item")
    let first = try stage.navigation.popToRoot(on: Stage.base)
    let second = try stage.navigation.popToRoot(on: Stage.base)
    #expect(first.screens.map(\.name) == ["item", "list"])
    #expect(second.isEmpty)
    var empty = try Stage()
    let none = try empty.navigation.popToRoot(on: Stage.base)
    #expect(none.isEmpty)
  }

  @Test("back takes a screen with all above it")
  func back() throws {
    var stage = try Stage("home", "list", "item")
    let removal = try stage.navigation.pop(through: stage.screen(named: "list"))
    #expect(removal.screens.map(\.name) == ["item", "list"])
    #expect(stage.names == ["home"])
  }

  @Test("back at a modal's root takes the modal, with those over it")
  func backAtModal() throws {
    var stage = try Stage("home")
    try stage.present("a", "b")
    try stage.present("c", over: "a")
    let removal = try stage.navigation.pop(through: stage.screen(named: "a"))
    #expect(removal.screens.map(\.name) == ["c", "b", "a"])
    #expect(removal.routers == [stage["c"], stage["a"]])
    #expect(stage.navigation.modals.isEmpty)
  }

  @Test("set_root in place of tabs takes their routers and the modals over these, not its own")
  func setRoot() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("news")
    try stage.present("pay", over: "cart")
    try stage.present("help", over: "pay")
    let removal = try stage.navigation.setRoot(stage.screen("login"), on: Stage.base)
    #expect(removal.screens.map(\.name) == ["help", "pay", "cart", "home"])
    #expect(removal.routers == ["help", "pay", "cart", "home"].map { stage[$0] })
    #expect(stage.navigation.modals.map(\.id) == [stage["news"]])
  }

  @Test("tabs and splits take the place of what was on their router")
  func containers() throws {
    var stage = try Stage("splash", "hint")
    try stage.present("news")
    let tabs = [Tab(name: "a", router: RouterState(id: stage.router("a")))]
    let first = try stage.navigation.setTabs(tabs, on: Stage.base)
    #expect(first.screens.map(\.name) == ["hint", "splash"])
    #expect(stage.navigation.modals.map(\.id) == [stage["news"]])
    let split = Split(
      primary: RouterState(id: stage.router("b")), secondary: RouterState(id: stage.router("c")))
    let second = try stage.navigation.split(split, on: Stage.base)
    #expect(second == Removal(routers: [stage["a"]]))
  }

  @Test("dismiss takes the topmost over a router or its parts, dismiss_all all of them")
  func dismiss() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("a")
    try stage.present("b", over: "home")
    try stage.present("c", over: "b")
    var copy = stage
    let one = try stage.navigation.dismiss(over: Stage.base)
    #expect(one.screens.map(\.name) == ["c", "b"])
    #expect(stage.navigation.modals.map(\.id) == [stage["a"]])
    let all = try copy.navigation.dismissAll(over: Stage.base)
    #expect(all.screens.map(\.name) == ["c", "b", "a"])
    let none = try copy.navigation.dismissAll(over: Stage.base)
    #expect(none.isEmpty)
  }

  @Test("dismiss takes a modal that shows before one that waits")
  func dismissShowing() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("a")
    try stage.present("b", over: "cart")
    let first = try stage.navigation.dismiss(over: Stage.base)
    let second = try stage.navigation.dismiss(over: Stage.base)
    #expect(first.screens.map(\.name) == ["a"])
    #expect(second.screens.map(\.name) == ["b"])
  }

  @Test("a modal from the middle takes those over it, and others above it stay")
  func dismissMiddle() throws {
    var stage = try Stage("home")
    try stage.present("a")
    try stage.present("b", over: "a")
    try stage.present("c")
    let removal = try stage.navigation.dismiss(modal: stage["a"])
    #expect(removal.screens.map(\.name) == ["b", "a"])
    #expect(stage.navigation.modals.map(\.id) == [stage["c"]])
  }

  @Test("screens go from anywhere; a modal that loses its last one goes with those over it")
  func remove() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.push("item", on: "home")
    try stage.push("photo", on: "home")
    try stage.present("a", "b", over: "home")
    try stage.present("c", over: "a")
    try stage.present("d", "e")
    let ids = Set(["item", "cart", "a", "b", "d", "gone"].map { stage.screen(named: $0) })
    let removal = stage.navigation.remove(ids)
    #expect(removal.screens.map(\.name) == ["d", "c", "b", "a", "cart", "item"])
    #expect(removal.routers == [stage["c"], stage["a"]])
    #expect(stage.navigation.screens.map(\.name) == ["home", "photo", "e"])
  }

  @Test("a detail takes the second side's place, tabs and modals over it included")
  func showDetail() throws {
    var stage = try Stage("splash")
    try stage.split("list", "empty")
    try stage.setTabs("a", "b", on: "empty")
    try stage.present("pay", over: "b")
    try stage.present("note", over: "list")
    let removal = try stage.navigation.showDetail(stage.screen("item"), on: stage["list"])
    #expect(removal.screens.map(\.name) == ["pay", "b", "a"])
    #expect(removal.routers == ["pay", "b", "a"].map { stage[$0] })
  }

  @Test("updating a screen that has gone does nothing and says so")
  func update() throws {
    var stage = try Stage("home")
    let before = stage.navigation
    let gone = stage.navigation.update(ScreenID(rawValue: 99), params: .empty)
    #expect(!gone)
    #expect(stage.navigation == before)
  }

  @Test("the gestures that are refused on a screen can change, which is no call")
  func interception() throws {
    var stage = try Stage("home")
    let home = stage.navigation.update(stage.screen(named: "home"), interception: [.back])
    #expect(home)
    #expect(stage.navigation.front.first?.interception == [.back])
    #expect(stage.calls() == [])
  }
}
