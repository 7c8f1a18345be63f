import CLuaBridge

/// A Swift closure that Lua holds.
@usableFromInline
final class LuaClosure {
  @usableFromInline typealias Body = (inout LuaCall) throws -> Void
  @usableFromInline let body: Body

  @usableFromInline init(_ body: @escaping Body) { self.body = body }
}

/// Where Lua calls Swift. Nothing escapes: an error becomes a status, which C raises.
let enterSwift:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, OpaquePointer?,
    Int32, Int32
  ) -> Int32 = { owner, context, object, thread, first, count in
    guard let owner, let context, let thread else { return 0 }
    // Alive through the call: `owner` is the core that `LuaCore.init` has set, and whoever called Lua
    // (a method of a state or a reference) holds that.
    let core = Unmanaged<LuaCore>.fromOpaque(owner)
    return core._withUnsafeGuaranteedRef { core in
      // Alive through the call: the box in the Lua function that is running owns a retain of the
      // closure, and what runs is not collected. It is given back to `releaseGarbage`, by the core.
      Unmanaged<LuaClosure>.fromOpaque(context)._withUnsafeGuaranteedRef { closure in
        var call = LuaCall(
          core: core, thread: thread, first: first, count: Int(count), object: object)
        do {
          try closure.body(&call)
          return call.answer
        } catch {
          return core.raise(error, in: &call)
        }
      }
    }
  }

extension LuaCore {
  /// Puts the text that an error becomes, with the caller's position in front, and remembers both.
  fileprivate func raise(_ error: any Error, in call: inout LuaCall) -> Int32 {
    call.discardResults()
    let isPlaced = (error as? LuaError)?.script != nil
    put(error, at: isPlaced ? nil : call.shownPosition())
    return SX_RAISES.rawValue
  }

  /// Puts the text that an error becomes, and remembers both.
  ///
  /// - Parameter place: the caller's position; nil where the error has its own, or there is none.
  func put(_ error: any Error, at place: String? = nil) {
    var text = (place ?? "") + String(describing: error)
    remember(error, as: text)
    text.withUTF8 { sx_put_string(buffer, $0.baseAddress, $0.count) }
  }
}

extension LuaCall {
  /// The caller's position as Lua puts it in front of messages.
  fileprivate func shownPosition() -> String? {
    var source: UnsafePointer<CChar>?
    var line: Int32 = 0
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SX_SHOWN)) {
      guard let shown = $0.baseAddress, sx_caller(thread, &source, shown, &line) else {
        return nil
      }
      return "\(String(cString: shown)):\(line): "
    }
  }
}
