import Navigation
import PlainValues

@testable import Coordination

/// Takes a walk, and looks at all that must hold on the way: a turn that fails has changed
/// nothing, the host's tables agree, the platform shows what the host says.
final class WalkRun: Router {
  let walk: Walk
  let fault: Fault
  /// Whether it looks at every call of a coordinator, too.
  let looksClosely: Bool
  let participant = Participant()
  private(set) var problems: [String] = []

  private var host: Host?
  private let lives = Life.Counter()
  private var shown: Navigation?
  private var turns: [(before: Dump, after: Dump)] = []

  init(_ walk: Walk, failing: Int?, looksClosely: Bool) {
    self.walk = walk
    self.looksClosely = looksClosely
    fault = Fault(failing: failing)
  }

  /// What goes wrong in that walk, whichever thing in it fails; nil where all is well.
  ///
  /// - Parameter limit: how many things are made to fail, spread over the walk.
  static func problem(in walk: Walk, failures limit: Int) -> String? {
    let whole = WalkRun(walk, failing: nil, looksClosely: true)
    whole.run()
    if let problem = whole.problems.first { return problem }
    let step = max(1, whole.fault.count / limit)
    for failing in stride(from: whole.fault.count % step, to: whole.fault.count, by: step) {
      let run = WalkRun(walk, failing: failing + 1, looksClosely: failing % 7 == 0)
      run.run()
      if let problem = run.problems.first {
        return "with the failure of number \(failing + 1): \(problem)"
      }
    }
    return nil
  }

  private func run() {
    let host = makeHost(router: self)
    self.host = host
    shown = host.navigation
    host.addParticipant(participant)
    participant.aroundTurn = { [unowned self] turn in
      let before = dump
      turn()
      turns.append((before, dump))
    }
    host.observe { [unowned self] in check($0) }

    if host.start("walker", input: 0) == nil {
      checkBetween("start")
      for step in walk.steps where problems.isEmpty {
        take(step, host)
        checkBetween("\(step)")
      }
      if problems.isEmpty { end(host) }
    } else {
      checkBetween("start")
    }
    self.host = nil
  }

  /// A host whose coordinators take this walk.
  func makeHost(router: any Router) -> Host {
    let source = SwiftCoordinators()
    source.register("walker") { [unowned self, lives] in Walker(run: self, life: Life(lives)) }
    var options = HostOptions()
    options.device = walk.isTablet ? .tablet : .phone
    options.clock = VirtualClock()
    options.store = FaultyStore(fault)
    options.limits.deliveries = 60
    options.limits.treeDepth = 8
    options.limits.screens = 60
    return Host(sources: [source], router: router, options: options)
  }

  func take(_ step: Walk.Step, _ host: Host) {
    switch step {
    case .send(let program): host.send("go", PackedValue(integerLiteral: program))
    case .back: host.back()
    case .dismiss: host.dismiss()
    case .selectTab(let name): host.selectTab(name)
    case .appEvent: host.appEvent("ping")
    case .wentBack(let index):
      let screens = host.navigation.screens
      guard !screens.isEmpty else { return }
      let screen = screens[index % screens.count].id
      if let place = host.navigation.locate(screen), !place.isRoot {
        _ = try? shown?.pop(through: screen)
      }
      host.userWentBack(from: screen)
    case .pulledDown(let index):
      let modals = host.navigation.visibleModals
      guard !modals.isEmpty else { return }
      let modal = modals[index % modals.count].id
      _ = try? shown?.dismiss(modal: modal)
      host.userPulledDown(modal)
    }
  }

  func perform(_ calls: [RouterCall], from before: Navigation, to after: Navigation) {
    if shown?.calls(to: before).isEmpty == false {
      problems.append("the platform shows\n\(shown?.description ?? "-")\nnot\n\(before)")
    }
    shown = after
  }

  private func check(_ record: TurnRecord) {
    let turn = turns.removeFirst()
    if record.result == .failed { compare(turn.before, turn.after, "a failed turn left something") }
  }

  func compare(_ before: Dump, _ after: Dump, _ what: String) {
    guard before != after else { return }
    problems.append("\(what): before\n\(before)\nafter\n\(after)")
  }

  private func checkBetween(_ step: String) {
    guard let host else { return }
    for fault in host.world.inconsistencies { problems.append("after \(step): \(fault)") }
    if let missing = shown?.calls(to: host.navigation), !missing.isEmpty {
      problems.append("after \(step) the platform was not asked for \(missing)")
    }
    if lives.count != host.liveCount {
      problems.append("after \(step) \(lives.count) are held and \(host.liveCount) live")
    }
  }

  /// Ends the root: then nothing is left.
  private func end(_ host: Host) {
    host.appEvent("quit")
    let world = host.world
    guard world.root == nil else { return }
    checkBetween("the end")
    let counts = [
      world.coordinators.count, world.screens.count, world.routers.count - 1,
      world.appListeners.count, lives.count,
    ]
    if counts.contains(where: { $0 != 0 }) { problems.append("after the end, left: \(counts)") }
  }

  /// What a turn can change, with what it leaves to be done.
  func dumpWithin(_ turn: Turn) -> Dump { dump.adding("\(turn.effects.mark)") }

  private var dump: Dump {
    guard let host else {
      return Dump(navigation: Navigation(base: RouterID(rawValue: 0)))
    }
    return host.dump { ($0.behavior as? SwiftBehavior<Walker>)?.body?.memory ?? [] }
      .adding("sum \(participant.sum)")
  }
}
