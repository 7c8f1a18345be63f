import Coordination
import ScriptedCoordination
import Watching

/// The folder that a project which runs has come from: what is in it now can be taken over.
public final class ScriptFolder {
  private let path: String
  private let project: Project
  /// Tells what changes; nil where nobody looks.
  let watcher: FolderWatcher?

  /// - Parameter watcher: of the folder, made before the project was read.
  public init(_ path: String, of project: Project, watcher: FolderWatcher? = nil) {
    self.path = path
    self.project = project
    self.watcher = watcher
  }

  /// Takes over whatever differs. Costs the size of the folder.
  ///
  /// - Throws: ``ProjectError`` where it cannot be read.
  func reload() throws(ProjectError) -> ReloadReport? {
    project.reload(try ProjectFiles(folder: path))
  }

  /// What the watcher has to tell, as lines for people; what has changed is taken over.
  func take(_ reports: [WatchReport]) -> [ReloadNote] {
    reports.flatMap { report -> [ReloadNote] in
      guard case .changed(let files) = report else { return [.watching("\(report)")] }
      let unreadable = files.filter { if case .unreadable = $0.kind { true } else { false } }
      var notes = unreadable.map { ReloadNote.watching("\($0)") }
      let changes = files.filter { !unreadable.contains($0) }
      guard !changes.isEmpty else { return notes }
      let reloaded = project.reload(
        changing: Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.contents) }))
      if let reloaded { notes.append(.reloaded(reloaded)) }
      return notes
    }
  }
}

/// What is told of a folder that is watched.
enum ReloadNote {
  /// What came of a reload.
  case reloaded(ReloadReport)
  /// Something about the watching itself.
  case watching(String)
}
