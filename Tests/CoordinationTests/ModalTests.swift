import Navigation
import PlainValues
import Testing

@testable import Coordination

@Suite("Modals")
struct ModalTests {
  /// app with home; a flow in a sheet with two screens.
  private func sheet(_ main: Script = Script(), style: ModalStyle = .sheet) -> Flow {
    var flow = main
    let start = main.start
    flow.start = {
      try $0.router.push("a")
      try $0.router.push("b")
      try start($0)
    }
    return Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("main", style)
        },
        on: [
          "main.cancelled": { _ in }, "main.finished": { _ in }, "home.removed": { _ in },
          "any.dismiss_it": { try $0.router.dismiss() },
          "any.root": { try $0.router.setRoot("other") },
        ]),
      "main": flow,
      "child": Script(start: { try $0.router.push("childs") }),
    ])
  }

  @Test("a flow in a modal is presented with its first screen")
  func firstScreen() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") },
        on: [
          "home.go": { try $0.present("main") },
          "home.on": { try $0.send("show", to: "main") },
        ]),
      "main": Script(on: [
        "parent.show": {
          try $0.router.push("a")
          try $0.router.push("b")
        }
      ]),
    ])
    flow.send("go")
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
    flow.send("on")
    #expect(flow.calls == ["present a sheet", "push b"])
    #expect(flow.modals == ["a"])
    #expect(flow.frontStack == ["a", "b"])
  }

  @Test("a flow that has shown nothing yet can present over itself: all comes up with its screen")
  func flowOverWaitingFlow() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.present("outer") }]),
      "outer": Script(
        start: { try $0.present("inner", .fullScreen) },
        on: ["inner.finished": { _ in }, "inner.more": { try $0.router.push("first") }]),
      "inner": Script(
        start: { try $0.router.push("second") },
        on: [
          "parent.x": { _ in }, "app.ping": { try $0.context.emit("more") },
        ]),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
    flow.host.appEvent("ping")
    #expect(flow.calls == ["present first sheet", "present second full_screen"])
    #expect(flow.modals == ["first", "second"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a flow that has shown nothing yet can present a screen")
  func screenOverWaitingFlow() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.present("main") }]),
      "main": Script(start: {
        try $0.router.present("sure", style: .alert)
        try $0.router.push("a")
      }),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.calls == ["present a sheet", "present sure alert"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("3. a modal pulled down cleans up as one dismissed by code does, and calls nothing")
  func pulledDown() {
    let flow = sheet()
    let modal = flow.navigation.modals[0].id
    flow.host.userPulledDown(modal)
    #expect(flow.calls.isEmpty)
    #expect(flow.heard == ["main ends: dismissed", "app: main.cancelled dismissed"])
    #expect(flow.tree == ["app"])
    #expect(flow.records.map(\.event.kind) == [.fact, .followUp])
    #expect(flow.inconsistencies.isEmpty)
    flow.clear()
    flow.host.userPulledDown(modal)
    #expect(flow.heard.isEmpty && flow.notes.isEmpty && flow.calls.isEmpty)
  }

  @Test("4. dismissal by code tells whoever waits for the flow's end, too")
  func dismissedByCode() {
    let flow = sheet(Script(on: ["b.out": { try $0.context.emit("dismiss_it") }]))
    flow.send("out")
    #expect(flow.calls == ["dismiss a"])
    #expect(
      flow.heard == [
        "main: b.out", "app: main.dismiss_it", "main ends: dismissed",
        "app: main.cancelled dismissed",
      ])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("the user asks to dismiss: the modal goes, and its flow with it, in one request")
  func requested() {
    let flow = sheet()
    flow.host.dismiss()
    #expect(flow.calls == ["dismiss a"])
    #expect(flow.heard.last == "app: main.cancelled dismissed")
    #expect(flow.records.count == 1)
  }

  @Test("back at a modal's root is dismiss; above it the screen is taken away")
  func back() {
    let flow = sheet()
    flow.host.back()
    #expect(flow.calls == ["pop b"])
    flow.host.back()
    #expect(flow.calls == ["pop b", "dismiss a"])
    #expect(flow.tree == ["app"])
  }

  @Test("what handles `dismiss` replaces it")
  func asked() {
    let flow = sheet(Script(on: ["a.dismiss": { try $0.router.present("sure", style: .alert) }]))
    flow.host.dismiss()
    #expect(flow.calls == ["present sure alert"])
    #expect(flow.tree == ["app", "app/main"])
  }

  @Test("what a `dismiss` handler takes away of that screen counts as the user's doing")
  func askedAndTakenAway() {
    let flow = sheet(Script(on: ["a.dismiss": { try $0.context.finish("r") }]))
    flow.host.dismiss()
    #expect(flow.heard == ["main: a.dismiss", "main ends: finished", "app: main.finished r"])
    #expect(flow.calls == ["dismiss a"])
  }

  @Test("alerts, full screens and locked sheets are not pulled down", arguments: [true, false])
  func locked(byStyle: Bool) {
    let flow = Flow.started([
      "app": Script(start: {
        try $0.router.push("home")
        try $0.router.present(
          "m", style: byStyle ? .fullScreen : .sheet, byStyle ? .unlocked : .locked)
      })
    ])
    flow.host.dismiss()
    flow.host.back()
    #expect(flow.modals == ["m"])
    #expect(flow.notes.texts(.note).count == 2)
  }

  @Test("nothing to dismiss is a note, and an error where a coordinator asks for it")
  func nothingUp() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.router.dismiss() }])
    ])
    flow.host.dismiss()
    #expect(flow.notes.texts(.note) == ["nothing to dismiss: no modal is up"])
    #expect(flow.send("go")?.hasPrefix("cannot dismiss: nothing is presented") == true)
  }

  @Test("a push while a modal is up acts beneath it")
  func beneath() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.router.present("m")
        },
        on: ["m.go": { try $0.router.push("item") }])
    ])
    flow.send("go")
    #expect(flow.calls == ["push item"])
    #expect(flow.stack == ["home", "item"])
    #expect(flow.screen == "m")
  }

  @Test("those in a modal that goes end together, in post-order, whatever they show")
  func together() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("main")
        },
        on: ["main.cancelled": { _ in }, "any.cancelled": { _ in }]),
      "main": Script(
        start: {
          try $0.router.push("a")
          try $0.start("child")
          try $0.start("empty")
          try $0.present("over")
        },
        on: ["any.cancelled": { _ in }]),
      "child": Script(start: { try $0.router.push("childs") }),
      "empty": Script(),
      "over": Script(start: { try $0.router.push("top") }),
    ])
    flow.host.userPulledDown(flow.navigation.modals[0].id)
    #expect(
      flow.heard == [
        "over ends: dismissed", "empty ends: dismissed", "child ends: dismissed",
        "main ends: dismissed", "app: main.cancelled dismissed",
      ])
    #expect(flow.calls.isEmpty)
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("a flow in a modal that is left empty by its child lives on, and comes back")
  func emptied() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("main")
        },
        on: ["main.cancelled": { _ in }]),
      "main": Script(
        start: { try $0.start("child") },
        on: [
          "child.finished": { if $0.payload == "on" { try $0.router.push("next") } }
        ]),
      "child": Script(
        start: { try $0.router.push("childs") },
        on: [
          "childs.on": { try $0.context.finish("on") },
          "childs.off": { try $0.context.finish("off") },
        ]),
    ])
    flow.send("on")
    #expect(flow.calls == ["set_root next"])
    #expect(flow.tree == ["app", "app/main"])
    #expect(flow.inconsistencies.isEmpty)

    let other = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.present("main")
        }, on: ["home.again": { try $0.send("again", to: "main") }]),
      "main": Script(
        start: { try $0.start("child") },
        on: [
          "child.finished": { _ in },
          "parent.again": { try $0.router.setTabs([TabRequest("one", start: "child")]) },
        ]),
      "child": Script(
        start: { try $0.router.push("childs") },
        on: ["childs.off": { try $0.context.finish("off") }]),
    ])
    other.send("off")
    #expect(other.calls == ["dismiss childs"])
    #expect(other.tree == ["app", "app/main"])
    #expect(other.notes.texts(.warning).count == 1)
    #expect(other.inconsistencies.isEmpty)
    // With tabs in it, too.
    other.send("again")
    #expect(other.errors.isEmpty)
    #expect(other.modals == ["childs"])
    #expect(other.inconsistencies.isEmpty)
    other.send("off")
    #expect(other.modals.isEmpty)
    #expect(other.tree == ["app", "app/main"])
    #expect(other.inconsistencies.isEmpty)
    other.send("again")
    #expect(other.modals == ["childs"])
    #expect(other.inconsistencies.isEmpty)
  }

  @Test("what lies over a flow that is left empty goes with it, and ends")
  func overEmptied() {
    let flow = Flow.started([
      "app": Script(start: {
        try $0.router.push("home")
        try $0.present("main")
      }),
      "main": Script(
        start: {
          try $0.start("child")
          try $0.present("over")
        },
        on: [
          "over.close": { try $0.send("end", to: "child") },
          "child.finished": { _ in }, "over.cancelled": { _ in },
        ]),
      "over": Script(
        start: { try $0.router.push("top") },
        on: ["top.go": { try $0.context.emit("close") }]),
      "child": Script(
        start: { try $0.router.push("childs") },
        on: ["parent.end": { try $0.context.finish("off") }]),
    ])
    #expect(flow.send("go") == nil)
    #expect(flow.tree == ["app", "app/main"])
    #expect(flow.calls == ["dismiss top", "dismiss childs"])
    #expect(flow.heard.last == "main: child.finished off")
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("19. three modals on top of each other open and close one by one")
  func three() {
    let flow = Flow.started([
      "app": Script(
        start: { try $0.router.push("home") }, on: ["home.go": { try $0.present("main") }]),
      "main": Script(
        start: { try $0.router.push("m\($0.context.coordinator.depth)") },
        on: ["m1.go": { try $0.present("main") }, "m2.go": { try $0.present("main") }]),
    ])
    for _ in 0..<3 { flow.send("go") }
    #expect(flow.modals == ["m1", "m2", "m3"])
    for _ in 0..<3 { flow.host.dismiss() }
    #expect(
      flow.calls == [
        "present m1 sheet", "present m2 sheet", "present m3 sheet", "dismiss m3", "dismiss m2",
        "dismiss m1",
      ])
    #expect(flow.tree == ["app"])
    #expect(flow.inconsistencies.isEmpty)
  }

  @Test("20. dismiss, then present, in one handler: the platform sees the second after the first")
  func dismissThenPresent() {
    let flow = Flow.started([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.router.present("one")
        },
        on: [
          "one.go": {
            try $0.router.dismiss()
            try $0.router.present("two")
          }
        ])
    ])
    flow.send("go")
    #expect(flow.calls == ["dismiss one", "present two sheet"])
  }

  @Test("set_root beneath leaves modals over that router alone")
  func setRootBeneath() {
    let flow = sheet(Script(on: ["b.out": { try $0.context.emit("root") }]))
    flow.send("out")
    #expect(flow.calls == ["set_root other"])
    #expect(flow.modals == ["a"])
    #expect(flow.inconsistencies.isEmpty)
  }
}
