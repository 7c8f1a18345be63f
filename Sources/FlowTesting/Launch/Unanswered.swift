import Coordination
import LuaRuntime
import PlainValues
import Synchronization

/// A function of a service that answers when the test says so.
final class Unanswered {
  /// What it was asked, in order.
  fileprivate(set) var calls: [UnansweredCall] = []

  func take(_ call: ServiceCall, of flow: LaunchedFlow) {
    calls.append(UnansweredCall(call, flow))
  }

  fileprivate func oldestOpen(_ verb: String) throws -> UnansweredCall {
    if let open = calls.first(where: \.isOpen) { return open }
    throw LaunchProblem(
      calls.isEmpty
        ? "there is no call to \(verb): nobody has called this yet"
        : "there is no call to \(verb): each of the \(calls.count) has its answer, or its caller has gone"
    )
  }

  static var members: [LuaMember<Unanswered>] {
    [
      .method("resolve") { service, call in
        try service.oldestOpen("resolve").resolve(call)
      },
      .method("reject") { service, call in
        try service.oldestOpen("reject").reject(call)
      },
      .property("calls") { service in
        guard let globals = service.calls.first?.flow?.globals, let state = globals.state else {
          return .nil
        }
        let list = try state.makeTable()
        for (index, call) in service.calls.enumerated() {
          try list.set(index + 1, try globals.calls().makeObject(call))
        }
        return .table(list)
      },
      .length { $0.calls.count },
      .description { "unanswered, called \($0.calls.count) times" },
    ]
  }
}

/// A call that waits for the test to answer it.
final class UnansweredCall {
  let call: ServiceCall
  fileprivate(set) weak var flow: LaunchedFlow?
  private let open = Open()

  /// Whether it waits still. A service may be told on any thread that nobody waits any more.
  private final class Open: Sendable {
    private let state = Mutex(true)
    var isOpen: Bool { state.withLock { $0 } }
    func close() { state.withLock { $0 = false } }
  }

  var isOpen: Bool { open.isOpen }

  init(_ call: ServiceCall, _ flow: LaunchedFlow) {
    self.call = call
    self.flow = flow
    call.onCancel { [open] in open.close() }
  }

  private func answer(_ verb: String, _ give: (ServiceCall) -> Void) throws {
    guard isOpen else {
      throw LaunchProblem("this call has its answer already, or its caller has gone")
    }
    guard let flow else { throw LaunchProblem(LaunchedFlow.hasEnded) }
    open.close()
    try flow.drive(verb) { host in
      give(call)
      host.takeAnswers()
    }
  }

  fileprivate func resolve(_ arguments: LuaCall) throws {
    let values = try (0..<arguments.count).map { index in
      arguments.isAbsent(at: index)
        ? Value.null : try arguments.packed(at: index, label: "result \(index + 1)").value
    }
    try answer("resolve") { $0.answer(values) }
  }

  fileprivate func reject(_ arguments: LuaCall) throws {
    let message = arguments.isAbsent(at: 0) ? "rejected" : try arguments.string(at: 0)
    try answer("reject") { $0.fail(message) }
  }

  static var members: [LuaMember<UnansweredCall>] {
    [
      .method("resolve") { open, call in try open.resolve(call) },
      .method("reject") { open, call in try open.reject(call) },
      .property("open") { .bool($0.isOpen) },
      .property("arguments") { open in
        guard let globals = open.flow?.globals else { return .nil }
        return try globals.lua(PackedValue(.array(open.call.arguments)))
      },
    ]
  }
}
