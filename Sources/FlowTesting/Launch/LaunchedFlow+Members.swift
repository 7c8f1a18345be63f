import Coordination
import LuaRuntime
import PlainValues

/// A flow as tests know it.
extension LaunchedFlow {
  static var members: [LuaMember<LaunchedFlow>] { driving + seeing + [unknown] }

  // MARK: Driving

  private static var driving: [LuaMember<LaunchedFlow>] {
    [
      .method("send") { flow, call in
        try flow.send(
          try call.string(at: 0), try call.data(at: 1, label: "payload"),
          from: try call.screenOption(at: 2))
      },
      .method("back") { flow, _ in try flow.drive("back") { $0.back() } },
      .method("dismiss") { flow, _ in try flow.drive("dismiss") { $0.dismiss() } },
      .method("select_tab") { flow, call in
        let name = try call.string(at: 0)
        try flow.drive("select_tab \"\(name)\"") { $0.selectTab(name) }
      },
      .method("open") { flow, call in
        let url = try call.string(at: 0)
        try flow.drive("open \"\(url)\"") { $0.open(url) }
      },
      .method("app_event") { flow, call in
        let name = try call.string(at: 0)
        let payload = try call.data(at: 1, label: "payload")
        try flow.drive("app_event \"\(name)\"") { $0.appEvent(name, payload) }
      },
      .method("begin_back") { flow, call in call.returns(try flow.beginBack()) },
      .method("begin_dismiss") { flow, call in call.returns(try flow.beginDismiss()) },
      .method("complete") { flow, _ in try flow.completeGesture() },
      .method("cancel") { flow, _ in try flow.cancelGesture() },
      .method("advance") { flow, call in try flow.advance(try call.number(at: 0)) },
      .method("reload") { flow, call in
        call.returns(try flow.lua(try flow.reload(try call.files(at: 0))))
      },
      .method("swap") { flow, call in
        try flow.swap(
          try call.string(at: 0), to: try call.string(at: 1), live: try call.liveOption(at: 2))
      },
      .method("quit") { flow, _ in try flow.quit() },
      .method("clear") { flow, _ in
        try flow.requireOpen()
        flow.cleared = flow.calls.count
      },
      .method("expect") { flow, call in
        let (calls, emitted) = try call.expectation(at: 0)
        try flow.expect(calls, emitted: emitted)
      },
    ]
  }

  // MARK: Seeing

  private static var seeing: [LuaMember<LaunchedFlow>] {
    [
      .property("name") { .string($0.name) },
      .property("screen") { try $0.front().map { .string($0.name) } ?? .nil },
      .property("params") { flow in
        guard let front = try flow.front() else { return .nil }
        return try flow.lua(front.params)
      },
      .property("stack") { flow in try flow.list(try flow.stack()) },
      .property("modals") { flow in
        try flow.lua(.array(try flow.navigation().modalNames))
      },
      .property("tab") { try $0.navigation().frontTabName.map { .string($0) } ?? .nil },
      .property("tabs") { flow in try flow.tabs().map { try flow.list($0) } ?? .nil },
      .property("navigation") { flow in try flow.lua(try flow.navigation().value) },
      .property("coordinators") { flow in try flow.lua(try flow.coordinators()) },
      .method("state") { flow, call in
        call.returns(try flow.lua(try flow.state(try call.string(at: 0))))
      },
      .property("calls") { flow in
        try flow.list(try flow.seenCalls().map(\.description))
      },
      .property("emitted") { flow in
        try flow.requireOpen()
        return try flow.lua(
          .array(flow.emitted.map { ["name": .string($0.name), "payload": $0.payload.value] }))
      },
      .property("diagnostics") { flow in
        try flow.list(try flow.seen { $0.diagnostics.map(\.text) })
      },
      .property("exposures") { flow in
        try flow.lua(.array(try flow.seen { $0.exposures.map(\.value) }))
      },
      .property("suspended") { flow in
        try flow.list(try flow.host().pendingHandlers.map(\.description))
      },
      .property("result") { flow in
        try flow.requireOpen()
        return try flow.result.map { try flow.lua($0) } ?? .nil
      },
      .property("finished") { .bool(try $0.host().outcome.map { $0.reason == nil } ?? false) },
      .property("cancelled") { try $0.host().outcome?.reason.map { .string($0) } ?? .nil },
      .property("store") { flow in
        try flow.requireOpen()
        return try flow.lua(.object(flow.store.values))
      },
      .property("log") { flow in try flow.list(try flow.seen(\.log)) },
      .property("trace") { flow in try flow.lua(.array(try flow.trace())) },
      .property("shown") { flow in try flow.lua(try flow.shown()) },
      .method("snapshot") { flow, call in call.returns(try flow.lua(try flow.snapshot())) },
      .property("time") { .number(try $0.host().now) },
      .description { "flow \($0.name)" },
    ]
  }

  private static var unknown: LuaMember<LaunchedFlow> {
    .index { _, key in
      throw LaunchProblem("a flow has no \"\(key)\"\(Suggestion.near(key, among: names))")
    }
  }

  private static let names = (driving + seeing).map(\.name).filter { !$0.isEmpty }.sorted()

  // MARK: Values

  private func lua(_ packed: PackedValue) throws -> LuaValue {
    guard let globals else { throw LaunchProblem(Self.hasEnded) }
    return try globals.lua(packed)
  }

  private func lua(_ value: Value) throws -> LuaValue { try lua(PackedValue(value)) }

  private func list(_ words: [String]) throws -> LuaValue {
    try lua(.array(words.map { .string($0) }))
  }
}

extension LuaCall {
  /// An argument as plain data; an absent one is an empty table.
  fileprivate func data(at index: Int, label: String) throws -> PackedValue {
    isAbsent(at: index) ? .empty : try packed(at: index, label: label)
  }

  /// The screen in `{ screen = "login" }`.
  fileprivate func screenOption(at index: Int) throws -> String? {
    guard !isAbsent(at: index) else { return nil }
    let entries = try packed(at: index, label: "options").value.object
    guard let entries, Set(entries.keys).isSubset(of: ["screen"]) else {
      throw LaunchProblem("send takes an event, a payload and { screen = \"login\" }")
    }
    guard let screen = entries["screen"] else { return nil }
    guard let name = screen.string else { throw LaunchProblem("screen is the name of a screen") }
    return name
  }

  /// Sources by paths, with false for a file that is to go.
  fileprivate func files(at index: Int) throws -> [String: String?] {
    let problem = LaunchProblem(
      "reload takes sources by paths, with false for a file that is to go: app:reload { [\"auth.lua\"] = source }"
    )
    guard case .table(let table) = self[index] else { throw problem }
    var files: [String: String?] = [:]
    for key in try table.keys() {
      switch (key, try table.get(key)) {
      case (.string(let path), .string(let source)): files[path] = source
      case (.string(let path), .bool(false)): files.updateValue(nil, forKey: path)
      default: throw problem
      }
    }
    return files
  }

  /// What becomes of those that live, in `{ follow = true }`.
  fileprivate func liveOption(at index: Int) throws -> LiveCoordinators {
    guard !isAbsent(at: index) else { return .finish }
    let entries = try packed(at: index, label: "options").value.object
    guard let entries, Set(entries.keys).isSubset(of: ["follow"]),
      case .bool(let follows) = entries["follow"] ?? false
    else {
      throw LaunchProblem("swap takes a slot, a variant and { follow = true }")
    }
    return follows ? .follow : .finish
  }

  /// What `expect` is given: calls, and `emitted`.
  fileprivate func expectation(at index: Int) throws -> (calls: [String], emitted: [String]?) {
    let problem = LaunchProblem(
      "expect takes a list of calls, and emitted = a list of events: app:expect { \"push home\" }")
    let table = try table(at: index)
    var calls: [String] = []
    var emitted: [String]?
    for key in try table.keys() {
      switch (key, try table.get(key)) {
      case (.integer(let place), .string(let call)) where place == calls.count + 1:
        calls.append(call)
      case (.string("emitted"), .table(let names)):
        guard let list = try names.packed(label: "emitted").value.array else { throw problem }
        emitted = list.compactMap(\.string)
        guard emitted?.count == list.count else { throw problem }
      default: throw problem
      }
    }
    return (calls, emitted)
  }
}
