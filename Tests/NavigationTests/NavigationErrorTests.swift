import Navigation
import Testing

@Suite("What cannot be done")
struct NavigationErrorTests {
  /// A stage, something that cannot be done on it, and what is said.
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let setup: @Sendable () throws -> Stage
    let attempt: @Sendable (inout Stage) throws -> Void
    let message: String

    var testDescription: String { id }
  }

  @Test("it is said what is there and what could be done, and nothing changes", arguments: cases)
  func messages(refused: Case) throws {
    var stage = try refused.setup()
    let before = stage.navigation
    let error = #expect(throws: NavigationError.self) { try refused.attempt(&stage) }
    #expect(error?.description == refused.message)
    #expect(stage.navigation == before)
  }

  private static let stack: @Sendable () throws -> Stage = { try Stage("home", "item") }
  private static let root: @Sendable () throws -> Stage = { try Stage("home") }
  private static let empty: @Sendable () throws -> Stage = { try Stage() }
  private static let tabs: @Sendable () throws -> Stage = {
    var stage = try Stage("splash")
    try stage.setTabs("home", "cart")
    return stage
  }
  private static let split: @Sendable () throws -> Stage = {
    var stage = try Stage("splash")
    try stage.split("list", "empty")
    return stage
  }
  private static let modal: @Sendable () throws -> Stage = {
    var stage = try Stage("home")
    try stage.present("login", "forgot")
    return stage
  }
  private static let single: @Sendable () throws -> Stage = {
    var stage = try Stage("home")
    let alert = Modal(
      stage.screen("alert"), router: stage.router("alert"), over: Stage.base, style: .alert)
    try stage.navigation.present(alert)
    return stage
  }

  static let cases = stackCases + rootCases + containerCases + modalCases

  private static let stackCases = [
    Case(
      id: "pop_to a screen that is not there", setup: stack,
      attempt: { try $0.navigation.popTo("cart", on: Stage.base) },
      message:
        #"cannot pop_to "cart": the stack is home › item; hint: push or set_root shows a new one"#),
    Case(
      id: "pop_to a screen with a slip", setup: stack,
      attempt: { try $0.navigation.popTo("hone", on: Stage.base) },
      message: #"cannot pop_to "hone": the stack is home › item; hint: did you mean "home"?"#),
    Case(
      id: "pop_to a screen in another tab", setup: tabs,
      attempt: { try $0.navigation.popTo("cart", on: $0["home"]) },
      message:
        #"cannot pop_to "cart": the stack is home; hint: "cart" is in the tab "cart""#),
    Case(
      id: "pop_to a screen in a modal", setup: modal,
      attempt: { try $0.navigation.popTo("login", on: Stage.base) },
      message: #"cannot pop_to "login": the stack is home; hint: "login" is on another router"#),
    Case(
      id: "pop_to on a deep stack",
      setup: {
        var stage = try Stage("home")
        for index in 1...20 { try stage.push("s\(index)") }
        return stage
      },
      attempt: { try $0.navigation.popTo("cart", on: Stage.base) },
      message: #"cannot pop_to "cart": the stack is … › s13 › s14 › s15 › s16 › s17 › s18 › s19 › "#
        + "s20 (21 screens); hint: push or set_root shows a new one"),
    Case(
      id: "replace on an empty stack", setup: empty,
      attempt: { try $0.navigation.replace(with: $0.screen("home"), on: Stage.base) },
      message:
        #"cannot replace "home": the stack is empty; hint: push shows the first screen"#),
  ]

  private static let rootCases = [
    Case(
      id: "pop at the root", setup: root,
      attempt: { try $0.navigation.pop(on: Stage.base) },
      message: "cannot pop: the stack is home, and its root stays; "
        + "hint: replace shows another screen in its place"),
    Case(
      id: "pop too many", setup: stack,
      attempt: { try $0.navigation.pop(2, on: Stage.base) },
      message: "cannot pop(2): the stack is home › item, and its root stays; "
        + "hint: pop_to_root goes back to the root"),
    Case(
      id: "pop none", setup: stack,
      attempt: { try $0.navigation.pop(0, on: Stage.base) },
      message: "cannot pop(0): the number of screens is 1 or more"),
    Case(
      id: "pop the lowest number there is", setup: stack,
      attempt: { try $0.navigation.pop(.min, on: Stage.base) },
      message: "cannot pop(-9223372036854775808): the number of screens is 1 or more"),
    Case(
      id: "pop on an empty stack", setup: empty,
      attempt: { try $0.navigation.pop(on: Stage.base) },
      message: "cannot pop: the stack is empty; hint: nothing was pushed yet"),
    Case(
      id: "pop at a modal's root",
      setup: {
        var stage = try modal()
        try stage.navigation.pop(on: stage["login"])
        return stage
      },
      attempt: { try $0.navigation.pop(on: $0["login"]) },
      message: "cannot pop: the stack is login, and its root stays; "
        + "hint: finish or cancel ends the flow and takes its modal away"),
    Case(
      id: "back at the root", setup: root,
      attempt: { try $0.navigation.pop(through: $0.screen(named: "home")) },
      message: #"cannot go back from "home": the stack is home, and its root stays; "#
        + "hint: replace shows another screen in its place"),
    Case(
      id: "back from a screen that has gone", setup: root,
      attempt: { try $0.navigation.pop(through: ScreenID(rawValue: 99)) },
      message: "cannot go back: screen 99 has gone"),
  ]

  private static let containerCases = [
    Case(
      id: "a stack call on tabs", setup: tabs,
      attempt: { try $0.push("item") },
      message: #"cannot push "item": this router shows the tabs home, cart; "#
        + "hint: the coordinators of the tabs have stacks; set_root replaces the tabs"),
    Case(
      id: "a stack call on a split", setup: split,
      attempt: { try $0.navigation.popToRoot(on: Stage.base) },
      message: "cannot pop_to_root: this router shows a split, list beside empty; "
        + "hint: show_detail shows a screen beside the first; set_root replaces the split"),
    Case(
      id: "show_detail without a split", setup: stack,
      attempt: { try $0.navigation.showDetail($0.screen("x"), on: Stage.base) },
      message: #"cannot show_detail "x": this router shows no split: the stack is home › item; "#
        + "hint: split shows two sides, push a screen on top"),
    Case(
      id: "select_tab without tabs", setup: stack,
      attempt: { try $0.navigation.selectTab("cart", on: Stage.base) },
      message: #"cannot select_tab "cart": this router shows no tabs: the stack is home › item; "#
        + "hint: set_tabs shows tabs"),
    Case(
      id: "select_tab from within a tab", setup: tabs,
      attempt: { try $0.navigation.selectTab("cart", on: $0["home"]) },
      message: #"cannot select_tab "cart": this router shows no tabs: the stack is home; "#
        + #"hint: it is in the tab "home"; the coordinator that set the tabs selects them"#),
    Case(
      id: "select_tab with a slip", setup: tabs,
      attempt: { try $0.navigation.selectTab("Carts", on: Stage.base) },
      message:
        #"cannot select_tab "Carts": the tabs are home, cart; hint: did you mean "cart"?"#),
    Case(
      id: "set_badge on a tab that is not there", setup: tabs,
      attempt: { try $0.navigation.setBadge(1, tab: "settings", on: Stage.base) },
      message: #"cannot set_badge "settings": the tabs are home, cart"#),
    Case(
      id: "set_tabs without tabs", setup: root,
      attempt: { try $0.navigation.setTabs([], on: Stage.base) },
      message: "cannot set_tabs: there are no tabs in the list; "
        + #"hint: a tab is written { name = "home", start = "home" }"#),
    Case(
      id: "set_tabs with a name twice", setup: root,
      attempt: { try $0.setTabs("a", "b", "a") },
      message: #"cannot set_tabs a b a: two tabs are named "a"; "#
        + "hint: select_tab and set_badge find a tab by its name"),
    Case(
      id: "tabs within tabs without end",
      setup: {
        var stage = try Stage("home")
        try stage.setTabs("t1")
        for depth in 2...16 { try stage.setTabs("t\(depth)", on: "t\(depth - 1)") }
        return stage
      },
      attempt: { try $0.setTabs("a", on: "t16") },
      message: "cannot set_tabs a: tabs and splits lie within each other 16 deep already; "
        + "hint: set_root replaces a container"),
    Case(
      id: "a router that has gone", setup: root,
      attempt: { try $0.push("item", on: "nowhere") },
      message: #"cannot push "item": what this router showed was taken away"#),
  ]

  private static let modalCases = [
    Case(
      id: "dismiss with nothing above", setup: stack,
      attempt: { try $0.navigation.dismiss(over: Stage.base) },
      message: "cannot dismiss: nothing is presented over this router: the stack is home › item; "
        + "hint: present shows a screen over it"),
    Case(
      id: "dismiss from within the modal", setup: modal,
      attempt: { try $0.navigation.dismiss(over: $0["login"]) },
      message:
        "cannot dismiss: nothing is presented over this router: the stack is login › forgot; "
        + #"hint: it is the modal "login" itself; the router that it lies over dismisses it"#),
    Case(
      id: "dismiss beside the modal",
      setup: {
        var stage = try tabs()
        try stage.present("login", over: "cart")
        return stage
      },
      attempt: { try $0.navigation.dismiss(over: $0["home"]) },
      message: "cannot dismiss: nothing is presented over this router: the stack is home; "
        + #"hint: the modal "login" lies over another router"#),
    Case(
      id: "dismiss a modal that has gone", setup: root,
      attempt: { try $0.navigation.dismiss(modal: RouterID(rawValue: 99)) },
      message: "cannot dismiss: that modal has gone"),
    Case(
      id: "push onto a single screen", setup: single,
      attempt: { try $0.push("item", on: "alert") },
      message: #"cannot push "item": the modal alert shows one screen; "#
        + "hint: a flow in a modal is a coordinator started with present"),
    Case(
      id: "tabs on a single screen", setup: single,
      attempt: { try $0.setTabs("a", on: "alert") },
      message: "cannot set_tabs a: the modal alert shows one screen; "
        + "hint: a flow in a modal is a coordinator started with present"),
    Case(
      id: "present over a router that has gone", setup: root,
      attempt: { try $0.present("login", over: "nowhere") },
      message: #"cannot present "login": what this router showed was taken away"#),
  ]
}
