import Coordination
import LuaRuntime
import ScriptedCoordination

/// Gathers what runs while a file's tests run: of the file's own Lua state, and of the projects that
/// its tests launch.
///
/// What runs outside of tests counts once however often it runs: how often a file is loaded depends
/// on how the work is shared among processes, and coverage does not.
final class CoverageRecorder {
  private struct Watched {
    let owner: ObjectIdentifier
    let counts: () -> [LuaLineCounts]
    /// The path of a script, as messages name it.
    let path: (String) -> String
    /// What has been taken of each script.
    var taken: [String: [Int: Int]] = [:]
    /// Whether nothing more will run in it.
    var isRetired = false
  }

  private var watched: [Watched] = []
  private var next = CoverageTake()
  /// The files whose lines with code have been told.
  private var known: Set<String> = []
  /// The folders of the projects whose rules have been told.
  private var folders: Set<String> = []

  // MARK: What is watched

  /// Watches the state of the spec file itself, in place of the one before.
  func watch(_ state: LuaState) {
    retire { $0.path("") == "" }
    watched.append(
      Watched(
        owner: ObjectIdentifier(state), counts: { state.lineCounts }, path: CoveragePath.shown))
  }

  /// Watches a project that has been loaded; what has run in it until now is loading.
  func watch(_ project: Project) throws {
    try project.countLinesOfRest()
    let folder = project.files.name
    watched.append(
      Watched(
        owner: ObjectIdentifier(project), counts: { project.lineCounts },
        path: { CoveragePath.shown(folder + "/" + $0) }))
    gather(watched.count - 1, .outsideTests)
    guard folders.insert(folder).inserted else { return }
    next.rules += project.transitionOutlines.map {
      CoverageRule($0, path: Self.path($0.transition, in: folder))
    }
  }

  /// Nothing more runs in that project.
  func retire(_ project: Project) { retire { $0.owner == ObjectIdentifier(project) } }

  private func retire(_ isMeant: (Watched) -> Bool) {
    for index in watched.indices where isMeant(watched[index]) { watched[index].isRetired = true }
  }

  /// Takes the transitions of a flow's turns.
  func take(_ records: [TurnRecord], of project: Project) {
    for transition in records.lazy.flatMap(\.handlers).compactMap(\.transition) {
      let place = CoverageRule.Place(
        path: Self.path(transition, in: project.files.name), source: transition.source,
        event: transition.event, rule: transition.rule)
      next.taken[place, default: 0] += 1
    }
  }

  private static func path(_ transition: TakenTransition, in folder: String) -> String {
    CoveragePath.shown("\(folder)/\(transition.script).lua")
  }

  // MARK: Taking

  /// Where something has run.
  enum Occasion { case inTest, outsideTests }

  /// What has been gathered since the last time. Costs the number of lines that are watched.
  func take(_ occasion: Occasion) -> CoverageTake {
    for index in watched.indices { gather(index, occasion) }
    watched.removeAll(where: \.isRetired)
    defer { next = CoverageTake() }
    return next
  }

  private func gather(_ index: Int, _ occasion: Occasion) {
    for script in watched[index].counts() {
      let path = watched[index].path(script.script)
      let before = watched[index].taken[script.script] ?? [:]
      var lines = next.lines[path] ?? CoverageTake.Lines()
      if known.insert(path).inserted { lines.executable = script.executable }
      if script.counts != before {
        watched[index].taken[script.script] = script.counts
        for (line, count) in script.counts where count != before[line] {
          switch occasion {
          case .outsideTests: lines.loaded.insert(line)
          case .inTest: lines.counts[line, default: 0] += count - (before[line] ?? 0)
          }
        }
      }
      if !lines.isEmpty { next.lines[path] = lines }
    }
  }
}
