import Coordination
import Foundation
import Navigation
import PlainValues
import ScriptedCoordination

/// A random walk through a flow project: what a user does, in words that mean something wherever the
/// flow is, so that steps can be left out.
struct ProjectWalk: CustomStringConvertible {
  enum Step: Hashable {
    /// One of what the screens in front offer, filled in one way or another.
    case choose(Int, filling: Int)
    case back
    case dismiss
    case swipeBack
    case pullDown
    case tab(Int)
    case app(Int)
    case open(Int)
    case advance(Double)
  }

  var steps: [Step]
  /// After how many steps it is left and restored.
  var leaving: Int

  var description: String {
    var lines = steps.map { "\($0)" }
    lines.insert("— left and restored —", at: min(leaving, lines.count))
    return lines.joined(separator: "\n")
  }

  static func random(seed: UInt64) -> ProjectWalk {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<Int.random(in: 4...24, using: &random)).map { _ -> Step in
      switch Int.random(in: 0..<18, using: &random) {
      case 0: .back
      case 1: .dismiss
      case 2: .swipeBack
      case 3: .pullDown
      case 4, 5: .tab(Int.random(in: 0..<4, using: &random))
      case 6: .app(Int.random(in: 0..<4, using: &random))
      case 7: .advance(Double(Int.random(in: 0..<40, using: &random)) / 2)
      case 8, 9: .open(Int.random(in: 0..<6, using: &random))
      default:
        .choose(
          Int.random(in: 0..<12, using: &random), filling: Int.random(in: 0..<3, using: &random))
      }
    }
    return ProjectWalk(steps: steps, leaving: Int.random(in: 0...steps.count, using: &random))
  }

  /// The walks that have one step less.
  var smaller: [ProjectWalk] {
    steps.indices.map { index in
      var walk = self
      walk.steps.remove(at: index)
      if index < leaving { walk.leaving -= 1 }
      return walk
    }
  }
}

/// The flow projects of this package.
enum Projects {
  static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    + "/scripts/"

  /// The files of a project, by path.
  ///
  /// The shop's server is not part of the host, and remembers orders; here it forgets them, so that
  /// two hosts find the same.
  static func files(_ name: String) throws -> [String: String] {
    var files = try ProjectFiles(folder: folder + name).contents
      .mapValues { String(decoding: $0, as: UTF8.self) }
    files["services.lua"] = files["services.lua"]?
      .replacing("table.insert(placed, order)", with: "")
      .replacing("local order = placed[number - 1000]", with: "local order = { number = number }")
    return files
  }
}

extension Flow {
  func take(_ step: ProjectWalk.Step) {
    switch step {
    case .choose(let index, let filling):
      let offered = host.navigation.front.flatMap { screen in offers(of: screen, filling) }
      guard !offered.isEmpty else { return }
      let (screen, event, payload) = offered[index % offered.count]
      host.send(event, (try? PackedValue(payload)) ?? .empty, from: screen)
    case .back: back()
    case .dismiss: dismiss()
    case .swipeBack: if beginBack() { completeGesture() }
    case .pullDown: if beginDismiss() { completeGesture() }
    case .tab(let index):
      let names =
        host.navigation.showingTabs.first
        .flatMap { host.navigation.tabs(of: $0)?.names } ?? ["none"]
      selectTab(names[index % names.count])
    case .app(let index):
      app(["did_enter_background", "session_expired", "ping", "pong"][index % 4])
    case .open(let index):
      open(["tea/assam", "cart", "orders/1001", "app://tea/none?a=1", "orders", "else"][index % 6])
    case .advance(let seconds): advance(seconds)
    }
  }

  /// What a screen can send: what its description says, and what its coordinator names.
  private func offers(of screen: Screen, _ filling: Int) -> [(ScreenID, String, Value)] {
    let body = project.screens[screen.name]?.body ?? []
    var fields: [String: Value] = [:]
    for case .field(let name, _, let kind, _) in body {
      fields[name] = Self.text(for: name, kind, filling)
    }
    let params = screen.params.value
    var offers: [(ScreenID, String, Value)] = []
    for item in body {
      switch item {
      case .button(_, let event): offers.append((screen.id, event, .object(fields)))
      case .link(_, let event): offers.append((screen.id, event, [:]))
      case .field(_, _, _, let event?): offers.append((screen.id, event, .object(fields)))
      case .list(let name, _, _, let event?):
        offers += (params[name]?.array ?? []).map { (screen.id, event, $0) }
      case .text, .field, .list: break
      }
    }
    guard offers.isEmpty else { return offers }
    return host.events(of: screen.id).map { (screen.id, $0, .object(fields)) }
  }

  private static func text(for field: String, _ kind: String?, _ filling: Int) -> Value {
    if filling == 0 { return "" }
    if kind == "number" { return .integer(filling) }
    switch field {
    case "email": return "ada@example.com"
    case "password": return filling == 1 ? "analytical" : "wrong"
    case "number": return "4242424242424242"
    default: return "Ada"
    }
  }
}
