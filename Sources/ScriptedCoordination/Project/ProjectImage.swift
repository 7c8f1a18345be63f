import Coordination
import LuaRuntime

/// What a project's scripts keep outside the state of coordinators (locals, globals and modules),
/// as it was before they ran; and whom they have run.
///
/// Loading a project costs far more than running a short flow. With this a project can be run by
/// one host after the other, and each finds the scripts as they were loaded. Only what has run is
/// looked at: each script has globals and modules of its own.
final class ProjectImage {
  private let random: [UInt64]
  private let services: LuaImage?
  /// Of each script that has run once.
  private var images: [String: LuaImage] = [:]
  /// The scripts that have run since the last restoring.
  private var used: Set<String> = []
  /// Their images, and that of the services.
  private var ofUsed: [LuaImage]
  private var made: [Made] = []
  /// Whether scripts are others than those it is of.
  private var isOutdated = false

  private struct Made {
    let slot: String
    let behavior: Whereabouts<ScriptedBehavior>
  }

  /// Of a project that has been loaded and has run nothing yet.
  init(_ runtime: ScriptRuntime) throws {
    random = runtime.state.randomState
    services = try runtime.services.image()
    ofUsed = services.map { [$0] } ?? []
  }

  func note(_ behavior: ScriptedBehavior, startedAs slot: String) throws {
    let script = behavior.definition.script
    if !used.contains(script) {
      let image = try images[script] ?? behavior.definition.table.image()
      images[script] = image
      ofUsed.append(image)
      used.insert(script)
    }
    made.append(Made(slot: slot, behavior: behavior.whereabouts))
  }

  /// Scripts have been reloaded: it says nothing of those that are there now.
  func noteReload() { isOutdated = true }

  /// Whether scripts keep what cannot be put back.
  var isOpaque: Bool { isOutdated || ofUsed.contains(where: \.isOpaque) }

  /// Whether scripts have changed what they keep. Costs the size of that.
  var hasChanged: Bool { ofUsed.contains(where: \.hasChanged) }

  /// The coordinators that have ended and are still there, by the names that started them.
  var endedButThere: [String] {
    made.filter { $0.behavior.object?.isReleased == true }.map(\.slot)
  }

  /// Puts all back as it was before anything ran.
  func restore(_ runtime: ScriptRuntime) throws {
    for image in ofUsed { try image.restore() }
    runtime.state.randomState = random
    used = []
    ofUsed = services.map { [$0] } ?? []
    made = []
  }
}
