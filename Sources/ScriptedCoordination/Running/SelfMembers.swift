import Coordination
import LuaRuntime
import PlainValues

/// `self`, as scripts know it.
///
/// Members hold the runtime and its state unowned: the state owns the closures and the runtime the
/// state, so that none is called once those have gone; held strongly, they would keep each other.
enum SelfMembers {
  typealias Member = LuaMember<ScriptedBehavior>

  static func members(_ runtime: ScriptRuntime) -> [Member] {
    facts(runtime) + parts(runtime) + acts(runtime) + waits + rest
  }

  /// What it is.
  private static func facts(_ runtime: ScriptRuntime) -> [Member] {
    let state = runtime.state
    return [
      .cached("name") { .string(try $0.context().name) },
      .cached("id") { .integer(Int(try $0.context().id.rawValue)) },
      .cached("input") { [unowned state] in
        let input = try state.makeStateTable(try $0.context().input)
        try input.freeze("self.input does not change: keep what changes in self.state")
        return .table(input)
      },
      .property("attributes") { [unowned state] in
        let attributes = try state.makeStateTable(
          try PackedValue(.object(try $0.context().attributes)))
        try attributes.freeze("self.attributes is set with self:set_attribute(key, value)")
        return .table(attributes)
      },
      .property("device") { [unowned state] in
        let device = try $0.context().device
        return .table(
          try state.makeTable(
            try PackedValue([
              "kind": .string(device.kind.rawValue),
              "orientation": .string(device.orientation.rawValue),
            ])))
      },
    ]
  }

  /// What it has.
  private static func parts(_ runtime: ScriptRuntime) -> [Member] {
    [
      .cached("state") { .table(try $0.stateProxy()) },
      .cached("router") { [unowned runtime] behavior in
        guard let classes = runtime.classes else { return .nil }
        return .object(try classes.router.makeObject(behavior))
      },
      .cached("children") { [unowned runtime] behavior in
        guard let classes = runtime.classes else { return .nil }
        return .object(try classes.children.makeObject(behavior))
      },
      .cached("services") { [unowned runtime] _ in .object(try runtime.services.object()) },
    ]
  }

  /// What it can do.
  private static func acts(_ runtime: ScriptRuntime) -> [Member] {
    [
      .method("finish") { behavior, call in
        let result = call.isAbsent(at: 0) ? nil : try call.packed(at: 0, label: "result")
        let options = try CallOptions(call, at: 1, allowing: ["keep_screens"], of: "finish")
        let keeps = try options.flag("keep_screens") ?? false
        try behavior.check(result: result)
        try behavior.context().finish(
          result ?? .finishedWithoutResult, screens: keeps ? .handedToParent : .takenAway)
        behavior.closeState()
      },
      .method("cancel") { behavior, call in
        try behavior.context().cancel(
          call.isAbsent(at: 0) ? CancelReason.cancelled : try call.string(at: 0))
        behavior.closeState()
      },
      .method("emit") { behavior, call in
        let (event, payload) = (try call.string(at: 0), try call.data(at: 1, label: "payload"))
        try behavior.check(emitted: event, payload)
        try behavior.context().emit(event, payload)
      },
      .method("after") { behavior, call in
        try behavior.context().after(
          try call.number(at: 0), try call.string(at: 1), try call.data(at: 2, label: "payload"))
      },
      .method("stop") { behavior, call in
        try behavior.context().stop(try call.string(at: 0))
      },
      .method("open") { behavior, call in
        try behavior.context().open(try call.string(at: 0))
      },
      .method("defer") { behavior, call in
        try behavior.context().deferLink(try Link(payload: try call.data(at: 0, label: "link")))
      },
      .method("resume_link") { behavior, _ in try behavior.context().resumeLink() },
      .method("pass") { [unowned runtime] _, call in
        if let pass = runtime.classes?.pass { call.returns(pass) }
      },
      .method("set_attribute") { behavior, call in
        let value = call.isAbsent(at: 1) ? Value.null : try call.packed(at: 1, label: "value").value
        try behavior.context().setAttribute(try call.string(at: 0), value)
      },
      .method("log") { behavior, call in
        let words = try (0..<call.count).map { try behavior.runtime.text(of: call[$0]) }
        try behavior.runtime.host?.log(words.joined(separator: "\t"))
      },
    ]
  }

  /// What it can wait for.
  private static var waits: [Member] {
    [
      .method("run") { behavior, call in
        try behavior.wait("run a child", &call) { context, call in
          let names = ["as", "present", "locked", "services"]
          let options = try ChildOptions(
            CallOptions(call, at: 2, allowing: names, of: "run"))
          let input = try call.params(at: 1, options: names, of: "run")
          return .child(
            try context.children.startAwaited(try call.string(at: 0), input, options))
        }
      },
      .method("ask") { behavior, call in
        try behavior.wait("ask a screen", &call) { context, call in
          let options = try CallOptions(call, at: 2, allowing: RouterMembers.animated, of: "ask")
          let params = try call.params(at: 1, options: RouterMembers.animated, of: "ask")
          let screen = try call.string(at: 0)
          try behavior.check(screen: screen)
          return .screen(
            try context.router.ask(screen, params, animated: try options.animation))
        }
      },
      .method("wait") { behavior, call in
        try behavior.wait("wait", &call) { _, call in
          let seconds = try call.number(at: 0)
          guard seconds.isFinite, seconds >= 0 else {
            throw FlowError(.misuse, "cannot wait for \(seconds) seconds; it takes 0 or more")
          }
          return .time(seconds: seconds)
        }
      },
    ]
  }

  private static var rest: [Member] {
    [
      .newIndex { behavior, key, call in
        guard key == "state" else {
          throw FlowError(
            .misuse,
            "cannot set self.\(key): keep it in self.state.\(key), which is undone with a failed turn"
          )
        }
        let state = try call.data(at: 0, label: "state")
        guard state.isTable else {
          throw FlowError(.misuse, "self.state is a table, not a \(call.typeName(at: 0))")
        }
        try behavior.stateProxy().replaceContents(with: state)
      },
      .index { behavior, key in
        if let near = Suggestion.nearest(to: key, among: SelfMember.names.sorted()) {
          throw FlowError(.misuse, "self has no \"\(key)\": did you mean \"\(near)\"?")
        }
        return nil
      },
      .description { "coordinator \((try? $0.context().name) ?? $0.definition.script)" },
    ]
  }
}
