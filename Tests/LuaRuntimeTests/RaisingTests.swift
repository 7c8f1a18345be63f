import LuaRuntime
import Testing

/// Errors of the host's in calls that have waited.
@Suite("Raising in what waits")
struct RaisingTests {
  private struct Refused: Error, CustomStringConvertible { let description = "no luck" }

  private func script() throws -> Script {
    let script = try Script()
    try script.set("wait", try script.state.makeFunction("wait") { call in call.suspend() })
    return script
  }

  private func suspended(_ script: Script, _ text: String) throws -> LuaSuspension {
    guard case .suspended(let suspension) = try script.state.run(try script.load(text)) else {
      throw LuaError(kind: .misuse, message: "it does not wait")
    }
    return suspension
  }

  @Test(
    "the call that waited raises it, and a script catches it wherever that is",
    arguments: [
      "local ok, e = pcall(wait) return tostring(ok) .. e",
      "local ok, e = pcall(function() wait() return 'never' end) return tostring(ok) .. e",
      "return select(2, xpcall(wait, function(e) return 'false' .. e end))",
      "local ok, e = coroutine.resume(coroutine.create(wait)) return tostring(ok) .. e",
      """
      local ok, e = pcall(function()
        return coroutine.wrap(function() return coroutine.wrap(wait)() end)()
      end)
      return tostring(ok) .. e:match("no luck")
      """,
    ])
  func caught(text: String) throws {
    let script = try script()
    defer { withExtendedLifetime(script) {} }
    let suspension = try suspended(script, text)
    guard case .returned(let value) = try suspension.resume(raising: Refused()) else {
      Issue.record("it should have returned")
      return
    }
    #expect(value.string == "falseno luck")
  }

  @Test("uncaught, it is the run's error, with what was raised as its cause")
  func uncaught() throws {
    let script = try script()
    defer { withExtendedLifetime(script) {} }
    let suspension = try suspended(script, "wait() return 'never'")
    do {
      _ = try suspension.resume(raising: Refused())
      Issue.record("it should have failed")
    } catch {
      #expect(error.message == "no luck")
      #expect(error.cause is Refused)
    }
    #expect(!suspension.isWaiting)
  }

  @Test("an error of a script keeps its place")
  func placed() throws {
    let script = try script()
    defer { withExtendedLifetime(script) {} }
    let suspension = try suspended(script, "wait()")
    let first = LuaError(kind: .runtime, message: "no luck", script: "services.lua", line: 3)
    do {
      _ = try suspension.resume(raising: first)
      Issue.record("it should have failed")
    } catch {
      #expect(error.script == "services.lua")
      #expect(error.line == 3)
      #expect(error.message == "no luck")
    }
  }

  @Test("what waits afterwards is resumed as ever")
  func afterwards() throws {
    let script = try script()
    let suspension = try suspended(script, "local ok = pcall(wait) return tostring(ok) .. wait()")
    guard case .suspended(let again) = try suspension.resume(raising: Refused()) else {
      Issue.record("it should wait again")
      return
    }
    guard case .returned(let value) = try again.resume("x") else {
      Issue.record("it should have returned")
      return
    }
    #expect(value.string == "falsex")
  }

  @Test("it is raised once: after that, and after a drop, it is an error")
  func once() throws {
    let script = try script()
    defer { withExtendedLifetime(script) {} }
    let suspension = try suspended(script, "wait()")
    suspension.drop()
    #expect(throws: LuaError.self) { try suspension.resume(raising: Refused()) }
  }
}
