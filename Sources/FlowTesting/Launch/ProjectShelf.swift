import Coordination
import Experiments
import ScriptedCoordination
import SystemCalls

/// The projects that tests launch, loaded once and used again.
///
/// Files are read once a spec file. A project whose files are the same as before is used again, as
/// it was when it was loaded; two flows that live at one time have a project each.
final class ProjectShelf {
  fileprivate struct Place: Hashable {
    let folder: String
    let seed: UInt64
  }

  private struct Name: Hashable {
    let name: String
    let file: String
  }

  /// A project that is in use or may be used again.
  struct Loaded {
    let project: Project
    fileprivate let place: Place
    fileprivate let marks: [String: String]
  }

  /// Where it is told what runs, where that is wanted.
  var recorder: CoverageRecorder?
  /// Those that nobody uses.
  private var free: [Place: [Loaded]] = [:]
  private var files: [String: (files: ProjectFiles, marks: [String: String])] = [:]
  /// The folder that a name means, near a spec file.
  private var folders: [Name: String] = [:]

  /// Looks at files anew from now on.
  func forget() {
    files = [:]
    folders = [:]
  }

  /// A project that has the script of that name.
  ///
  /// - Throws: ``LaunchProblem`` where there is none, or it cannot be loaded.
  func take(
    _ name: String, near file: String, seed: UInt64, coordinators: SwiftCoordinators
  ) throws -> Loaded {
    let folder = try folder(of: name, near: file)
    let place = Place(folder: folder, seed: seed)
    let (contents, marks) = try read(folder)
    if let known = free[place]?.popLast() {
      if known.marks == marks {
        try require(name, in: known.project, coordinators)
        return known
      }
      recorder?.retire(known.project)
    }
    let root = contents[name + ".lua"] == nil && contents["app.lua"] != nil ? "app" : name
    do {
      let project = try Project(
        contents, root: root, alsoKnown: coordinators.slots, seed: seed,
        lines: recorder == nil ? .off : .on)
      try project.rememberLoaded()
      try require(name, in: project, coordinators)
      try recorder?.watch(project)
      return Loaded(project: project, place: place, marks: marks)
    } catch let error as ProjectError {
      throw LaunchProblem("the project \(folder) cannot be launched:\n\(error)")
    }
  }

  /// Takes back a project that is not used any more; nil is none.
  ///
  /// - Parameter limits: whether a limit has stopped something in it. Then it is not used again.
  func putBack(_ loaded: Loaded?, after limits: Bool) {
    guard let loaded else { return }
    guard !limits, loaded.project.restoreLoaded() else {
      recorder?.retire(loaded.project)
      return
    }
    free[loaded.place, default: []].append(loaded)
  }

  /// The experiments of the project that a spec file is in.
  ///
  /// - Throws: ``LaunchProblem`` where there is none, or it cannot be loaded.
  func experiments(
    near file: String, _ application: FlowApplication
  ) throws -> ExperimentCatalog {
    let (contents, _) = try read(try folder(of: "app", near: file))
    let root = contents["app.lua"] == nil ? contents.scripts.min() ?? "app" : "app"
    let loaded = try take(root, near: file, seed: 0, coordinators: application.coordinators)
    defer { putBack(loaded, after: false) }
    return loaded.project.experiments
  }

  /// Whether a spec file is in a project.
  func isInProject(_ file: String) -> Bool { (try? folder(of: "app", near: file)) != nil }

  private func require(
    _ name: String, in project: Project, _ coordinators: SwiftCoordinators
  ) throws {
    guard !project.hasSlot(name), !coordinators.slots.contains(name) else { return }
    let known = (project.slots + coordinators.slots).sorted()
    throw LaunchProblem(
      "there is no coordinator \"\(name)\" to launch\(Suggestion.near(name, among: known))")
  }

  private func read(_ folder: String) throws -> (ProjectFiles, [String: String]) {
    if let known = files[folder] { return known }
    do {
      let contents = try ProjectFiles(folder: folder)
      let read = (files: contents, marks: contents.marks)
      files[folder] = read
      return read
    } catch {
      throw LaunchProblem("\(error)")
    }
  }

  /// The nearest folder above a spec file that has the script, or an app.lua.
  private func folder(of name: String, near file: String) throws -> String {
    let key = Name(name: name, file: file)
    if let known = folders[key] { return known }
    var folder = AbsolutePath.folder(of: file)
    while true {
      let scripts = ["\(name).lua", "app.lua", "experiments.lua"]
      if scripts.contains(where: { File.exists(folder + "/" + $0) }) {
        folders[key] = folder
        return folder
      }
      guard folder != "/" else { break }
      folder = AbsolutePath.folder(of: folder)
    }
    throw LaunchProblem(
      """
      there is no project to launch \"\(name)\" from: no folder above \(file) has a \(name).lua \
      or an app.lua
      """)
  }
}
