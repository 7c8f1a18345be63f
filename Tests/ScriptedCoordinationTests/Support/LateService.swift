import Coordination
import PlainValues
import Synchronization

/// A function of a service that answers when a test says so.
final class LateService {
  /// What it was asked, in order.
  private(set) var calls: [ServiceCall] = []

  var function: ServiceFunction { .pending { [unowned self] call in calls.append(call) } }
}

extension LateService {
  /// A transition `go` that asks `accounts.sign_in`, and logs what that answers.
  static let signIn = """
    go = function(self)
      local user, problem = self.services.accounts.sign_in("a@b.c", 3)
      self:log(user, problem)
    end
    """
}

extension Flow {
  /// A root with the screen `home`, and a child `child` with the screen `page`; `accounts.sign_in` is
  /// that service.
  convenience init(
    asking accounts: LateService, _ home: String, page: String, more: String, start: String
  ) throws {
    try self.init(
      [
        "app.lua": """
        local app = {}
        function app:start() self.router:push("home") \(start) end
        app.transitions = {
          home = { open = { start = "child" }, \(home) },
          \(more)
        }
        return app
        """,
        "child.lua": """
        local child = {}
        function child:start() self.router:push("page") end
        child.transitions = { page = { \(page) } }
        return child
        """,
      ],
      functions: ["accounts": ["sign_in": accounts.function]])
  }

  /// A service answers, and the host takes that up.
  ///
  /// - Returns: the records of what followed.
  @discardableResult
  func answer(_ call: ServiceCall, _ values: Value...) -> [TurnRecord] {
    let before = records.count
    call.answer(values)
    host.takeAnswers()
    return Array(records[before...])
  }

  /// A service fails, and the host takes that up.
  func fail(_ call: ServiceCall, _ message: String) {
    call.fail(message)
    host.takeAnswers()
  }

  /// The errors of all turns so far.
  var errors: [String] { records.compactMap { $0.error.map { "\($0)" } } }
}

extension TurnRecord {
  /// The services that were called, as `accounts.sign_in["a@b.c",3]`.
  var calledServices: [String] {
    services.map { "\($0.service).\($0.function)\(JSON.text(of: .array($0.arguments)))" }
  }
}

/// Counts, from whatever thread.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
