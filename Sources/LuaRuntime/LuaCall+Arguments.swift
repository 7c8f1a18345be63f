import CLuaBridge
import PlainValues

extension LuaCall {
  /// The argument at `index`, from 0; `nil` beyond the last.
  public subscript(index: Int) -> LuaValue {
    let slot = slot(index)
    return (try? slot.value()) ?? .other(typeName: slot.typeName)
  }

  /// Takes an argument as that type.
  ///
  /// - Throws: ``LuaArgumentError``, which a script reads as
  ///   `bad argument #1 (string expected, got nil)`.
  @inlinable public func argument<Argument: LuaConvertible>(
    _ index: Int, as type: Argument.Type = Argument.self
  ) throws(LuaArgumentError) -> Argument {
    do {
      return try Argument.take(from: slot(index))
    } catch {
      throw LuaArgumentError(index: index, mismatch: error)
    }
  }

  public func string(at index: Int) throws(LuaArgumentError) -> String { try argument(index) }
  public func integer(at index: Int) throws(LuaArgumentError) -> Int { try argument(index) }
  public func number(at index: Int) throws(LuaArgumentError) -> Double { try argument(index) }
  public func bool(at index: Int) throws(LuaArgumentError) -> Bool { try argument(index) }
  public func table(at index: Int) throws(LuaArgumentError) -> LuaTable { try argument(index) }
  public func function(at index: Int) throws(LuaArgumentError) -> LuaFunction {
    try argument(index)
  }

  /// Checks that an argument is plain data and copies it. Costs its size.
  ///
  /// - Parameter label: what messages call it: `params.items[3].price is a function`.
  public func packed(at index: Int, label: String) throws(LuaMismatch) -> PackedValue {
    try slot(index).packed(label: label)
  }

  /// Whether it is `nil` or not there.
  public func isAbsent(at index: Int) -> Bool { slot(index).isNil }

  /// Lua's name of an argument's type, or the host class's; `nothing` beyond the last.
  public func typeName(at index: Int) -> String { slot(index).typeName }

  /// The Swift object of an argument that is a host object of that class.
  public func object<Object>(at index: Int, of type: LuaHostClass<Object>) -> Object? {
    type.object(at: slot(index))
  }

  /// Where the script calls from, if it is a script that calls.
  public func callerLocation() -> (script: String, line: Int)? {
    var source: UnsafePointer<CChar>?
    var line: Int32 = 0
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SX_SHOWN)) {
      guard let shown = $0.baseAddress, sx_caller(thread, &source, shown, &line), let source
      else { return nil }
      let name = String(cString: source)
      let isNamed = name.hasPrefix("=") || name.hasPrefix("@")
      return (isNamed ? String(name.dropFirst()) : String(cString: shown), Int(line))
    }
  }
}

/// An argument that is not what the function takes.
public struct LuaArgumentError: Error, CustomStringConvertible {
  /// Counted from 0.
  public var index: Int
  /// The function's name, where it is known.
  public var function: String?
  public var mismatch: LuaMismatch

  public init(index: Int, function: String? = nil, mismatch: LuaMismatch) {
    self.index = index
    self.function = function
    self.mismatch = mismatch
  }

  public var description: String {
    "bad argument #\(index + 1)\(function.map { " to '\($0)'" } ?? "") (\(mismatch.message))"
  }
}

extension LuaMismatch: CustomStringConvertible {
  public var description: String { message }
}
