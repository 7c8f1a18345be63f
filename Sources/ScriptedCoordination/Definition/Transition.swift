import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// What happens on an event: the first rule of these whose guards hold.
struct Transition {
  let rules: [Rule]
}

/// One of the things that may happen on an event.
struct Rule {
  /// All of these must hold.
  var when: [Callable] = []
  /// None of these may hold.
  var unless: [Callable] = []
  let effect: Effect
  /// What becomes of the same event while a handler of this waits; nil where it does not say.
  var busy: BusyPolicy?
  let place: SourcePlace
}

/// A script's function, or the name of a method, which is looked up when it is called.
enum Callable {
  case function(LuaFunction)
  case method(String)
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
