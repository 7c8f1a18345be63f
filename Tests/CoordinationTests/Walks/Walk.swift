import Navigation
import PlainValues

/// A random flow and what a user does in it, as values, so that it can be run again, cut down and
/// printed.
struct Walk {
  /// One thing that a coordinator asks of its host.
  enum Op: Hashable {
    case push(String)
    case show(String)
    case replace(String)
    case setRoot(String)
    case pop(Int)
    case popTo(String)
    case popToRoot
    case present(String, ModalStyle)
    case dismiss
    case dismissAll
    case update
    case setTabs(Int, Int)
    case selectTab(String)
    case badge(String)
    case split(Int, Int)
    case showDetail(String)
    /// A child that runs that program, in a modal or not; its failure is caught or not.
    case start(Int, ModalStyle?, isCaught: Bool)
    case cancelNewest
    case cancelAll
    case finish(keepsScreens: Bool)
    case cancel
    case emit
    case send
    case store(Int)
    case attribute(Int)
    case remember
    /// Something outside the host that undoes itself.
    case participate(Int)
  }

  /// One thing that happens to the host.
  enum Step: Hashable {
    /// The screen in front sends an event whose handler runs that program.
    case send(Int)
    case back
    case dismiss
    case selectTab(String)
    case appEvent
    /// Facts, about one of what is on show.
    case wentBack(Int)
    case pulledDown(Int)
  }

  /// The first is the root's start. A program starts only later ones.
  var programs: [[Op]]
  /// What a coordinator does when it is told something; none declines.
  var reactions: [[Op]]
  var steps: [Step]
  var isTablet: Bool
}

extension Walk {
  static func random(seed: UInt64) -> Walk {
    var random = SeededGenerator(seed: seed)
    let count = 10
    var programs = (0..<count).map { index in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Op.random(startable: index + 1..<count, using: &random)
      }
    }
    programs[0] = [.push("home")] + programs[0].filter { !$0.endsItself }
    let reactions = (0..<5).map { index in
      index == 0
        ? []
        : (0..<Int.random(in: 0...2, using: &random)).map { _ in
          Op.random(startable: count - 2..<count, using: &random)
        }
    }
    let steps = (0..<Int.random(in: 3...8, using: &random)).map { _ in
      Step.random(programs: count, using: &random)
    }
    return Walk(
      programs: programs, reactions: reactions, steps: steps,
      isTablet: Bool.random(using: &random))
  }

  /// The walks that have one thing less.
  var smaller: [Walk] {
    var smaller: [Walk] = []
    for index in steps.indices {
      var walk = self
      walk.steps.remove(at: index)
      smaller.append(walk)
    }
    for (program, ops) in programs.enumerated() {
      for index in ops.indices {
        var walk = self
        walk.programs[program].remove(at: index)
        smaller.append(walk)
      }
    }
    for (reaction, ops) in reactions.enumerated() {
      for index in ops.indices {
        var walk = self
        walk.reactions[reaction].remove(at: index)
        smaller.append(walk)
      }
    }
    return smaller
  }
}

extension Walk: CustomStringConvertible {
  var description: String {
    let programs = programs.enumerated().filter { !$0.element.isEmpty }
    let reactions = reactions.enumerated().filter { !$0.element.isEmpty }
    return
      (programs.map { "program \($0.offset): \($0.element)" }
      + reactions.map { "reaction \($0.offset): \($0.element)" } + steps.map { "step \($0)" }
      + [isTablet ? "on a tablet" : "on a phone"]).joined(separator: "\n")
      .replacing("CoordinationTests.Walk.", with: "").replacing("Navigation.", with: "")
  }
}

extension Walk.Op {
  var endsItself: Bool {
    switch self {
    case .finish, .cancel: true
    default: false
    }
  }

  static func random(startable: Range<Int>, using random: inout SeededGenerator) -> Walk.Op {
    let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let tab = ["one", "two"].randomElement(using: &random) ?? "one"
    let style = ModalStyle.allCases.randomElement(using: &random) ?? .sheet
    let program = startable.randomElement(using: &random)
    let other = startable.randomElement(using: &random)
    switch Int.random(in: 0..<34, using: &random) {
    case 0...3: return .push(name)
    case 4: return .show(name)
    case 5: return .replace(name)
    case 6: return .setRoot(name)
    case 7: return .pop(Int.random(in: 1...2, using: &random))
    case 8: return .popTo(name)
    case 9: return .popToRoot
    case 10: return .present(name, style)
    case 11: return .dismiss
    case 12: return .dismissAll
    case 13: return .update
    case 14, 15:
      guard let program, let other else { return .push(name) }
      return .setTabs(program, other)
    case 16: return .selectTab(tab)
    case 17: return .badge(tab)
    case 18:
      guard let program, let other else { return .push(name) }
      return .split(program, other)
    case 19: return .showDetail(name)
    case 20...24:
      guard let program else { return .push(name) }
      return .start(
        program, Bool.random(using: &random) ? style : nil, isCaught: Bool.random(using: &random))
    case 25: return .cancelNewest
    case 26: return .cancelAll
    case 27: return .finish(keepsScreens: Bool.random(using: &random))
    case 28: return .cancel
    case 29: return .emit
    case 30: return .send
    case 31: return .store(Int.random(in: 0..<3, using: &random))
    case 32: return .attribute(Int.random(in: 0..<3, using: &random))
    default: return Bool.random(using: &random) ? .remember : .participate(1)
    }
  }
}

extension Walk.Step {
  static func random(programs: Int, using random: inout SeededGenerator) -> Walk.Step {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...6: .send(Int.random(in: 1..<programs, using: &random))
    case 7: .back
    case 8: .dismiss
    case 9: .selectTab(Bool.random(using: &random) ? "one" : "two")
    case 10: .appEvent
    case 11, 12: .wentBack(Int.random(in: 0..<8, using: &random))
    default: .pulledDown(Int.random(in: 0..<3, using: &random))
    }
  }
}
