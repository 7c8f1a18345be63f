import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// Reads what stands for one event: a method's name, a function, an action, or a list of these.
struct TransitionReader {
  var definition: DefinitionReader

  init(definition: DefinitionReader) { self.definition = definition }

  mutating func read(_ value: LuaValue, _ path: [String]) -> Transition? {
    guard case .table(let table) = value, table.count > 0 else {
      return rule(value, path).map { Transition(rules: [$0]) }
    }
    guard hasOnlyItems(table, path) else { return nil }
    let rules = (1...table.count).compactMap { rule(table.entry($0), path + [String($0)]) }
    return Transition(rules: rules)
  }

  private mutating func hasOnlyItems(_ table: LuaTable, _ path: [String]) -> Bool {
    guard table.keyList.count == table.count else {
      definition.error(path, "a list of transitions has the keys 1 to n, without gaps or others")
      return false
    }
    for case .string(let key) in table.keyList {
      definition.error(
        path,
        "a list of transitions and the key \"\(key)\" do not go together: put the key into an item")
      return false
    }
    return true
  }

  private mutating func rule(_ value: LuaValue, _ path: [String]) -> Rule? {
    let place = definition.place(path)
    switch value {
    case .string(let name): return Rule(effect: .call(Callable(method: name)), place: place)
    case .function(let function):
      return Rule(effect: .call(Callable(function)), place: place)
    case .table(let table): return action(table, path)
    default:
      definition.error(
        path,
        "\(path.prefix(3).joined(separator: ".")) is a \(value.typeName): a transition is a method's name, a function, an action or a list of these"
      )
      return nil
    }
  }

  // MARK: Actions

  private mutating func action(_ table: LuaTable, _ path: [String]) -> Rule? {
    var reader = ActionReader(table: table, path: path, definition: definition)
    let rule = reader.read()
    definition = reader.definition
    return rule
  }
}

/// Reads one action: a table with one verb and what goes with it.
struct ActionReader {
  let table: LuaTable
  let path: [String]
  var definition: DefinitionReader

  mutating func read() -> Rule? {
    let keys = table.keyList.map { key in
      if case .string(let name) = key { name } else { "[\(key.typeName)]" }
    }
    let named = keys.compactMap(Verb.init)
    // `present` is a verb, and beside `start` says how.
    let verbs = named.filter { verb in !named.contains { $0.companions.contains(verb.rawValue) } }
    guard verbs.count == 1, let verb = verbs.first else {
      complain(keys, verbs)
      return nil
    }
    guard allow(keys, for: verb) else { return nil }
    guard let when = callables("when"), let unless = callables("unless"), let busy = busy(),
      let effect = effect(verb)
    else { return nil }
    return Rule(
      when: when, unless: unless, effect: effect, busy: busy,
      place: definition.place(path))
  }

  /// Says what is wrong where there is not one verb.
  private mutating func complain(_ keys: [String], _ verbs: [Verb]) {
    if verbs.count > 1 {
      let names = verbs.map(\.rawValue).sorted().joined(separator: " and ")
      return definition.error(
        path, "two verbs, \(names), in one action: use steps = { … } to do several things")
    }
    let unknown = keys.first {
      Verb.guards.contains($0) == false && !Verb.allCompanions.contains($0)
    }
    guard let unknown else {
      return definition.error(
        path, "the action has no verb: say what to do, for example push = \"screen\"")
    }
    let near = Suggestion.near(unknown, among: Verb.names.sorted())
    definition.error(path + [unknown], "unknown verb \"\(unknown)\"\(near)")
  }

  private mutating func allow(_ keys: [String], for verb: Verb) -> Bool {
    let allowed = verb.companions.union(Verb.guards).union([verb.rawValue])
    guard let stray = keys.first(where: { !allowed.contains($0) }) else { return true }
    let goes = verb.companions.union(Verb.guards).sorted()
    let near = Suggestion.near(stray, among: goes)
    definition.error(path + [stray], "\"\(stray)\" does not go with \(verb.rawValue)\(near)")
    return false
  }

  private mutating func effect(_ verb: Verb) -> Effect? {
    switch verb {
    case .push: target(verb).map(Effect.push)
    case .show: target(verb).map(Effect.show)
    case .replace: target(verb).map(Effect.replace)
    case .setRoot: target(verb).map(Effect.setRoot)
    case .showDetail: target(verb).map(Effect.showDetail)
    case .present: presentation()
    case .start: start()
    case .pop: pop()
    case .popTo: named(verb).flatMap { name in animation().map { .popTo(name, $0) } }
    case .selectTab: named(verb).map(Effect.selectTab)
    case .popToRoot: bare(verb) { .popToRoot($0) }
    case .dismiss: bare(verb) { .dismiss($0) }
    case .dismissAll: bare(verb) { .dismissAll($0) }
    case .ignore: bare(verb) { _ in .ignore }
    case .defer: deferLink()
    case .open: link()
    case .update: update()
    case .finish: isTrue(verb) ? argument().map(Effect.finish) : nil
    case .cancel: cancel()
    case .emit: named(verb).flatMap { name in argument().map { .emit(name, $0) } }
    case .call: callable(table.entry("call"), "call").map(Effect.call)
    case .steps: steps()
    }
  }

  private mutating func target(_ verb: Verb) -> ScreenTarget? {
    guard let name = named(verb), let argument = argument(), let animation = animation() else {
      return nil
    }
    return ScreenTarget(name: name, argument: argument, animation: animation)
  }

  private mutating func presentation() -> Effect? {
    guard let target = target(.present), let style = style("style"), let locking = locking() else {
      return nil
    }
    return .present(target, style ?? .sheet, locking)
  }

  private mutating func start() -> Effect? {
    guard let slot = named(.start), let argument = argument(), let style = style("present"),
      let locking = locking(), let once = flag("once")
    else { return nil }
    guard style != nil || table.entry("locked").isNil else {
      definition.error(path + ["locked"], "locked goes with present: only a modal can be locked")
      return nil
    }
    var options = ChildOptions(once: once ?? false)
    if !table.entry("as").isNil {
      guard let name = string("as") else { return nil }
      options.name = name
    }
    guard let services = services() else { return nil }
    options.services = services
    options.presentation = style.map { .init($0, isLocked: locking == .locked) }
    return .start(slot, argument, options)
  }

  private mutating func link() -> Effect? {
    guard let url = named(.open) else { return nil }
    do {
      _ = try Link(url)
      return .open(url)
    } catch {
      definition.error(path + ["open"], error.message)
      return nil
    }
  }

  private mutating func deferLink() -> Effect? {
    guard path.first == "links" else {
      definition.error(
        path + ["defer"], "defer keeps the link that is followed: it stands in links")
      return nil
    }
    return isTrue(.defer) ? .deferLink : nil
  }

  private mutating func pop() -> Effect? {
    guard let animation = animation() else { return nil }
    switch table.entry("pop") {
    case .bool(true): return .pop(1, animation)
    case .integer(let count) where count > 0: return .pop(count, animation)
    default: return refuse("pop", "true or a number of screens")
    }
  }

  private mutating func update() -> Effect? {
    guard let argument = argument() else { return nil }
    switch table.entry("update") {
    case .bool(true): return .update(nil, argument)
    case .string(let screen): return .update(screen, argument)
    default: return refuse("update", "true or a screen's name")
    }
  }

  private mutating func cancel() -> Effect? {
    switch table.entry("cancel") {
    case .bool(true): return .cancel(CancelReason.cancelled)
    case .string(let reason): return .cancel(reason)
    default: return refuse("cancel", "true or a reason")
    }
  }

  private mutating func steps() -> Effect? {
    guard case .table(let list) = table.entry("steps"), list.count > 0 else {
      return refuse("steps", "a list of actions")
    }
    let deepest = 8
    guard path.count(where: { $0 == "steps" }) < deepest else {
      definition.error(path, "steps within steps, more than \(deepest) deep")
      return nil
    }
    var rules: [Rule] = []
    for index in 1...list.count {
      guard case .table(let step) = list.entry(index) else {
        return refuse("steps", "a list of actions; use call = … for a method or a function")
      }
      var reader = ActionReader(
        table: step, path: path + ["steps", String(index)], definition: definition)
      let rule = reader.read()
      definition = reader.definition
      guard let rule else { return nil }
      rules.append(rule)
    }
    return .steps(rules)
  }

  // MARK: Values

  private mutating func named(_ verb: Verb) -> String? { string(verb.rawValue) }

  private mutating func string(_ key: String) -> String? {
    guard case .string(let name) = table.entry(key), !name.isEmpty else {
      return refuse(key, "a name")
    }
    return name
  }

  private mutating func isTrue(_ verb: Verb) -> Bool {
    if case .bool(true) = table.entry(verb.rawValue) { return true }
    let _: Effect? = refuse(verb.rawValue, "true")
    return false
  }

  private mutating func bare(_ verb: Verb, _ make: (Animation) -> Effect) -> Effect? {
    guard isTrue(verb), let animation = animation() else { return nil }
    return make(animation)
  }

  private mutating func flag(_ key: String) -> Bool?? {
    switch table.entry(key) {
    case .nil: return .some(nil)
    case .bool(let value): return .some(value)
    default: return refuse(key, "true or false")
    }
  }

  private mutating func animation() -> Animation? {
    flag("animated").map { $0 == false ? .off : .on }
  }

  private mutating func locking() -> RouterAccess.Locking? {
    flag("locked").map { $0 == true ? .locked : .unlocked }
  }

  private mutating func style(_ key: String) -> ModalStyle?? {
    let styles = ModalStyle.allCases.map(\.rawValue)
    switch table.entry(key) {
    case .nil: return .some(nil)
    case .string(let name):
      if let style = ModalStyle(rawValue: name) { return .some(style) }
      definition.error(
        path + [key], "there is no style \"\(name)\"\(Suggestion.near(name, among: styles))")
      return nil
    default: return refuse(key, "a style: \(styles.joined(separator: ", "))")
    }
  }

  private mutating func busy() -> BusyPolicy?? {
    let policies = BusyPolicy.allCases.map(\.rawValue)
    switch table.entry("busy") {
    case .nil: return .some(nil)
    case .string(let name):
      if let policy = BusyPolicy(rawValue: name) { return .some(policy) }
      definition.error(
        path + ["busy"],
        "busy cannot be \"\(name)\"\(Suggestion.near(name, among: policies))"
      )
      return nil
    default: return refuse("busy", "one of \(policies.joined(separator: ", "))")
    }
  }

  /// Which services stand for which in the child.
  private mutating func services() -> [String: String]? {
    let expected = "a table of names, such as { accounts = \"demo_accounts\" }"
    guard case .table(let names) = table.entry("services") else {
      return table.entry("services").isNil ? [:] : refuse("services", expected)
    }
    var services: [String: String] = [:]
    for key in names.keyList {
      guard case .string(let name) = key, case .string(let other) = names.entry(name) else {
        return refuse("services", expected)
      }
      services[name] = other
    }
    return services
  }

  private mutating func argument() -> Argument? {
    switch table.entry("with") {
    case .nil: return .some(Argument.none)
    case .bool(true): return .payload
    case .string(let name): return .callable(Callable(method: name))
    case .function(let function): return .callable(Callable(function))
    case .table(let data):
      do {
        return .table(try data.packed(label: "with"))
      } catch {
        definition.error(path + ["with"], "with is not plain data: \(error.plainMessage)")
        return nil
      }
    default: return refuse("with", "a table, true, a method's name or a function")
    }
  }

  private mutating func callables(_ key: String) -> [Callable]? {
    let value = table.entry(key)
    if value.isNil { return [] }
    guard case .table(let list) = value else { return callable(value, key).map { [$0] } }
    guard list.count > 0 else {
      return refuse(key, "a method's name, a function, or a list of these")
    }
    var callables: [Callable] = []
    for index in 1...list.count {
      guard let callable = callable(list.entry(index), key) else { return nil }
      callables.append(callable)
    }
    return callables
  }

  private mutating func callable(_ value: LuaValue, _ key: String) -> Callable? {
    switch value {
    case .string(let name): Callable(method: name)
    case .function(let function): Callable(function)
    default: refuse(key, "a method's name or a function")
    }
  }

  /// Says what should stand under a key.
  private mutating func refuse<Result>(_ key: String, _ expected: String) -> Result? {
    let there = table.entry(key)
    let shown =
      switch there {
      case .bool(let value): "\(value)"
      case .table(let table) where table.keyList.isEmpty: "empty"
      default: "a \(there.typeName)"
      }
    let hint = key == "finish" ? "; the result goes into with = …" : ""
    definition.error(path + [key], "\(key) is \(shown), it has to be \(expected)\(hint)")
    return nil
  }
}

extension Verb {
  static let allCompanions = allCases.reduce(into: Set<String>()) { $0.formUnion($1.companions) }
}
