import Coordination
import LuaRuntime
import PlainValues

/// `self.children`, as scripts know it. Its members hold the runtime unowned, as those of
/// ``SelfMembers`` do.
enum ChildrenMembers {
  typealias Member = LuaMember<ScriptedBehavior>

  static func members(_ runtime: ScriptRuntime) -> [Member] {
    [
      .method("start") { behavior, call in
        let names = ["as", "present", "locked", "once", "services"]
        let options = try CallOptions(call, at: 2, allowing: names, of: "start")
        let input = try call.params(at: 1, options: names, of: "start")
        let handle = try behavior.context().children.start(
          try call.string(at: 0), input, try ChildOptions(options))
        call.returns(try behavior.childObject(handle))
      },
      .method("find") { behavior, call in
        let found = try behavior.context().children.find(try call.string(at: 0))
        call.returns(try found.map(behavior.childObject) ?? LuaValue.nil)
      },
      .method("cancel") { behavior, call in
        let child = try call.child(at: 0, of: "cancel")
        let reason = call.isAbsent(at: 1) ? CancelReason.cancelled : try call.string(at: 1)
        try behavior.context().children.cancel(child.handle, reason: reason)
      },
      .method("cancel_all") { behavior, call in
        let reason = call.isAbsent(at: 0) ? CancelReason.cancelled : try call.string(at: 0)
        try behavior.context().children.cancelAll(reason: reason)
      },
      // The state that the runtime holds is running this; so the runtime is there.
      .method("each") { [unowned runtime] behavior, call in
        var rest = try behavior.context().children.all[...]
        let next = try runtime.state.makeFunction("each") { [weak behavior] (call: inout LuaCall) in
          guard let behavior, let handle = rest.popFirst() else {
            return call.returns(LuaValue.nil)
          }
          call.returns(try behavior.childObject(handle))
        }
        call.returns(next)
      },
      .length { try $0.context().children.count },
      .description { "children of \((try? $0.context().name) ?? "an ended coordinator")" },
    ]
  }
}

extension ChildOptions {
  init(_ options: CallOptions) throws {
    self.init(
      name: try options.string("as"),
      presentation: try options.style("present").map { style in
        Presentation(style, isLocked: try options.flag("locked") ?? false)
      },
      once: try options.flag("once") ?? false,
      services: try options.names("services") ?? [:])
  }
}

extension LuaCall {
  /// The child that a handle at that place stands for.
  func child(at index: Int, of method: String) throws -> ScriptChild {
    guard case .object(let object) = self[index], let child = object.object(as: ScriptChild.self)
    else {
      throw FlowError(
        .misuse,
        "\(method) needs a child, as start and find give it, not a \(typeName(at: index))")
    }
    return child
  }
}
