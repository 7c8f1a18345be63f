import Coordination
import Foundation
import PlainValues
import ProjectWalks
import ScriptedCoordination
import Testing

/// Reloads and swaps at random among events, against a model of what a flow has to say.
@Suite("Reloading and swapping at random")
struct ReloadWalkTests {
  /// What the files hold, and what of that is in force.
  private struct Model {
    enum Contents: Equatable {
      case good(Int)
      case broken
      case gone
    }

    static let app = "app.lua"
    static let helper = "lib/word.lua"
    static let child = "child.lua"
    static let other = "other.lua"
    static let all = [app, helper, child, other]

    var files = Dictionary(uniqueKeysWithValues: all.map { ($0, Contents.good(0)) })
    var inForce = Dictionary(uniqueKeysWithValues: all.map { ($0, 0) })
    /// The script in the slot.
    var variant = child
    /// What those that live run, the oldest first.
    var live: [String] = []
    var taps = 0
    var log: [String] = []

    /// Takes over all files, or none.
    ///
    /// - Returns: whether it does.
    mutating func reload() -> Bool {
      guard [Self.app, Self.child, Self.other].allSatisfy({ files[$0] != .broken }) else {
        return false
      }
      // The experiment names both.
      guard files[Self.child] != .gone, files[Self.other] != .gone else { return false }
      // Whose script has gone runs on in what it was, helpers included.
      if case .good(let app) = files[Self.app] {
        guard case .good(let helper) = files[Self.helper] else { return false }
        inForce[Self.app] = app
        inForce[Self.helper] = helper
      }
      for path in [Self.child, Self.other] {
        if case .good(let version) = files[path] { inForce[path] = version }
      }
      return true
    }

    mutating func tap() {
      taps += 1
      log.append("tap \(inForce[Self.app] ?? 0) \(inForce[Self.helper] ?? 0) \(taps)")
    }

    mutating func start() {
      log.append("\(variant) \(inForce[variant] ?? 0)")
      live.append(variant)
    }

    /// All that live say what they run.
    mutating func poke() { for path in live { log.append("\(path) \(inForce[path] ?? 0) poked") } }

    mutating func swap(to path: String, _ others: LiveCoordinators) {
      variant = path
      if others == .follow { live = live.map { _ in path } }
    }
  }

  private static func source(_ path: String, _ version: Int) -> String {
    switch path {
    case Model.app:
      """
      local word = require "lib.word"
      local app = { state = { taps = 0 } }
      function app:start() self.router:push("home") end
      app.transitions = { home = {
        tap = "tapped",
        start = { start = "slot" },
      }, slot = { finished = { ignore = true } } }
      function app:tapped()
        self.state.taps = self.state.taps + 1
        self:log("tap \(version) " .. word .. " " .. self.state.taps)
      end
      return app
      """
    case Model.helper: "return \"\(version)\""
    default:
      """
      return {
        start = function(self) self:log("\(path) \(version)") end,
        transitions = { app = { poke = function(self) self:log("\(path) \(version) poked") end } },
      }
      """
    }
  }

  private static let walks = ProcessInfo.processInfo.environment["WALKS"].flatMap(Int.init) ?? 60

  @Test("no event is lost, and none sees half of a reload", arguments: 0..<walks)
  func walk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = Model()
    var files = Dictionary(uniqueKeysWithValues: Model.all.map { ($0, Self.source($0, 0)) })
    files["experiments.lua"] = """
      return { slot = { by = "user", variants = {
        { name = "child", script = "child" }, { name = "other", script = "other" },
      } } }
      """
    let flow = try Flow(files)
    // What a turn that has just been told of asks for while it is still being told.
    var asked: [() -> Void] = []
    flow.host.observe { _ in
      let asking = asked
      asked = []
      for ask in asking { ask() }
    }
    for step in 1...80 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        flow.send("tap")
        model.tap()
      case 4:
        flow.send("start")
        model.start()
      case 5:
        let variant = Bool.random(using: &random) ? "child" : "other"
        let others = LiveCoordinators.allCases.randomElement(using: &random) ?? .finish
        #expect(flow.host.swap("slot", to: variant, live: others) == nil)
        model.swap(to: variant + ".lua", others)
        flow.app("poke")
        model.poke()
      case 6:
        // A reload and an event that arrive while another event is handled.
        let change = Self.change(&model, step, &random)
        asked = [
          { flow.reload(change) }, { flow.host.send("tap") },
        ]
        flow.send("tap")
        model.tap()
        _ = model.reload()
        model.tap()
      default:
        let change = Self.change(&model, step, &random)
        let report = flow.reload(change)
        let takes = model.reload()
        #expect(report?.problems.isEmpty == takes, "seed \(seed), step \(step)")
      }
      #expect(flow.log == model.log, "seed \(seed), step \(step)")
      guard flow.log == model.log else { return }
    }
    #expect(flow.state("app") == ["taps": .integer(model.taps)])
  }

  /// Something that happens to one to three files.
  private static func change(
    _ model: inout Model, _ step: Int, _ random: inout SeededGenerator
  ) -> [String: String?] {
    var changes: [String: String?] = [:]
    for path in Model.all.shuffled(using: &random)
      .prefix(Int.random(in: 1...3, using: &random))
    {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        model.files[path] = .broken
        changes[path] = "this is = no Lua"
      case 1:
        model.files[path] = .gone
        changes.updateValue(nil, forKey: path)
      default:
        model.files[path] = .good(step)
        changes[path] = source(path, step)
      }
    }
    return changes
  }
}
