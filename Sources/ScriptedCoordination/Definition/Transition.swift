import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// What happens on an event: the first rule of these whose guards hold.
struct Transition {
  let rules: [Rule]
}

/// One of the things that may happen on an event. A class, because each event looks at some, and
/// keeps none.
final class Rule {
  /// All of these must hold.
  let when: [Callable]
  /// None of these may hold.
  let unless: [Callable]
  let effect: Effect
  /// What becomes of the same event while a handler of this waits; nil where it does not say.
  let busy: BusyPolicy?
  let place: SourcePlace

  init(
    when: [Callable] = [], unless: [Callable] = [], effect: Effect, busy: BusyPolicy? = nil,
    place: SourcePlace
  ) {
    self.when = when
    self.unless = unless
    self.effect = effect
    self.busy = busy
    self.place = place
  }
}

/// A script's function, or a method by its name.
final class Callable {
  /// The name of the method; nil for a function.
  let method: String?
  private var function: LuaFunction?
  /// Where the function is defined; nil for a method until it is looked up.
  private(set) var place: SourcePlace?

  init(_ function: LuaFunction) {
    method = nil
    self.function = function
    place = function.place
  }

  init(method: String) { self.method = method }

  /// The function; nil where there is no such method. Looked up once: the table is frozen.
  func function(in table: LuaTable) throws(LuaError) -> LuaFunction? {
    if let function { return function }
    guard let method, case .function(let found) = try table.get(method) else { return nil }
    function = found
    place = found.place
    return found
  }
}

/// What a rule does.
indirect enum Effect {
  case call(Callable)
  case steps([Rule])
  case push(ScreenTarget)
  case show(ScreenTarget)
  case replace(ScreenTarget)
  case setRoot(ScreenTarget)
  case showDetail(ScreenTarget)
  case present(ScreenTarget, ModalStyle, RouterAccess.Locking)
  case start(String, Argument, ChildOptions)
  case pop(Int, Animation)
  case popTo(String, Animation)
  case popToRoot(Animation)
  case selectTab(String)
  case dismiss(Animation)
  case dismissAll(Animation)
  case update(String?, Argument)
  case finish(Argument)
  case cancel(String)
  case emit(String, Argument)
  /// Follows a link.
  case open(String)
  /// Keeps the link that is being followed.
  case deferLink
  case ignore
}

/// A screen to be shown.
struct ScreenTarget {
  let name: String
  let argument: Argument
  let animation: Animation
}

/// What an action passes on: its `with`.
enum Argument {
  case none
  /// The event's payload.
  case payload
  case table(PackedValue)
  case callable(Callable)
}

/// The verbs of actions, and what may stand beside each.
enum Verb: String, CaseIterable {
  case push, show, replace, present, start, pop, update, finish, cancel, emit, call, steps
  case dismiss, ignore, open, `defer`
  case setRoot = "set_root"
  case showDetail = "show_detail"
  case popTo = "pop_to"
  case popToRoot = "pop_to_root"
  case selectTab = "select_tab"
  case dismissAll = "dismiss_all"

  /// The keys that go with it, beside the guards.
  var companions: Set<String> {
    switch self {
    case .push, .show, .replace, .setRoot, .showDetail: ["with", "animated"]
    case .present: ["with", "animated", "style", "locked"]
    case .start: ["with", "as", "present", "locked", "once", "services"]
    case .pop, .popTo, .popToRoot, .dismiss, .dismissAll: ["animated"]
    case .update, .finish, .emit: ["with"]
    case .selectTab, .cancel, .call, .steps, .ignore, .open, .defer: []
    }
  }

  /// The keys that go with every verb.
  static let guards: Set<String> = ["when", "unless", "busy"]
  static let names = Set(allCases.map(\.rawValue))
}
