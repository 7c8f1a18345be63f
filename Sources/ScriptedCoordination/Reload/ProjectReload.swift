import Coordination
import LuaRuntime
import PlainValues

/// One reload: loads what has changed aside, takes it over, and migrates states.
final class ProjectReload: DefinitionReload {
  /// What differs from what is in force when its turn has come; nil for a file that has gone. Let
  /// go of when it has ended.
  private(set) lazy var changes: [String: [UInt8]?] = report.measure(.compare) { report in
    let all = asked.merging(project.pending) { asked, _ in asked }
    asked = [:]
    let changes = all.filter { path, contents in
      ProjectRole(path: path) != .test && project.files[path] != contents
    }
    report.files = changes.keys.sorted()
    return changes
  }
  private(set) lazy var payload: PackedValue = {
    let marks = changes.mapValues { contents in
      contents.map { Value.string(ProjectFiles.mark(of: $0)) } ?? .null
    }
    return (try? PackedValue(["files": .object(marks)])) ?? .empty
  }()
  private(set) var report = ReloadReport()
  private(set) var hasEnded = false
  private var asked: [String: [UInt8]?]
  private let project: Project

  /// - Parameter asked: what files hold now.
  init(_ project: Project, _ asked: [String: [UInt8]?]) {
    self.project = project
    self.asked = asked
  }

  func apply(_ context: ReloadContext) throws {
    defer { end() }
    do {
      try reload(context)
    } catch let error as ProjectError {
      fail(error.problems)
      throw FlowError(notReloaded: error)
    } catch {
      // A state that cannot be migrated.
      var flow = (error as? FlowError) ?? FlowError(.failure, "\(error)", cause: error)
      let whose = flow.coordinator.map { "the state of \($0) cannot be migrated: " } ?? ""
      flow.message = "not reloaded, all runs on as it was: \(whose)\(flow.message)"
      fail([
        Problem(.error, file: flow.place?.script, line: flow.place?.line, flow.message)
      ])
      throw flow
    }
  }

  /// For a project that nobody runs.
  func applyWithoutHost() {
    defer { end() }
    do {
      try reload(nil)
    } catch {
      fail((error as? ProjectError)?.problems ?? [Problem(.error, file: nil, "\(error)")])
    }
  }

  private func end() {
    hasEnded = true
    changes = [:]
  }

  private func fail(_ problems: [Problem]) {
    report.outcome = .failed(problems)
    report.scripts = []
    report.oldHandlers = []
    report.lostTransitions = []
    project.pending = changes
  }

  private func reload(_ context: ReloadContext?) throws {
    let loaded = try report.measure(.load) { report in try load(&report) }
    let changeovers = self.changeovers(loaded)
    // Where nothing is lost nobody has to be asked.
    let named = changeovers.contains(where: \.losesEvents) ? context?.namedEvents : nil
    try report.measure(.swap) { _ in try takeOver(loaded, changeovers, context) }
    if let context {
      try report.measure(.migrate) { report in
        for changeover in changeovers { try changeover.apply(context, &report) }
        for loss in named.map(context.losses) ?? [] {
          report.lostTransitions += loss.events.map {
            .init(coordinator: loss.coordinator, screen: loss.screen, event: $0)
          }
        }
      }
    }
    project.pending = [:]
    report.outcome = .reloaded
  }

  private func load(_ report: inout ReloadReport) throws -> ProjectLoader {
    let strays = changes.keys.sorted().compactMap(ProjectFiles.problem)
    guard strays.isEmpty else { throw ProjectError(strays) }
    let random = project.runtime.state.randomState
    // What loading draws, handlers draw after it all the same.
    defer { project.runtime.state.randomState = random }
    var files = project.files
    for (path, contents) in changes { files[path] = contents }
    var loader = ProjectLoader(
      project.runtime, files, alsoKnown: project.alsoKnown, inForce: project)
    loader.load(project.graph.affected(by: changes.keys))
    guard !loader.hasErrors else { throw ProjectError(loader.problems) }
    report.warnings = loader.problems + missing(loader)
    return loader
  }

  /// Who still names a script that has gone: starting it will be an error.
  private func missing(_ loaded: ProjectLoader) -> [Problem] {
    let gone = Set(
      deleted.compactMap { path in
        if case .coordinator(let name) = ProjectRole(path: path) { name } else { nil }
      } + project.experiments.slots.filter { loaded.files[$0 + ".lua"] == nil }
    ).filter { !project.alsoKnown.contains($0) && loaded.experiments[$0] == nil }
    guard !gone.isEmpty else { return [] }
    var problems: [Problem] = []
    for (name, script) in project.scripts.sorted(by: { $0.key < $1.key })
    where loaded.definitions[name] == nil && !script.hasGone && !gone.contains(name) {
      let uses = script.definition.namesInUse.slots
      for slot in gone.sorted() {
        guard let use = uses[slot] else { continue }
        let map = SourceMap(project.files[name + ".lua"] ?? [])
        problems.append(
          Problem(
            .warning, file: name + ".lua", line: map.line(of: use.path),
            "there is no coordinator \"\(slot)\" to start any more: its script has gone"))
      }
    }
    if gone.contains(project.root) {
      problems.append(
        Problem(
          .warning, file: project.root + ".lua",
          "the root coordinator's script has gone: it runs on, and cannot be started again"))
    }
    return problems
  }

  private func changeovers(_ loaded: ProjectLoader) -> [Changeover] {
    loaded.definitions.sorted { $0.key < $1.key }.map { name, definition in
      let script = project.scripts[name]
      return Changeover(
        script: script, name: name, change: script?.hasGone == false ? .changed : .added,
        from: script?.definition, to: definition)
    }
      + deleted.sorted().compactMap { path in
        guard case .coordinator(let name) = ProjectRole(path: path),
          let script = project.scripts[name]
        else { return nil }
        return Changeover(
          script: script, name: name, change: .deleted, from: script.definition, to: nil)
      }
  }

  private var deleted: Set<String> { Set(changes.filter { $0.value == nil }.keys) }

  private func takeOver(
    _ loaded: ProjectLoader, _ changeovers: [Changeover], _ context: ReloadContext?
  ) throws {
    let before = project.parts
    let gone = changeovers.map { $0.script?.hasGone }
    let undo = { [project] in
      for (changeover, gone) in zip(changeovers, gone) { changeover.undo(wasGone: gone) }
      project.parts = before
    }
    project.image?.noteReload()
    if let context {
      context.onUndo(undo)
      return try project.take(loaded, deleted: deleted)
    }
    let mark = project.runtime.mark()
    do {
      try project.take(loaded, deleted: deleted)
      project.runtime.commit()
    } catch {
      project.runtime.rollback(to: mark)
      undo()
      throw error
    }
  }
}

extension FlowError {
  fileprivate init(notReloaded error: ProjectError) {
    let errors = error.problems.filter { $0.severity == .error }
    let first = errors.first
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    self.init(
      .failure, "not reloaded, all runs on as it was: \(first?.text ?? "")\(more)",
      place: first?.file.map { SourcePlace(script: $0, line: first?.line) }, cause: error)
  }
}
