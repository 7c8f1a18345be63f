import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// `self.router`, as scripts know it.
enum RouterMembers {
  typealias Member = LuaMember<ScriptedBehavior>

  static var members: [Member] {
    let known = showing + taking + modals + containers
    return known + [
      .index { _, key in
        throw FlowError(
          .misuse, "the router has no \"\(key)\"\(Suggestion.near(key, among: known.map(\.name)))")
      }
    ]
  }

  static let animated = ["animated"]

  private static func screen(
    _ method: String,
    _ act: @escaping (RouterAccess, String, PackedValue, Animation) throws -> Void
  ) -> Member {
    .method(method) { behavior, call in
      let options = try CallOptions(call, at: 2, allowing: animated, of: method)
      let params = try call.params(at: 1, options: animated, of: method)
      let screen = try call.string(at: 0)
      try behavior.check(screen: screen)
      try act(behavior.context().router, screen, params, try options.animation)
    }
  }

  private static var showing: [Member] {
    [
      screen("push") { try $0.push($1, $2, animated: $3) },
      screen("show") { try $0.show($1, $2, animated: $3) },
      screen("replace") { try $0.replace($1, $2, animated: $3) },
      screen("set_root") { try $0.setRoot($1, $2, animated: $3) },
      screen("show_detail") { try $0.showDetail($1, $2, animated: $3) },
      .method("update") { behavior, call in
        let isNamed = if case .string = call[0] { true } else { false }
        let at = isNamed ? 1 : 0
        let options = try CallOptions(call, at: at + 1, allowing: ["replace"], of: "update")
        let params = try call.params(at: at, options: ["replace"], of: "update")
        let merge: Merge = try options.flag("replace") == true ? .replace : .merge
        try behavior.context().router.update(isNamed ? try call.string(at: 0) : nil, params, merge)
      },
    ]
  }

  private static var taking: [Member] {
    [
      .method("pop") { behavior, call in
        let isCounted = if case .table = call[0] { false } else { !call.isAbsent(at: 0) }
        let hasGap = call.isAbsent(at: 0) && !call.isAbsent(at: 1)
        let options = try CallOptions(
          call, at: isCounted || hasGap ? 1 : 0, allowing: animated, of: "pop")
        try behavior.context().router.pop(
          isCounted ? try call.integer(at: 0) : 1, animated: try options.animation)
      },
      .method("pop_to") { behavior, call in
        let options = try CallOptions(call, at: 1, allowing: animated, of: "pop_to")
        try behavior.context().router.pop(
          to: try call.string(at: 0), animated: try options.animation)
      },
      bare("pop_to_root") { try $0.popToRoot(animated: $1) },
    ]
  }

  private static var modals: [Member] {
    [
      .method("present") { behavior, call in
        let names = ["animated", "style", "locked"]
        let options = try CallOptions(call, at: 2, allowing: names, of: "present")
        let params = try call.params(at: 1, options: names, of: "present")
        let screen = try call.string(at: 0)
        try behavior.check(screen: screen)
        try behavior.context().router.present(
          screen, params, style: try options.style("style") ?? .sheet,
          try options.flag("locked") == true ? .locked : .unlocked,
          animated: try options.animation)
      },
      bare("dismiss") { try $0.dismiss(animated: $1) },
      bare("dismiss_all") { try $0.dismissAll(animated: $1) },
      .method("proceed") { behavior, _ in try behavior.context().router.proceed() },
    ]
  }

  private static func bare(
    _ method: String, _ act: @escaping (RouterAccess, Animation) throws -> Void
  ) -> Member {
    .method(method) { behavior, call in
      let options = try CallOptions(call, at: 0, allowing: animated, of: method)
      try act(behavior.context().router, try options.animation)
    }
  }

  private static var containers: [Member] {
    [
      .method("set_tabs") { behavior, call in
        let list = try call.data(at: 0, label: "tabs").value
        guard let tabs = list.array else {
          throw FlowError(
            .misuse,
            "set_tabs needs a list of tabs, such as { { name = \"home\", start = \"home\" } }")
        }
        try behavior.context().router.setTabs(
          tabs.enumerated().map { try TabRequest($1, number: $0 + 1) })
      },
      .method("select_tab") { behavior, call in
        try behavior.context().router.selectTab(try call.string(at: 0))
      },
      .method("set_badge") { behavior, call in
        let badge = call.isAbsent(at: 1) ? nil : try call.packed(at: 1, label: "badge").value
        try behavior.context().router.setBadge(try call.string(at: 0), badge)
      },
      .method("split") { behavior, call in
        var sides = try TableReader(try call.data(at: 0, label: "split").value, "split")
        let primary = try SideRequest(sides.required("primary"), "split.primary")
        let secondary = try SideRequest(sides.required("secondary"), "split.secondary")
        try sides.finish()
        for case .screen(let name, _) in [primary, secondary] { try behavior.check(screen: name) }
        try behavior.context().router.split(primary: primary, secondary: secondary)
      },
    ]
  }
}

/// Reads a table with known keys.
struct TableReader {
  private var rest: [String: Value]
  private var known: [String] = []
  private let what: String

  init(_ value: Value, _ what: String) throws {
    guard let object = value.object else {
      throw FlowError(.misuse, "\(what) has to be a table with named keys")
    }
    rest = object
    self.what = what
  }

  mutating func optional(_ key: String) -> Value? {
    known.append(key)
    return rest.removeValue(forKey: key)
  }

  mutating func required(_ key: String) throws -> Value {
    guard let value = optional(key) else {
      throw FlowError(.misuse, "\(what) needs \(key)")
    }
    return value
  }

  mutating func string(_ key: String) throws -> String? {
    guard let value = optional(key) else { return nil }
    guard let string = value.string else {
      throw FlowError(.misuse, "\(what).\(key) has to be a string")
    }
    return string
  }

  mutating func flag(_ key: String) throws -> Bool {
    guard let value = optional(key) else { return false }
    guard let flag = value.bool else {
      throw FlowError(.misuse, "\(what).\(key) has to be true or false")
    }
    return flag
  }

  /// Refuses what has not been read.
  func finish() throws {
    guard let stray = rest.keys.min() else { return }
    throw FlowError(
      .misuse, "\(what) has no key \"\(stray)\"\(Suggestion.near(stray, among: known))")
  }
}

extension TabRequest {
  init(_ value: Value, number: Int) throws {
    let what = "tab \(number)"
    var reader = try TableReader(value, what)
    guard let name = try reader.string("name") else {
      throw FlowError(.misuse, "\(what) needs a name")
    }
    guard let start = try reader.string("start") else {
      throw FlowError(.misuse, "\(what), \"\(name)\", needs start: the coordinator that runs in it")
    }
    self.init(
      name, start: start, input: try PackedValue(reader.optional("input") ?? .empty),
      title: try reader.string("title"), icon: try reader.string("icon"),
      isEager: try reader.flag("eager"))
    try reader.finish()
  }
}

extension SideRequest {
  init(_ value: Value, _ what: String) throws {
    var reader = try TableReader(value, what)
    let screen = try reader.string("screen")
    let start = try reader.string("start")
    switch (screen, start) {
    case (let screen?, nil):
      self = .screen(screen, params: try PackedValue(reader.optional("params") ?? .empty))
    case (nil, let start?):
      self = .start(start, input: try PackedValue(reader.optional("input") ?? .empty))
    default:
      throw FlowError(.misuse, "\(what) needs one of start, a coordinator, and screen")
    }
    try reader.finish()
  }
}
