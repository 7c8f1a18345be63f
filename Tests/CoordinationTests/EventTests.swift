import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Events")
struct EventTests {
  @Test("an event goes up the tree until someone handles it, under the name known there")
  func bubbling() {
    var source: Event.Source?
    let flow = Flow.started([
      "app": Script(
        start: { try $0.start("main", as: "middle") },
        on: ["middle.buy": { source = $0.event?.source }]),
      "main": Script(start: { try $0.start("leaf") }),
      "leaf": Script(start: { try $0.router.push("item") }),
    ])
    flow.send("buy", "sku")
    #expect(flow.heard == ["app: middle.buy sku"])
    #expect(source == .child("middle"))
    #expect(flow.notes.isEmpty)
  }

  @Test("the nearest that handles it keeps it; one that declines lets it pass")
  func nearest() {
    let flow = Flow.started([
      "app": Script(start: { try $0.start("main") }, on: ["main.buy": { _ in }]),
      "main": Script(
        start: { try $0.router.push("item") },
        on: ["item.buy": { $0.passes = $0.payload == "pass" }]),
    ])
    flow.send("buy", "keep")
    #expect(flow.heard == ["main: item.buy keep"])
    flow.clear()
    flow.send("buy", "pass")
    #expect(flow.heard == ["main: item.buy pass", "app: main.buy pass"])
  }

  @Test("the sending screen and its params travel with the event, however far it bubbles")
  func sender() {
    var seen: Event?
    let flow = Flow.started([
      "app": Script(start: { try $0.start("main") }, on: ["main.buy": { seen = $0.event }]),
      "main": Script(start: { try $0.router.push("item", ["sku": 7]) }),
    ])
    flow.send("buy")
    #expect(seen?.screen == flow.screen("item"))
    #expect(seen?.params["sku"] == 7)
    #expect(seen?.child?.id == flow.coordinator("app/main")?.id)
  }

  @Test("what nobody handles is a diagnostic that names event, screen and chain")
  func unhandled() {
    let flow = Flow.started([
      "app": Script(start: { try $0.start("main") }),
      "main": Script(start: { try $0.router.push("item") }),
    ])
    #expect(flow.send("buy") == nil)
    #expect(
      flow.notes.texts(.unhandled) == ["nobody handles \"buy\" from item: asked main, then app"])
  }

  @Test("what a handler emits is delivered when it has returned, in order")
  func emitted() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.start("main") },
        on: ["main.one": { $0.memory.append("one") }, "main.two": { $0.memory.append("two") }]),
      "main": Script(
        start: { try $0.router.push("item") },
        on: [
          "item.go": {
            try $0.context.emit("one")
            try $0.context.emit("two")
            #expect($0.context.phase == .active)
          }
        ]),
    ])
    flow.send("go")
    #expect(flow.heard == ["main: item.go", "app: main.one", "app: main.two"])
    #expect(flow.memory("app") == ["one", "two"])
  }

  @Test("13. what a child emits before it finishes reaches the parent first")
  func emitBeforeFinish() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.start("main") },
        on: ["main.picked": { _ in }, "main.finished": { _ in }, "main.late": { _ in }]),
      "main": Script(
        start: { try $0.router.push("item") },
        on: [
          "item.go": {
            try $0.context.emit("picked", "a")
            try $0.context.finish("b")
          }
        ],
        finish: { try $0.context.emit("late") }),
    ])
    flow.send("go")
    #expect(
      flow.heard == [
        "main: item.go", "main ends: finished", "app: main.picked a", "app: main.late",
        "app: main.finished b",
      ])
  }

  @Test("what the root emits is in the record: nobody is above to hear it")
  func rootEmits() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.context.emit("out", "x") }])
    ])
    flow.send("go")
    #expect(flow.records.last?.emitted == [EmittedRecord(name: "out", payload: "x")])
    #expect(flow.notes.isEmpty)
  }

  @Test("what a parent sends reaches that child alone, after the running handler")
  func parentEvents() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        },
        on: [
          "home.go": { step in
            let child = try #require(step.children.find("main"))
            try step.children.send("refresh", "now", to: child)
            try step.children.send("unknown", to: child)
            step.memory.append("returned")
          },
          "main.unknown": { _ in },
        ]),
      "main": Script(on: ["parent.refresh": { try $0.router.push("fresh") }]),
    ])
    flow.send("go")
    #expect(flow.heard == ["app: home.go", "main: parent.refresh now"])
    #expect(flow.stack == ["home", "fresh"])
    #expect(
      flow.notes.texts(.unhandled) == [
        "app/main does not handle \"unknown\" from its parent: name unknown in transitions.parent, or ignore it"
      ])
  }

  @Test("14. an event to a coordinator that has ended is a diagnostic with both names")
  func toEnded() {
    var handle: ChildHandle?
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          handle = try $0.start("main")
        },
        on: [
          "home.go": {
            let child = try #require(handle)
            try $0.children.send("early", to: child)
            try $0.children.cancel(child)
            try $0.children.send("late", to: child)
          }
        ]),
      "main": Script(),
    ])
    #expect(flow.send("go") == nil)
    #expect(
      flow.notes.texts(.dropped) == [
        "\"late\" from app is dropped: main, which it is for, has ended",
        "\"early\" from app is dropped: main, which it is for, has ended",
      ])
  }

  @Test("a second tap on a screen that is covered by then is dropped")
  func covered() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.buy": { try $0.router.push("item") }])
    ])
    let home = flow.screen("home")
    flow.send("buy", from: home)
    flow.send("buy", from: home)
    #expect(flow.stack == ["home", "item"])
    #expect(
      flow.notes.texts(.dropped) == [
        "\"buy\" from home is dropped: it is covered, item is in front"
      ])
  }

  @Test("an event from a screen that is gone is dropped")
  func gone() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: ["home.buy": { try $0.router.replace("item") }])
    ])
    let home = flow.screen("home")
    flow.send("buy", from: home)
    flow.send("buy", from: home)
    #expect(flow.notes.texts(.dropped) == ["\"buy\" is dropped: the screen that sent it is gone"])
  }

  @Test("a covered screen may send what is listed as its background events")
  func background() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("map")
          try $0.router.push("item")
        },
        on: ["map.moved": { _ in }])
    ]) { $0.backgroundEvents = ["map": ["moved"]] }
    flow.send("moved", from: flow.screen("map"))
    flow.send("other", from: flow.screen("map"))
    #expect(flow.heard == ["app: map.moved"])
    #expect(flow.notes.texts(.dropped).count == 1)
  }

  @Test("an alert closes itself as its event arrives, which is then handled")
  func alert() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.router.present("sure", style: .alert)
        },
        on: [
          "sure.yes": { step in
            #expect(step.context.turn.world.navigation.modals.isEmpty)
            try step.router.push("done")
          }
        ])
    ])
    flow.send("yes")
    #expect(flow.calls == ["dismiss sure", "push done"])
    #expect(flow.heard == ["app: sure.yes"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a flow in an alert of its own handles what the alert sends")
  func alertFlow() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("confirm", .alert)
        },
        on: ["confirm.finished": { _ in }, "confirm.cancelled": { _ in }]),
      "confirm": Script(
        start: { try $0.router.push("sure") },
        on: ["sure.yes": { try $0.context.finish("yes") }]),
    ])
    flow.send("yes")
    #expect(flow.calls == ["dismiss sure"])
    #expect(
      flow.heard == ["confirm: sure.yes", "confirm ends: finished", "app: confirm.finished yes"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test(
    "names that only the host may send are refused",
    arguments: EventNames.reserved.sorted())
  func reserved(name: String) {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("main")
        }),
      "main": Script(
        start: { try $0.router.push("item") }, on: ["item.go": { try $0.context.emit(name) }]),
    ])
    let refusal = "\"\(name)\" is an event that only the host sends; give yours another name"
    #expect(flow.send(name) == refusal)
    #expect(flow.send("go") == refusal)
    flow.host.appEvent(name)
    #expect(flow.errors.count == 3)
  }

  @Test("the application's events reach whoever names them, the root first")
  func appEvents() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.start("a")
          try $0.start("b")
        },
        on: ["app.ping": { _ in }]),
      "a": Script(start: { try $0.start("c") }, on: ["app.ping": { _ in }]),
      "b": Script(on: ["app.ping": { _ in }]),
      "c": Script(on: ["app.ping": { _ in }]),
    ])
    flow.host.appEvent("ping")
    #expect(flow.heard == ["app: app.ping", "a: app.ping", "b: app.ping", "c: app.ping"])
    flow.host.appEvent("unknown")
    #expect(flow.notes.texts(.note).count == 1)
  }

  @Test("an application's event passes by those that an earlier hearer has ended, silently")
  func appEventEnds() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: [
          "app.expired": {
            try $0.children.cancelAll()
            try $0.start("b")
          }
        ]),
      "a": Script(on: ["app.expired": { _ in }]),
      "b": Script(on: ["app.expired": { _ in }]),
    ])
    flow.host.appEvent("expired")
    #expect(flow.heard == ["app: app.expired", "a ends: cancelled"])
    #expect(flow.notes.texts(.dropped).isEmpty)
  }

  @Test("12. an event that arrives during a turn waits, is next, and is never lost")
  func arrivals() {
    var flow: Flow?
    let made = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { step in
            flow?.host.send("one")
            flow?.host.send("two")
            step.memory.append("go")
          },
          "home.one": { $0.memory.append("one") }, "home.two": { $0.memory.append("two") },
        ])
    ])
    flow = made
    made.send("go")
    #expect(made.memory("app") == ["go", "one", "two"])
    #expect(made.records.map(\.commit).count == 3)
    flow = nil
  }

  @Test("what the router says while it carries out calls is taken up afterwards")
  func fromRouter() {
    final class Talking: Router {
      var host: Host?
      var performed: [[String]] = []
      func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
        performed.append(calls.map(\.description))
        if performed.count == 1 { host?.send("go") }
      }
    }
    let source = SwiftCoordinators()
    source.register("app") {
      Scripted(
        script: Script(
          start: { try $0.router.push("home") }, on: ["home.go": { try $0.router.push("next") }]),
        heard: { _ in }, life: Life(Life.Counter()))
    }
    let router = Talking()
    let host = Host(sources: [source], router: router)
    router.host = host
    #expect(host.start() == nil)
    #expect(router.performed == [["push home"], ["push next"]])
    router.host = nil
  }
}
