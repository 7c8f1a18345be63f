import Navigation
import PlainValues
import Testing

@Suite("What is on show")
struct QueryTests {
  @Test("the top of the topmost modal that shows is in front, else the base's")
  func front() throws {
    var stage = try Stage("home", "item")
    #expect(stage.front == ["item"])
    try stage.present("a", "b")
    try stage.present("c", over: "a")
    #expect(stage.front == ["c"])
    try stage.navigation.dismiss(over: stage["a"])
    #expect(stage.front == ["b"])
    #expect(stage.navigation.frontRouter == stage["a"])
    #expect(stage.navigation.isShowing(Stage.base))
    #expect(!stage.navigation.isInFront(Stage.base))
  }

  @Test("of tabs the selected one is in front, and a modal over another waits")
  func tabs() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("pay", over: "cart")
    try stage.present("help", over: "pay")
    #expect(stage.front == ["home"])
    #expect(stage.navigation.visibleModals.isEmpty)
    #expect(!stage.navigation.isShowing(stage["cart"]))
    #expect(!stage.navigation.isShowing(stage["pay"]))
    try stage.navigation.selectTab("cart", on: Stage.base)
    #expect(stage.front == ["help"])
    #expect(stage.navigation.visibleModals.map(\.id) == [stage["pay"], stage["help"]])
    #expect(!stage.navigation.isShowing(stage["home"]))
    #expect(stage.navigation.isShowing(stage["cart"]))
  }

  @Test("both sides of an expanded split are in front, of a collapsed one the primary")
  func split() throws {
    var stage = try Stage("splash")
    try stage.split("list", "detail")
    #expect(stage.front == ["list", "detail"])
    #expect(stage.navigation.frontRouters == [stage["list"], stage["detail"]])
    #expect(stage.navigation.topScreen(of: Stage.base)?.name == "list")
    try stage.split("list", "detail", isCollapsed: true)
    #expect(stage.front == ["list"])
    #expect(!stage.navigation.isShowing(stage["detail"]))
  }

  @Test("with no screen nothing is in front, and a modal without one does not show")
  func empty() throws {
    var stage = try Stage()
    #expect(stage.front == [])
    #expect(stage.navigation.frontRouter == Stage.base)
    let flow = Modal(router: RouterState(id: stage.router("flow")), over: Stage.base, style: .sheet)
    try stage.navigation.present(flow)
    #expect(!stage.navigation.isShowing(stage["flow"]))
    #expect(stage.navigation.frontRouter == Stage.base)
  }

  @Test("a screen is found wherever it is")
  func locate() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.push("item", on: "cart")
    try stage.present("login", over: "cart")
    let item = stage.navigation.locate(stage.screen(named: "item"))
    #expect(item?.router == stage["cart"])
    #expect(item?.above == 0)
    #expect(item?.isRoot == false)
    let login = stage.navigation.locate(stage.screen(named: "login"))
    #expect(login?.router == stage["login"])
    #expect(login?.isRoot == true)
    #expect(stage.navigation.locate(ScreenID(rawValue: 99)) == nil)
    #expect(stage.navigation.screen(named: "cart", on: stage["cart"])?.name == "cart")
    #expect(stage.navigation.screen(named: "cart", on: stage["home"]) == nil)
  }

  @Test("a router knows its tab and its modal")
  func surroundings() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.setTabs("open", "done", on: "cart")
    try stage.present("login", over: "open")
    #expect(stage.navigation.tabName(of: Stage.base) == nil)
    #expect(stage.navigation.tabName(of: stage["cart"]) == "cart")
    #expect(stage.navigation.tabName(of: stage["open"]) == "open")
    #expect(stage.navigation.tabName(of: stage["login"]) == nil)
    #expect(stage.navigation.modal(of: stage["login"])?.over == stage["open"])
    #expect(stage.navigation.modal(of: stage["open"]) == nil)
  }

  @Test("the tabs to choose from are those around what is in front, the innermost first")
  func frontTabs() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.setTabs("open", "done", on: "home")
    #expect(stage.navigation.frontTabs == [stage["home"], Stage.base])
    try stage.present("login")
    #expect(stage.navigation.frontTabs == [])
    #expect(stage.navigation.showingTabs == [stage["home"], Stage.base])
    #expect(stage.navigation.tabs(of: Stage.base)?.names == ["home", "cart"])
  }

  @Test("the screens in a router are those within it and in modals over it, transitively")
  func screensWithin() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.present("news")
    try stage.present("pay", over: "cart")
    try stage.present("help", over: "pay")
    #expect(
      stage.navigation.screens(in: stage["cart"]).map(\.name) == ["cart", "pay", "help"])
    #expect(stage.navigation.screens(in: stage["home"]).map(\.name) == ["home"])
    #expect(stage.navigation.screens(in: Stage.base) == stage.navigation.screens)
  }

  @Test("a sheet or a popover can be pulled down, unless it is locked")
  func pullingDown() {
    let styles = ModalStyle.allCases.filter(\.canBePulledDown)
    #expect(styles == [.sheet, .popover])
    let router = RouterState(id: RouterID(rawValue: 2))
    #expect(Modal(router: router, over: Stage.base, style: .sheet).canBePulledDown)
    #expect(!Modal(router: router, over: Stage.base, style: .sheet, isLocked: true).canBePulledDown)
  }

  @Test("a navigation reads as a small tree")
  func description() throws {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    try stage.push("item", on: "home")
    try stage.split("list", "empty", on: "cart", isCollapsed: true)
    try stage.present("login", "forgot", style: .fullScreen)
    try stage.present("pay", over: "list")
    #expect(
      stage.navigation.description == """
        base:
          *home: home › item
          cart:
            primary: list
            secondary (waiting): empty
        full_screen: login › forgot
        sheet over cart (waiting): pay
        """)
  }

  @Test("a navigation is plain data, in which what is off or empty is left out")
  func value() throws {
    var stage = try Stage("home")
    try stage.update("home", params: ["n": 1])
    let modal = Modal(
      Screen(id: ScreenID(rawValue: 9), name: "alert", interception: [.dismiss]),
      router: RouterID(rawValue: 8), over: Stage.base, style: .alert, isLocked: true)
    try stage.navigation.present(modal)
    #expect(
      JSON.text(of: stage.navigation.value) == """
        {"base":{"router":1,"stack":[{"id":2,"name":"home","params":{"n":1}}]},"modals":[\
        {"locked":true,"over":1,"router":{"router":8,"stack":[\
        {"id":9,"intercepts":["dismiss"],"name":"alert"}]},"single":true,"style":"alert"}]}
        """)
  }
}
