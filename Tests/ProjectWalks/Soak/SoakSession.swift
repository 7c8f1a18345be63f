import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// One project with the host that runs it, and the next host after it.
final class SoakSession {
  struct Fault: Error {
    let text: String
  }

  private let soaked: SoakedProject
  private var files: ChangingFiles
  private let late = LateAnswers()
  private var router = ShownScreens()
  private(set) var project: Project
  private(set) var host: Host
  private(set) var tally: SoakTally
  /// Whoever has lived: who has ended is to be gone.
  private var lived: [Weak<LiveCoordinator>] = []
  private var left: [Weak<Host>] = []
  private var dropped: [Weak<Project>] = []

  private struct Weak<Object: AnyObject> {
    weak var object: Object?
  }

  init(
    _ soaked: SoakedProject, _ tally: SoakTally, using random: inout SeededGenerator
  ) throws {
    self.soaked = soaked
    self.tally = tally
    files = ChangingFiles(soaked.files)
    project = try Project(ProjectFiles(files.originals))
    host = project.makeHost(router: router)
    self.tally.countProject()
    renewHost(using: &random)
    host.start(project.root)
  }

  /// A host that nothing has happened to.
  private func renewHost(using random: inout SeededGenerator) {
    var options = HostOptions()
    options.device = Bool.random(using: &random) ? .phone : .tablet
    options.attributes = ["user_id": .integer(Int.random(in: 0..<1_000, using: &random))]
    options.clock = VirtualClock()
    options.store = MemoryStore()
    options.limits.keptRecords = 20
    if Bool.random(using: &random) { options.services = late.services(of: soaked.name) }
    router = ShownScreens()
    host = project.makeHost(router: router, options: options)
    tally.countHost()
    // Alive: the host is its own, and tells only while the session drives it.
    host.observe { [unowned self] in tally.count($0) }
  }

  // MARK: Steps

  func take(_ step: SoakStep, using random: inout SeededGenerator) throws {
    let user = ProjectUser(host: host, project: project)
    switch step {
    case .user(let step):
      if step == .swipeBack, let screen = user.screenToSwipe { router.swipe(screen) }
      if step == .pullDown, let modal = user.modalToPull { router.pull(modal) }
      user.take(step)
    case .odd(let index, let payload):
      guard let offer = user.offer(index, 0) else { break }
      host.send(offer.event, packed(payload), from: offer.screen)
    case .stray(let index, let event, let payload):
      let screens = host.navigation.screens
      let screen = screens.isEmpty ? nil : screens[index % screens.count]
      let events = (screen.map { host.events(of: $0.id) } ?? []) + ["soaked"]
      host.send(events[event % events.count], packed(payload), from: screen?.id)
    case .answer(let number, let answer):
      late.answer(number, answer)
      host.takeAnswers()
    case .save: try reload(files.save(using: &random))
    case .swap(let follow): try swap(follow, using: &random)
    case .restore: try restore(using: &random)
    case .leave: try leave(using: &random)
    }
    if let unexpected = tally.unexpected { throw Fault(text: unexpected) }
    if host.root == nil { try leave(using: &random) }
  }

  private func packed(_ payload: Int) -> PackedValue {
    (try? PackedValue(OddPayloads.all[payload])) ?? .empty
  }

  private func reload(
    _ saved: (changes: [String: String?], expected: ChangingFiles.Expectation)
  ) throws {
    guard
      let report = project.reload(changing: saved.changes.mapValues { $0.map { Array($0.utf8) } })
    else { throw Fault(text: "a reload between turns waits") }
    let problems = report.problems.map(\.text).joined(separator: "; ")
    tally.countReload(report.problems.isEmpty ? "taken" : "refused")
    switch saved.expected {
    case .taken where !report.problems.isEmpty: throw Fault(text: "a reload fails: \(problems)")
    case .refused where report.problems.isEmpty:
      throw Fault(text: "files that cannot be loaded are taken: \(saved.changes)")
    default: break
    }
  }

  private func swap(_ follow: Bool, using random: inout SeededGenerator) throws {
    let variant = soaked.variants[Int.random(in: 0..<2, using: &random)]
    if let error = host.swap(soaked.slot, to: variant, live: follow ? .follow : .finish) {
      throw Fault(text: "a swap fails: \(error)")
    }
    tally.countSwap()
  }

  /// Goes on in another host of another project, from what a snapshot says.
  private func restore(using random: inout SeededGenerator) throws {
    try reload(files.putRight())
    let snapshot = try host.snapshot()
    let written = JSON.text(of: snapshot)
    let stack = host.navigation.stackNames(of: host.navigation.frontRouter)
    // Handlers that wait do not come back, and a start that does comes anew.
    let isWhole = !written.contains("\"restarts\"") && !written.contains("\"interrupted\"")
    try release()
    dropped.append(Weak(object: project))
    project = try Project(project.files)
    tally.countProject()
    renewHost(using: &random)
    if let error = host.restore(try JSON.parse(written)) {
      throw Fault(text: "a snapshot cannot be restored: \(error)")
    }
    tally.countRestoration()
    guard isWhole else { return }
    guard try host.snapshot() == snapshot else {
      throw Fault(
        text: "restored, it is another:\n\(written)\n\(JSON.text(of: try host.snapshot()))")
    }
    guard host.navigation.stackNames(of: host.navigation.frontRouter) == stack else {
      throw Fault(text: "restored, another stack is in front")
    }
  }

  /// Another host runs the project from the beginning.
  private func leave(using random: inout SeededGenerator) throws {
    // Its root may be one that was saved without what it needs.
    try reload(files.putRight())
    try release()
    renewHost(using: &random)
    if let error = host.start(project.root) { throw Fault(text: "it does not start: \(error)") }
  }

  /// Lets go of the host; what it held is looked for in the next check.
  private func release() throws {
    noteLiving()
    host.close()
    left.append(Weak(object: host))
  }

  // MARK: Looking

  /// What is wrong with the host and what is shown.
  func check() throws {
    if let fault = host.inconsistencies.first { throw Fault(text: fault) }
    let missing = router.missing(to: host.navigation)
    guard missing.isEmpty else {
      throw Fault(text: "the platform was not asked for \(missing)")
    }
  }

  /// Looks for coordinators and hosts that have ended and are held.
  ///
  /// - Returns: the bytes that Lua holds.
  func checkMemory() throws -> Int {
    project.collectGarbage()
    for weak in lived {
      guard let coordinator = weak.object, host.coordinator(coordinator.id) !== coordinator else {
        continue
      }
      throw Fault(text: "\(coordinator.name) has ended and is held")
    }
    if left.contains(where: { $0.object != nil }) {
      throw Fault(text: "a host that was left is held")
    }
    if dropped.contains(where: { $0.object != nil }) {
      throw Fault(text: "a project that was dropped is held")
    }
    left = []
    dropped = []
    noteLiving()
    return project.luaMemory
  }

  private func noteLiving() {
    lived.removeAll { $0.object == nil }
    var open = host.root.map { [$0] } ?? []
    while let next = open.popLast() {
      lived.append(Weak(object: next))
      open += next.childrenOldestFirst
    }
  }
}
