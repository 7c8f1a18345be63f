import PlainValues

extension Navigation {
  /// What ``value`` gives, read back.
  ///
  /// - Throws: ``ValueProblem`` at the first thing that cannot be: an id that is used twice, a modal
  ///   over nothing, tabs without a selected one, and so on.
  public init(value: Value) throws(ValueProblem) {
    let suggestion: ValueReader.Suggesting = { name, known in
      nearest(to: name, among: known).map { ": did you mean \"\($0)\"?" } ?? ""
    }
    try self.init(ValueReader(value, path: "navigation", suggestion: suggestion))
  }

  /// Reads what ``value`` gives.
  public init(_ reader: ValueReader) throws(ValueProblem) {
    var reading = NavigationReading()
    let entries = try reader.object(["base", "modals"])
    base = try reading.router(try entries.required("base"), within: 0)
    modals = []
    for modal in try entries.list("modals") { modals.append(try reading.modal(modal)) }
  }
}

/// Reads routers, and keeps the ids that it has met.
private struct NavigationReading {
  private var ids: Set<UInt64> = []
  /// The routers that a modal may lie over by now.
  private var routers: Set<RouterID> = []

  static let limits = PlainValueLimits(depth: 200, bytes: .max)

  mutating func id(_ reader: ValueReader) throws(ValueProblem) -> UInt64 {
    let id = try reader.id()
    guard ids.insert(id).inserted else {
      throw reader.problem("\(id) is the id of another router or screen")
    }
    return id
  }

  // MARK: Routers

  mutating func router(
    _ reader: ValueReader, within depth: Int
  ) throws(ValueProblem) -> RouterState {
    guard depth <= Navigation.deepestContainer else {
      throw reader.problem(
        "tabs and splits lie within each other more than \(Navigation.deepestContainer) deep")
    }
    let entries = try reader.object(["router", "stack", "tabs", "selected", "split"])
    let id = RouterID(rawValue: try self.id(try entries.required("router")))
    let kinds = ["stack", "tabs", "split"].filter { entries[$0] != nil }
    guard kinds.count == 1 else {
      throw reader.problem("a router has one of stack, tabs and split, not \(kinds.count) of them")
    }
    if let selected = entries["selected"], entries["tabs"] == nil {
      throw selected.problem("only tabs have one that is selected")
    }
    let content: RouterState.Content =
      if let tabs = entries["tabs"] {
        .tabs(try self.tabs(tabs, try entries.required("selected"), within: depth + 1))
      } else if let split = entries["split"] {
        .split(try self.split(split, within: depth + 1))
      } else {
        .stack(try stack(try entries.list("stack")))
      }
    routers.insert(id)
    return RouterState(id: id, content: content)
  }

  private mutating func stack(_ readers: [ValueReader]) throws(ValueProblem) -> Stack {
    var screens: [Screen] = []
    screens.reserveCapacity(readers.count)
    for reader in readers { screens.append(try screen(reader)) }
    return Stack(screens)
  }

  private mutating func screen(_ reader: ValueReader) throws(ValueProblem) -> Screen {
    let entries = try reader.object(["id", "name", "params", "intercepts"])
    let params = try entries["params"]?.packed(limits: Self.limits) ?? .empty
    guard params.isTable else {
      throw reader.problem("the params of a screen are a table")
    }
    var interception: Interception = []
    for gesture in try entries.list("intercepts") {
      switch try gesture.string() {
      case "back": interception.insert(.back)
      case "dismiss": interception.insert(.dismiss)
      case let other: throw gesture.problem("no gesture is called \"\(other)\": back or dismiss")
      }
    }
    return Screen(
      id: ScreenID(rawValue: try id(try entries.required("id"))),
      name: try entries.required("name").name(), params: params, interception: interception)
  }

  // MARK: Containers

  private mutating func tabs(
    _ reader: ValueReader, _ selected: ValueReader, within depth: Int
  ) throws(ValueProblem) -> Tabs {
    var tabs: [Tab] = []
    var names: Set<String> = []
    for tab in try reader.list() {
      let read = try self.tab(tab, within: depth)
      guard names.insert(read.name).inserted else {
        throw tab.problem("two tabs are named \"\(read.name)\"")
      }
      tabs.append(read)
    }
    guard !tabs.isEmpty else { throw reader.problem("there are no tabs in the list") }
    let name = try selected.string()
    guard let index = tabs.firstIndex(where: { $0.name == name }) else {
      throw selected.problem(
        "there is no tab \"\(name)\"; there is \(tabs.map(\.name).joined(separator: ", "))")
    }
    return Tabs(tabs, selected: index)
  }

  private mutating func tab(_ reader: ValueReader, within depth: Int) throws(ValueProblem) -> Tab {
    let entries = try reader.object(["name", "title", "icon", "badge", "router"])
    return Tab(
      name: try entries.required("name").name(), title: try entries["title"]?.string(),
      icon: try entries["icon"]?.string(),
      badge: try entries["badge"]?.packed(limits: Self.limits).value,
      router: try router(try entries.required("router"), within: depth))
  }

  private mutating func split(
    _ reader: ValueReader, within depth: Int
  ) throws(ValueProblem) -> Split {
    let entries = try reader.object(["primary", "secondary", "collapsed"])
    return Split(
      primary: try router(try entries.required("primary"), within: depth),
      secondary: try router(try entries.required("secondary"), within: depth),
      isCollapsed: try entries.flag("collapsed"))
  }

  // MARK: Modals

  mutating func modal(_ reader: ValueReader) throws(ValueProblem) -> Modal {
    let entries = try reader.object(["router", "over", "style", "locked", "single"])
    let overReader = try entries.required("over")
    let over = RouterID(rawValue: try overReader.id())
    guard routers.contains(over) else {
      throw overReader.problem(
        "there is no router \(over.rawValue) beneath: a modal lies over the base or a modal before it"
      )
    }
    let routerReader = try entries.required("router")
    let router = try self.router(routerReader, within: 0)
    let isSingle = try entries.flag("single")
    guard !isSingle || router.stack?.count == 1 else {
      throw routerReader.problem("a single modal shows one screen, and nothing is pushed onto it")
    }
    return Modal(
      router: router, over: over, style: try ModalStyle(try entries.required("style")),
      isLocked: try entries.flag("locked"), isSingle: isSingle)
  }
}

extension ModalStyle {
  /// Reads the name of a style.
  public init(_ reader: ValueReader) throws(ValueProblem) {
    let name = try reader.string()
    guard let style = ModalStyle(rawValue: name) else {
      let styles = ModalStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw reader.problem("there is no style \"\(name)\"; there is \(styles)")
    }
    self = style
  }
}
