import Coordination
import LuaRuntime
import PlainValues

/// Handlers that wait, and going on with them.
extension ScriptedBehavior {
  // MARK: Suspending

  /// Makes the call suspend the handler that it is in, once it has done what it has to.
  ///
  /// - Parameter prepare: begins what is to be waited for.
  func wait(
    _ what: String, _ call: inout LuaCall, _ prepare: (CoordinatorContext, LuaCall) throws -> Wait
  ) throws {
    try permitWaiting(what, call)
    pendingWait = try prepare(try context(), call)
    call.suspend()
  }

  /// Makes the call suspend the handler that it is in, until a service has answered.
  func wait(for service: ServiceCallID, named name: String, _ call: inout LuaCall) {
    pendingWait = .service(service)
    pendingName = "service \(name)"
    call.suspend()
  }

  /// Makes the call suspend the handler that it is in, until a service in Lua has slept.
  func wait(
    for service: LuaSuspension, named name: String, sleeping seconds: Double,
    _ call: inout LuaCall
  ) {
    pendingWait = .time(seconds: seconds)
    pendingName = "service \(name)"
    pendingService = service
    call.suspend()
  }

  /// Refuses where the handler that makes the call cannot wait in it.
  func permitWaiting(_ what: String, _ call: LuaCall) throws {
    try context().permitWaiting(what)
    guard call.canSuspend, running != nil else {
      throw FlowError(
        .misuse,
        "cannot \(what) here: Lua cannot suspend in a comparison of sort, a callback of gsub or a metamethod such as __tostring; do it before or after"
      )
    }
  }

  /// What a run has come to: its first result; or nothing yet, and the rest is kept.
  func proceed(_ outcome: LuaOutcome) throws -> LuaValue {
    switch outcome {
    case .returned(let value): return value
    case .suspended(let suspension):
      guard let wait = pendingWait, let running else {
        suspension.drop()
        throw FlowError(.misuse, "a handler cannot wait here")
      }
      pendingWait = nil
      let handler = ScriptHandler(suspension, of: self, at: handlerPlace)
      handler.service = pendingService.take()
      handler.waitsFor = pendingName.take()
      running.suspend(handler, waitingFor: wait, busy: busy)
      suspended = handler
      return .nil
    }
  }

  // MARK: Going on

  /// Goes on with a handler, and when that has returned with what was to follow it.
  func resume(
    _ handler: ScriptHandler, _ answer: [PackedValue?], _ context: CoordinatorContext
  ) throws {
    try enter(context, in: handler.definition) {
      suspended = nil
      handlerPlace = handler.place
      context.noteHandler(handler.place)
      if let service = handler.service {
        try resume(handler, after: service, context)
      } else {
        _ = try proceed(try handler.suspension.resume(all: answer))
      }
      guard let sequel = handler.sequel else { return }
      if let suspended {
        suspended.sequel = sequel
      } else {
        try perform(sequel.rules[...], sequel.event, context)
      }
    }
    changeOverIfDue(context)
  }

  /// Goes on with a service that a handler waits for; when that has returned, with the handler, and
  /// with its error where it has failed.
  private func resume(
    _ handler: ScriptHandler, after service: LuaSuspension, _ context: CoordinatorContext
  ) throws {
    let outcome: ScriptServices.Outcome
    do {
      outcome = try runtime.services.goOn(with: service)
    } catch  where !runtime.isLimit(error) {
      handler.service = nil
      _ = try proceed(try handler.suspension.resume(raising: error))
      return
    }
    switch outcome {
    case .answered(let results):
      handler.service = nil
      _ = try proceed(try handler.suspension.resume(all: results.map(PackedValue.init(result:))))
    case .sleeps(_, let seconds):
      context.suspend(handler, waitingFor: .time(seconds: seconds), busy: busy)
      suspended = handler
    }
  }

  // MARK: Steps

  /// Carries out rules one after the other; those after one that waits, when that has returned.
  func perform(
    _ steps: ArraySlice<Rule>, _ event: Event, _ context: CoordinatorContext
  ) throws {
    let whole = busy
    var rest = steps
    while let rule = rest.popFirst() {
      guard try applies(rule, event, context) else { continue }
      busy = rule.busy ?? whole
      suspended = nil
      _ = try placed(at: rule.place) { try perform(rule.effect, event, context) }
      if let suspended {
        let sequel = (suspended.sequel?.rules ?? []) + rest
        suspended.sequel = sequel.isEmpty ? nil : ScriptHandler.Sequel(rules: sequel, event: event)
        return
      }
    }
    busy = whole
  }
}
