import Coordination
import LuaRuntime
import PlainValues

/// The kinds of objects that scripts are given, registered once with the Lua state.
final class ScriptClasses {
  let coordinator: LuaHostClass<ScriptedBehavior>
  let router: LuaHostClass<ScriptedBehavior>
  let children: LuaHostClass<ScriptedBehavior>
  let child: LuaHostClass<ScriptChild>
  let event: LuaHostClass<ScriptEvent>
  /// What `self:pass()` returns.
  let pass: LuaObject

  init(_ runtime: ScriptRuntime) throws {
    let state = runtime.state
    let passClass = try LuaHostClass<PassToken>(state, name: "pass", members: [])
    pass = try passClass.makeObject(PassToken())
    coordinator = try LuaHostClass(
      state, name: "coordinator", members: SelfMembers.members(runtime))
    router = try LuaHostClass(state, name: "router", members: RouterMembers.members)
    children = try LuaHostClass(state, name: "children", members: ChildrenMembers.members(runtime))
    child = try LuaHostClass(state, name: "child", members: ScriptChild.members)
    event = try LuaHostClass(state, name: "event", members: ScriptEvent.members(runtime))
  }
}

/// What a function transition returns to say that it declines.
final class PassToken {}

/// A child, as its parent's script holds it.
final class ScriptChild {
  let handle: ChildHandle
  /// Whose child it is; the script that holds this is that one's.
  private let parentPlace: Whereabouts<ScriptedBehavior>
  private var parent: ScriptedBehavior? { parentPlace.object }

  init(_ handle: ChildHandle, of parent: ScriptedBehavior) {
    self.handle = handle
    parentPlace = parent.whereabouts
  }

  deinit { parent?.forget(handle) }

  static var members: [LuaMember<ScriptChild>] {
    [
      .property("id") { .integer(Int($0.handle.id.rawValue)) },
      .property("name") { .string($0.handle.name) },
      .cached("input") { child in
        guard let runtime = child.parent?.runtime else { return .nil }
        return .table(try runtime.state.makeTable(child.handle.input))
      },
      .method("send") { child, call in
        guard let parent = child.parent else { return }
        try parent.context().children.send(
          try call.string(at: 0), try call.data(at: 1, label: "payload"), to: child.handle)
      },
      .method("open") { child, call in
        guard let parent = child.parent else { return }
        let link = try Link(payload: try call.data(at: 0, label: "link"))
        try parent.context().children.open(link, in: child.handle)
      },
      .description { "child \($0.handle.name)" },
    ]
  }
}

/// The event that a handler gets. Its members hold the state unowned, as those of
/// ``SelfMembers`` do.
final class ScriptEvent {
  let event: Event
  private weak var hearer: ScriptedBehavior?

  init(_ event: Event, for hearer: ScriptedBehavior) {
    self.event = event
    self.hearer = hearer
  }

  static func members(_ runtime: ScriptRuntime) -> [LuaMember<ScriptEvent>] {
    let state = runtime.state
    return [
      .property("name") { .string($0.event.name) },
      .property("source") { .string($0.event.source.key) },
      .property("screen") { event in event.event.screenName.map { .string($0) } ?? .nil },
      .cached("params") { [unowned state] in .table(try state.makeTable($0.event.params)) },
      .cached("child") { try $0.child() },
      .description { "event \($0.event.name)" },
    ]
  }

  private func child() throws -> LuaValue {
    guard let hearer, let child = event.child else { return .nil }
    return try hearer.childObject(child)
  }
}

extension ScriptRuntime {
  func eventObject(_ event: Event, _ hearer: ScriptedBehavior) throws -> LuaObject? {
    try classes?.event.makeObject(ScriptEvent(event, for: hearer))
  }

  /// Runs something that may only read: its state, too, refuses to be written.
  func reading<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    try state.journal.readOnly("cannot write state here: \(what) may only read", body)
  }
}

extension ScriptedBehavior {
  /// What its script holds a child by: equal for one child however it was come by.
  func childObject(_ handle: ChildHandle) throws -> LuaValue {
    guard let classes = runtime.classes else { return .nil }
    return .object(try classes.child.makeObject(scriptChild(handle)))
  }
}
