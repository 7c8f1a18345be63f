import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// Doing what transitions say.
extension ScriptedBehavior {
  /// Takes the first rule whose guards hold.
  ///
  /// - Parameters:
  ///   - key: the source that the transition is named under.
  ///   - name: what it is named there: the event's name, or a link's pattern.
  func take(
    _ transition: Transition, _ event: Event, under key: String, _ name: String,
    _ context: CoordinatorContext
  ) throws -> Disposition {
    for (index, rule) in transition.rules.enumerated() where try applies(rule, event, context) {
      let place = place(of: rule)
      handlerPlace = place
      context.noteHandler(
        place,
        TakenTransition(
          script: definition.script, source: key, event: name, rule: index + 1))
      busy = rule.busy ?? .drop
      return try placed(at: rule.place) { try perform(rule.effect, event, context) }
    }
    return .declined
  }

  /// What an action cannot do has happened where the action stands.
  func placed<Result>(
    at place: SourcePlace, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as FlowError {
      if error.place == nil { error.place = place }
      throw error
    } catch let error as LuaError {
      var flow = FlowError(error)
      if flow.place == nil { flow.place = place }
      throw flow
    }
  }

  private func place(of rule: Rule) -> SourcePlace {
    guard case .call(let callable) = rule.effect, (try? function(callable)) != nil else {
      return rule.place
    }
    return callable.place ?? rule.place
  }

  // MARK: Guards

  func applies(_ rule: Rule, _ event: Event, _ context: CoordinatorContext) throws -> Bool {
    for guarding in rule.when where try !holds(guarding, event, context) { return false }
    for guarding in rule.unless where try holds(guarding, event, context) { return false }
    return true
  }

  private func holds(
    _ callable: Callable, _ event: Event, _ context: CoordinatorContext
  ) throws -> Bool {
    let value = try context.readingOnly(callable.described(as: "guard")) {
      try runtime.reading(callable.described(as: "guard")) {
        try call(callable, event)
      }
    }
    return switch value {
    case .nil, .bool(false): false
    default: true
    }
  }

  /// Calls a function with the payload and the event, as far as it takes them.
  private func call(_ callable: Callable, _ event: Event) throws -> LuaValue {
    let function = try function(callable)
    let info = function.info
    if info.parameterCount > 2 || info.isVariadic {
      return try run(function, event.payload, try runtime.eventObject(event, self))
    }
    guard info.parameterCount > 1 else { return try run(function) }
    return try run(function, event.payload)
  }

  // MARK: Effects

  func perform(
    _ effect: Effect, _ event: Event, _ context: CoordinatorContext
  ) throws -> Disposition {
    let router = context.router
    switch effect {
    case .call(let callable): return try callHandler(callable, event)
    case .steps(let rules): try perform(rules[...], event, context)
    case .push(let screen):
      try router.push(screen.name, params(screen, event, context), animated: screen.animation)
    case .show(let screen):
      try router.show(screen.name, params(screen, event, context), animated: screen.animation)
    case .replace(let screen):
      try router.replace(screen.name, params(screen, event, context), animated: screen.animation)
    case .setRoot(let screen):
      try router.setRoot(screen.name, params(screen, event, context), animated: screen.animation)
    case .showDetail(let screen):
      try router.showDetail(
        screen.name, params(screen, event, context), animated: screen.animation)
    case .present(let screen, let style, let locking):
      try router.present(
        screen.name, params(screen, event, context), style: style, locking,
        animated: screen.animation)
    case .start(let slot, let argument, let options):
      let input = try value(argument, event, context) ?? .empty
      guard event.source == .link else {
        try context.children.start(slot, input, options)
        break
      }
      // What a link captures are strings; the contract says what they stand for.
      let meant = try runtime.contract(slot).map {
        try PackedValue($0.inputFromStrings(input.value))
      }
      try lead(event, into: slot, meant ?? input, options, context)
    case .pop(let count, let animation): try router.pop(count, animated: animation)
    case .popTo(let name, let animation): try router.pop(to: name, animated: animation)
    case .popToRoot(let animation): try router.popToRoot(animated: animation)
    case .selectTab(let name):
      try router.selectTab(name)
      if event.source == .link, let child = context.children.inTab(name) {
        try context.children.open(try Link(payload: event.payload), in: child)
      }
    case .dismiss(let animation): try router.dismiss(animated: animation)
    case .dismissAll(let animation): try router.dismissAll(animated: animation)
    case .update(let screen, let argument):
      try router.update(screen, try value(argument, event, context) ?? .empty)
    case .finish(let argument):
      let result = try value(argument, event, context)
      try check(result: result)
      try context.finish(result ?? .finishedWithoutResult)
    case .cancel(let reason): try context.cancel(reason)
    case .emit(let name, let argument):
      let payload = try value(argument, event, context) ?? .empty
      try check(emitted: name, payload)
      try context.emit(name, payload)
    case .open(let url): try context.open(url)
    case .deferLink: try context.deferLink(try Link(payload: event.payload))
    case .ignore: break
    }
    return .handled
  }

  /// Takes a link into a child: one that runs already, else a new one.
  private func lead(
    _ event: Event, into slot: String, _ input: PackedValue, _ options: ChildOptions,
    _ context: CoordinatorContext
  ) throws {
    let link = try Link(payload: event.payload)
    guard let running = context.children.find(options.name ?? slot) else {
      let started = try context.children.start(slot, input, options)
      return try context.children.open(link, in: started)
    }
    if link.path.isEmpty, !link.captures.isEmpty, !context.isLinkDeferred {
      context.note(
        "\(running.name) runs already and is not started again, so what \(event.name) captures does not reach it: let \(running.name) take that segment with a link of its own"
      )
    }
    try context.children.open(link, in: running)
  }

  /// Whether a guard of `can_leave` agrees.
  func permits(_ leaving: Leaving, _ callable: Callable) throws -> Bool {
    let facts = try PackedValue([
      "how": .string(leaving.how.rawValue), "screen": .string(leaving.name),
      "params": leaving.params.value,
    ])
    let value = try runtime.reading(callable.described(as: "can_leave")) {
      try run(try function(callable), facts)
    }
    return switch value {
    case .nil, .bool(false): false
    default: true
    }
  }

  private func callHandler(_ callable: Callable, _ event: Event) throws -> Disposition {
    let value = try call(callable, event)
    switch value {
    case .object(let object) where object.object(as: PassToken.self) != nil: return .declined
    case .table(let table):
      if let verb = try Verb.names.sorted().first(where: { !(try table.get($0).isNil) }) {
        throw FlowError(
          .failure,
          """
          the handler returns a table with \(verb) in it: an action is not carried out when it is \
          returned. Call self.router or self instead, or put the action into transitions.
          """, place: try function(callable).place)
      }
      return .handled
    default: return .handled
    }
  }

  private func params(
    _ screen: ScreenTarget, _ event: Event, _ context: CoordinatorContext
  ) throws -> PackedValue {
    try value(screen.argument, event, context) ?? .empty
  }

  /// What an action's `with` gives; nil for none.
  private func value(
    _ argument: Argument, _ event: Event, _ context: CoordinatorContext
  ) throws -> PackedValue? {
    switch argument {
    case .none: return nil
    case .payload: return event.payload
    case .table(let data): return data
    case .callable(let callable):
      let what = callable.described(as: "with")
      let value = try context.readingOnly(what) {
        try runtime.reading(what) { try call(callable, event) }
      }
      if value.isNil { return nil }
      do {
        return try value.packed(label: "with")
      } catch let error as LuaError {
        throw FlowError(
          .failure, error.message, place: try function(callable).place, cause: error)
      }
    }
  }
}

extension Callable {
  /// What it is, in an error of what it must not do.
  func described(as role: String) -> String {
    method.map { "the \(role) \"\($0)\"" } ?? "a \(role)"
  }
}
