import Coordination
import PlainValues
import ScriptedCoordination
import Watching

/// The folder that a project which runs has come from: what is in it now can be taken over.
public final class ScriptFolder {
  private let path: String
  private let project: Project
  /// Files that cannot be read, and why; until they can be, nothing is taken over.
  private var unreadable: [String: String] = [:]
  /// What is to be taken over.
  private var changes: [String: [UInt8]?] = [:]
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

  /// Whether a flow that could not start is to be started again: something else was taken over.
  func mayStart(_ host: Host, after notes: [ReloadNote]) -> Bool {
    guard host.root == nil, host.outcome == nil else { return false }
    return notes.contains { note in
      if case .reloaded(let report) = note, case .reloaded = report.outcome { true } else { false }
    }
  }

  /// What the watcher has to tell, as lines for people; what has changed is taken over.
  func take(_ reports: [WatchReport]) -> [ReloadNote] {
    reports.flatMap { report -> [ReloadNote] in
      guard case .changed(let files) = report else { return [.watching("\(report)")] }
      for file in files {
        if case .unreadable(let reason) = file.kind {
          unreadable[file.path] = reason
        } else {
          unreadable[file.path] = nil
          changes.updateValue(file.contents, forKey: file.path)
        }
      }
      // All of them, or none.
      guard unreadable.isEmpty else {
        let problems = unreadable.sorted { $0.key < $1.key }.map {
          Problem(.error, file: $0.key, "cannot be read: \($0.value)")
        }
        return [.reloaded(ReloadReport(unreadable: problems))]
      }
      defer { changes = [:] }
      return project.reload(changing: changes).map { [.reloaded($0)] } ?? []
    }
  }
}

/// What is told of a folder that is watched.
enum ReloadNote {
  /// What came of a reload.
  case reloaded(ReloadReport)
  /// Something about the watching itself.
  case watching(String)

  /// The line of JSON that tells it.
  var line: String {
    switch self {
    case .reloaded(let report): JSON.text(of: ["reload": report.value]) + "\n"
    case .watching(let text): JSON.text(of: ["watching": .string(text)]) + "\n"
    }
  }
}
