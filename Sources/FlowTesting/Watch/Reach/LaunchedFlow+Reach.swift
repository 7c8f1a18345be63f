import Coordination
import ScriptedCoordination
import SystemCalls

extension LaunchedFlow {
  /// The files that what it has done so far depends on; nothing once it has ended.
  var reach: Reach {
    guard let project else { return Reach() }
    // The project knows the scripts, the records the slots that they were chosen for.
    let slots = Set(records.flatMap(\.started).map(\.binding.slot))
    // The name of what was read from a folder is its path.
    let folder = AbsolutePath.of(project.files.name)
    let files = project.reachedFiles(with: slots.union([name])).map { folder + "/" + $0 }
    return Reach(files: Set(files), projects: [folder])
  }
}
