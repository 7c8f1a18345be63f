import CLuaBridge

/// What a host class has.
public struct LuaMember<Object: AnyObject> {
  @usableFromInline enum Kind {
    case method, property, cached, index, newIndex, length, pairs, description
  }
  @usableFromInline let kind: Kind
  /// What it is called; empty for what has no name of its own.
  public let name: String
  @usableFromInline let body: LuaClosure.Body

  @usableFromInline init(_ kind: Kind, _ name: String, _ body: @escaping LuaClosure.Body) {
    self.kind = kind
    self.name = name
    self.body = body
  }

  /// `object:name(…)`. The arguments are counted without the receiver.
  @inlinable public static func method(
    _ name: String, _ body: @escaping (Object, inout LuaCall) throws -> Void
  ) -> LuaMember {
    LuaMember(.method, name) { call in try body(receiver(of: call), &call) }
  }

  /// `object.name`, asked of Swift each time.
  @inlinable public static func property(
    _ name: String, _ body: @escaping (Object) throws -> LuaValue
  ) -> LuaMember {
    LuaMember(.property, name) { call in call.returns(try body(receiver(of: call))) }
  }

  /// `object.name`, asked of Swift once an object and kept with it in Lua. `nil` is not kept.
  @inlinable public static func cached(
    _ name: String, _ body: @escaping (Object) throws -> LuaValue
  ) -> LuaMember {
    LuaMember(.cached, name) { call in call.returns(try body(receiver(of: call))) }
  }

  /// `object[key]` for string keys that neither a member nor the fallback has.
  @inlinable public static func index(
    _ body: @escaping (Object, String) throws -> LuaValue?
  ) -> LuaMember {
    LuaMember(.index, "") { call in
      guard let key: String = try? call.argument(0) else { return }
      call.returns(try body(receiver(of: call), key) ?? .nil)
    }
  }

  /// `object[key] = value` for string keys; the value is argument 0. Without it, assigning is an
  /// error.
  @inlinable public static func newIndex(
    _ body: @escaping (Object, String, inout LuaCall) throws -> Void
  ) -> LuaMember {
    LuaMember(.newIndex, "") { call in
      let key: String = try call.argument(0)
      var rest = call.droppingFirst()
      try body(receiver(of: call), key, &rest)
      call.answer = rest.answer
    }
  }

  /// `#object`.
  @inlinable public static func length(_ body: @escaping (Object) throws -> Int) -> LuaMember {
    LuaMember(.length, "") { call in call.returns(try body(receiver(of: call))) }
  }

  /// `pairs(object)`: keys and values, in the order in which they are to come.
  @inlinable public static func pairs(
    _ body: @escaping (Object) throws -> [(LuaValue, LuaValue)]
  ) -> LuaMember {
    LuaMember(.pairs, "") { call in
      call.returns(all: try body(receiver(of: call)).flatMap { [$0.0, $0.1] })
    }
  }

  /// `tostring(object)`. Without it, it is the class's name.
  @inlinable public static func description(
    _ body: @escaping (Object) throws -> String
  ) -> LuaMember {
    LuaMember(.description, "") { call in call.returns(try body(receiver(of: call))) }
  }

  /// The Swift object of the receiver, which the bridge has checked to be of this class.
  @inlinable static func receiver(of call: LuaCall) throws -> Object {
    guard let pointer = call.object else {
      throw LuaError(kind: .misuse, message: "a method without a receiver")
    }
    // Of that type: the bridge calls a member only with a receiver of the class it was added to.
    // Alive: the receiver is an argument of the call, on the stack, so that the retain of `makeObject`
    // is held until the call is over.
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }
}

extension LuaCall {
  @inlinable func droppingFirst() -> LuaCall {
    LuaCall(
      core: core, thread: thread, first: first + 1, count: Swift.max(0, count - 1),
      object: object)
  }
}
