import CLuaBridge
import Coordination
import FlowRunner
import Foundation
import PlainValues
import ScriptedCoordination

/// A whole session on ``FaultyProject``, whose allocations in Lua fail where a plan says.
final class FaultySession {
  /// Something done from outside. What it throws is an error like that of a turn.
  struct Step: Sendable {
    let name: String
    /// Whether it can be done again where it has failed: what a timer or an answer has woken cannot.
    let isRepeatable: Bool
    let act: @Sendable (FaultySession) throws -> Void

    init(
      _ name: String, isRepeatable: Bool = true,
      _ act: @escaping @Sendable (FaultySession) throws -> Void
    ) {
      self.name = name
      self.isRepeatable = isRepeatable
      self.act = act
    }

    static func send(_ event: String, _ payload: PackedValue = .empty) -> Step {
      Step("send \(event)") { $0.host.send(event, payload) }
    }
  }

  private(set) var host: Coordination.Host
  private(set) var project: Project
  private let log: Log

  /// What the session keeps of its hosts.
  private final class Log {
    var records: [TurnRecord] = []
    var calls: [ServiceCall] = []
  }

  /// - Throws: where the project cannot be loaded.
  init() throws {
    log = Log()
    (host, project) = try Self.open(FaultyProject.files, log)
  }

  private static func open(
    _ files: [String: String], _ log: Log
  ) throws -> (Coordination.Host, Project) {
    let project = try Project(ProjectFiles(files))
    var options = HostOptions()
    options.clock = VirtualClock()
    options.services["accounts"] = ["sign_in": .pending { log.calls.append($0) }]
    let host = project.makeHost(router: HeadlessRouter(), options: options)
    host.observe { log.records.append($0) }
    return (host, project)
  }

  /// Goes on in another host, from what this one is.
  private func restore() throws {
    var files = FaultyProject.files
    files["app.lua"] = FaultyProject.nextVersion
    let next = try Self.open(files, log)
    if let error = next.0.restore(try host.snapshot()) { throw error }
    host.close()
    (host, project) = next
  }

  static let steps: [Step] = [
    Step("start") { session in
      session.host.start("app", input: try PackedValue(["user": ["name": "Ada"]]))
    },
    .send("tap", ["text": "one"]),
    .send("done"),
    .send("fill"),
    .send("guarded"),
    .send("ok"),
    .send("own"),
    .send("flat"),
    .send("hurt"),
    .send("buy"),
    .send("more"),
    Step("swap") { $0.host.swap("checkout", to: "control", live: .follow) },
    .send("pay"),
    .send("ask"),
    Step("answer", isRepeatable: false) { session in
      session.log.calls.last?.answer([["id": 7, "names": ["a", "b"]]])
      session.host.takeAnswers()
    },
    .send("doze"),
    .send("wait"),
    Step("advance", isRepeatable: false) { $0.host.advance(by: 3) },
    Step("remind", isRepeatable: false) { $0.host.advance(by: 30) },
    Step("open") { $0.host.open("app://item/7?a=1") },
    Step("back") { $0.host.back() },
    .send("draft"),
    Step("refused") { $0.host.back() },
    .send("save"),
    Step("back") { $0.host.back() },
    Step("defer") { $0.host.open("later/on") },
    .send("shop"),
    Step("tab") { $0.host.selectTab("cart") },
    Step("reload") { session in
      session.project.reload(changing: ["app.lua": Array(FaultyProject.nextVersion.utf8)])
    },
    Step("restore") { try $0.restore() },
    Step("app event") { $0.host.appEvent("told", ["word": "x"]) },
  ]

  /// What is there to go on from; nil before the start.
  var document: String? {
    (try? host.snapshot()).map { JSON.text(of: $0, style: .pretty) }
  }

  /// Does a step.
  ///
  /// - Returns: its first error, and how many turns it took.
  func take(_ step: Step) -> (error: String?, turns: Int) {
    let before = log.records.count
    var problem: String?
    do { try step.act(self) } catch { problem = "\(error)" }
    let error = log.records[before...].lazy.compactMap(\.error).first
    return (problem ?? error.map { "\($0)" }, log.records.count - before)
  }

  deinit { host.close() }
}
