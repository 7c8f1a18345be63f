import CLuaBridge

/// A class of objects that Swift has and scripts use.
///
/// A script can neither make one nor reach what makes it one; a method that is called with another
/// receiver is an error that says so.
public final class LuaHostClass<Object: AnyObject> {
  let core: LuaCore
  let reference: LuaReference
  let type: OpaquePointer
  public let name: String

  /// - Parameters:
  ///   - name: what messages call an object of it: `coordinator`.
  ///   - members: what its objects have; of two with one name the last counts.
  public init(
    _ state: LuaState, name: String, members: [LuaMember<Object>]
  ) throws(LuaError) {
    core = state.core
    self.name = name
    try core.begin()
    let cached = members.count { $0.kind == .cached }
    guard sx_new_class(core.runtime, name, Int32(cached)) else { throw core.takeError() }
    type = sx_class_at_top(core.runtime)
    reference = LuaReference(core: core, id: try core.keepTop())
    var slot: Int32 = 1
    for member in members {
      if member.kind == .cached { slot += 1 }
      try add(member, slot: member.kind == .cached ? slot : 0)
    }
  }

  /// A new Lua object that holds a Swift object until Lua has collected it.
  ///
  /// Each call makes another; they are equal in Lua if they hold the same Swift object.
  public func makeObject(_ object: Object) throws(LuaError) -> LuaObject {
    try core.begin()
    // Balanced once: Lua's object owns this retain, which comes back through `releaseGarbage` when it
    // is collected, or with the state; where no object was made it is released right here.
    let held = Unmanaged.passRetained(object)
    guard sx_new_object(core.runtime, reference.id, held.toOpaque()) else {
      held.release()
      throw core.takeError()
    }
    return LuaObject(core: core, id: try core.keepTop())
  }

  func object(at slot: LuaSlot) -> Object? {
    guard slot.core === core else { return nil }
    // Of that type: `sx_object_of` compares the metatable, which only `makeObject` of this class sets.
    // Alive: what is on the stack is not collected, so that the retain of `makeObject` is still held.
    return sx_object_of(slot.thread, slot.index, type).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func add(_ member: LuaMember<Object>, slot: Int32) throws(LuaError) {
    let closure =
      member.kind == .method
      ? LuaClosure(named: member.name, member.body) : LuaClosure(member.body)
    // Balanced once: the class's box owns this retain from when it is added, and gives it back through
    // `releaseGarbage`; where it was not added it is released right here.
    let context = Unmanaged.passRetained(closure)
    var name = member.name
    let added = name.withUTF8 {
      sx_class_add(
        core.runtime, reference.id, Int32(bitPattern: member.kind.bridged.rawValue),
        $0.baseAddress, $0.count, slot, context.toOpaque())
    }
    guard added else {
      context.release()
      throw core.takeError()
    }
  }
}

extension LuaMember.Kind {
  fileprivate var bridged: sx_member_kind {
    switch self {
    case .method: SX_METHOD
    case .property: SX_PROPERTY
    case .cached: SX_CACHED
    case .index: SX_INDEX
    case .newIndex: SX_NEW_INDEX
    case .length: SX_LENGTH
    case .pairs: SX_PAIRS
    case .description: SX_DESCRIPTION
    }
  }
}

/// A host object in Lua.
public final class LuaObject: LuaReference {
  /// The Swift object that it holds, if it is of that type.
  public func object<Object: AnyObject>(as type: Object.Type = Object.self) -> Object? {
    guard core.isOpen, sx_push(core.runtime, id) else { return nil }
    defer { sx_pop(core.runtime, 1) }
    // Alive: it is on the stack until the `defer`, and what is there is not collected, so that the
    // retain of `makeObject` is still held. Of what type it is the cast finds out.
    return sx_object(core.thread, -1).flatMap {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object
    }
  }

  /// A table whose entries it has after its class's members. It can be another at any time.
  public var fallback: LuaTable? {
    get {
      guard core.isOpen, sx_object_fallback(core.runtime, id) else { return nil }
      defer { sx_pop(core.runtime, 1) }
      return try? core.result(at: -1)
    }
    set {
      guard core.isOpen, newValue == nil || newValue?.core === core else { return }
      _ = sx_object_set_fallback(core.runtime, id, newValue?.id ?? 0)
    }
  }
}
