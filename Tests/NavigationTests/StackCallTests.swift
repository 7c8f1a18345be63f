import Navigation
import Testing

@Suite("Which stack call stands for which change")
struct StackCallTests {
  @Test("nothing changed: no call")
  func nothing() throws {
    var stage = try Stage("home")
    try stage.push("item")
    try stage.navigation.pop(on: Stage.base)
    #expect(stage.calls() == [])
  }

  @Test("the first screen of all is pushed")
  func first() throws {
    var stage = try Stage()
    try stage.push("login")
    #expect(stage.calls() == ["push login"])
  }

  @Test("none left: clear")
  func clear() throws {
    var stage = try Stage("home", "item")
    stage.navigation.remove([stage.screen(named: "home"), stage.screen(named: "item")])
    #expect(stage.calls() == ["clear"])
  }

  @Test("one more on top and no other change: push")
  func push() throws {
    var stage = try Stage("home")
    try stage.push("item")
    #expect(stage.calls() == ["push item"])
  }

  @Test("two more on top: set_stack")
  func pushTwice() throws {
    var stage = try Stage("home")
    try stage.push("item")
    try stage.push("item")
    #expect(stage.calls() == ["set_stack home item item"])
  }

  @Test("none stayed and there is one now: set_root, also where there was one before")
  func setRoot() throws {
    var stage = try Stage("home", "item")
    try stage.navigation.setRoot(stage.screen("login"), on: Stage.base)
    #expect(stage.calls() == ["set_root login"])
    try stage.navigation.replace(with: stage.screen("main"), on: Stage.base)
    #expect(stage.calls() == ["set_root main"])
  }

  @Test("only the top one went: pop, which names it")
  func pop() throws {
    var stage = try Stage("home", "item")
    try stage.navigation.pop(on: Stage.base)
    #expect(stage.calls() == ["pop item"])
  }

  @Test("only top ones went: pop_to, which names the one that shows then")
  func popTo() throws {
    var stage = try Stage("home", "list", "item", "photo")
    try stage.navigation.pop(2, on: Stage.base)
    #expect(stage.calls() == ["pop_to list"])
    try stage.push("item")
    try stage.navigation.popToRoot(on: Stage.base)
    #expect(stage.calls() == ["pop list"])
  }

  @Test("the top one for one other: replace")
  func replace() throws {
    var stage = try Stage("home", "item")
    try stage.navigation.replace(with: stage.screen("other"), on: Stage.base)
    #expect(stage.calls() == ["replace item other"])
  }

  @Test("pop and push in one turn are a replace")
  func popAndPush() throws {
    var stage = try Stage("home", "item")
    try stage.navigation.pop(on: Stage.base)
    try stage.push("other")
    #expect(stage.calls() == ["replace item other"])
  }

  @Test("one from beneath the top went, or all but the top: set_stack")
  func removedBeneath() throws {
    var stage = try Stage("home", "list", "item")
    stage.navigation.remove([stage.screen(named: "list")])
    #expect(stage.calls() == ["set_stack home item"])
    stage.navigation.remove([stage.screen(named: "home")])
    #expect(stage.calls() == ["set_stack item"])
  }

  @Test("two for one: set_stack")
  func twoForOne() throws {
    var stage = try Stage("home", "list", "item")
    try stage.navigation.pop(2, on: Stage.base)
    try stage.push("other")
    #expect(stage.calls() == ["set_stack home other"])
  }

  @Test("screens of one name are told apart")
  func sameNames() throws {
    var stage = try Stage("item", "item", "item")
    try stage.navigation.pop(2, on: Stage.base)
    try stage.push("item")
    #expect(stage.calls() == ["set_stack item item"])
    try stage.navigation.setRoot(stage.screen("item"), on: Stage.base)
    #expect(stage.calls() == ["set_root item"])
  }

  @Test("a screen that stays and has other params is updated, and a new one comes with its own")
  func update() throws {
    var stage = try Stage("home", "item")
    try stage.update("home", params: ["n": 1])
    #expect(stage.calls() == ["update home"])
    try stage.push("photo")
    try stage.update("photo", params: ["n": 2])
    try stage.update("item", params: ["n": 3])
    #expect(stage.calls() == ["push photo", "update item"])
    try stage.update("item", params: ["n": 4])
    try stage.update("item", params: ["n": 3])
    #expect(stage.calls() == [])
  }

  @Test("where asked, a call is not animated")
  func notAnimated() throws {
    var stage = try Stage("home")
    try stage.push("item")
    try stage.update("home", params: ["n": 1])
    #expect(stage.calls(unanimated: [Stage.base]) == ["push item (not animated)", "update home"])
  }
}
