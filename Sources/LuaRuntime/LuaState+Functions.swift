import CLuaBridge

extension LuaState {
  /// A Lua function that runs a closure.
  ///
  /// An error that it throws becomes a Lua error, whose value is a string with the caller's
  /// position in front.
  ///
  /// Lua owns the closure for as long as a script may call it. So it holds the state `unowned` (which
  /// is checked, and safe because the closure runs in that state only) or `weak`, or the two keep each
  /// other; references into the state it may hold as it likes.
  ///
  /// - Parameter name: what messages call it.
  public func makeFunction(
    _ name: String, _ body: @escaping (inout LuaCall) throws -> Void
  ) throws(LuaError) -> LuaFunction {
    try makeFunction(LuaClosure(named: name, body))
  }

  /// A Lua function that runs a closure over typed arguments. What a script passes in excess is
  /// ignored, as of any Lua function.
  @inlinable public func makeFunction<each Argument: LuaConvertible, Result: LuaConvertible>(
    _ name: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws(LuaError) -> LuaFunction {
    try makeFunction(
      LuaClosure { call in
        var index = 0
        let result = try body(repeat try call.next((each Argument).self, &index, of: name))
        call.returns(result)
      })
  }

  /// The same, for a closure without a result.
  @inlinable public func makeFunction<each Argument: LuaConvertible>(
    _ name: String, _ body: @escaping (repeat each Argument) throws -> Void
  ) throws(LuaError) -> LuaFunction {
    try makeFunction(
      LuaClosure { call in
        var index = 0
        try body(repeat try call.next((each Argument).self, &index, of: name))
      })
  }

  @usableFromInline func makeFunction(_ closure: LuaClosure) throws(LuaError) -> LuaFunction {
    try core.begin()
    // Balanced once: the box in Lua's function owns this retain, which comes back through
    // `releaseGarbage` when it is collected, or with the state; where no function was made it is
    // released right here.
    let context = Unmanaged.passRetained(closure)
    guard sx_new_function(core.runtime, context.toOpaque()) else {
      context.release()
      throw core.takeError()
    }
    return LuaFunction(core: core, id: try core.keepTop())
  }
}

extension LuaClosure {
  /// Completes what the closure throws of its arguments by the function's name.
  convenience init(named name: String, _ body: @escaping Body) {
    self.init { call in
      do {
        try body(&call)
      } catch var error as LuaArgumentError where error.function == nil {
        error.function = name
        throw error
      }
    }
  }
}

extension LuaCall {
  @inlinable func next<Argument: LuaConvertible>(
    _ type: Argument.Type, _ index: inout Int, of function: String
  ) throws(LuaArgumentError) -> Argument {
    defer { index += 1 }
    do {
      return try Argument.take(from: slot(index))
    } catch {
      throw LuaArgumentError(index: index, function: function, mismatch: error)
    }
  }
}
