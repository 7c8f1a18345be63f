import Coordination
import PlainValues

/// Documents of the sample project, made by it.
enum SampleDocuments {
  /// In the middle of things: tabs, modals, timers, a link that is kept.
  static func snapshot() throws -> Value {
    let stage = try Stage.sample()
    stage.start()
    busy(stage.host)
    return try stage.host.snapshot()
  }

  /// The lines of a trace of the same.
  static func trace() throws -> [Value] {
    let options = Stage.options
    let stage = try Stage.sample(options: options)
    var lines = TraceLines()
    var text = [lines.first(stage.project.traceHeader(options))]
    stage.host.observe { text.append(lines.next($0)) }
    stage.start()
    busy(stage.host)
    text.append(lines.last())
    return try text.map { try JSON.parse($0, limits: .record) }
  }

  private static func busy(_ host: Host) {
    host.send("more", .empty)
    host.open("product/7")
    host.appEvent("sign_in", (try? PackedValue(["email": "a@b.c"])) ?? .empty)
    host.advance(by: 5)
    host.send("ok", .empty)
  }
}
