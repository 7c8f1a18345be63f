import Coordination
import LuaRuntime

extension Project {
  /// Takes over files that are others than before, with all that make use of them: whole, or
  /// nothing where one of them cannot be loaded. Then everything runs on as it was.
  ///
  /// Live coordinators go on with their state, and take the new definitions with their next event;
  /// suspended handlers go on in what they began in. Costs what is loaded, and what states are
  /// migrated. While a turn of its host runs, it waits until that has ended.
  ///
  /// - Parameter changes: what the files hold now, by their paths; nil for one that has gone. Those
  ///   that could not be loaded before, and have not changed since, are tried again with them.
  /// - Returns: what came of it; nil where it waits.
  @discardableResult
  public func reload(changing changes: [String: [UInt8]?]) -> ReloadReport? {
    let texts = changes.mapValues { $0.map(ProjectFiles.text) }
    return reload(ProjectReload(self, texts))
  }

  /// The same, with whatever differs between these files and those that are in force. Costs the
  /// size of all files.
  @discardableResult
  public func reload(_ files: ProjectFiles) -> ReloadReport? {
    var changes: [String: [UInt8]?] = files.contents.mapValues { $0 }
    for path in self.files.contents.keys where files[path] == nil {
      changes.updateValue(nil, forKey: path)
    }
    return reload(ProjectReload(self, changes))
  }

  private func reload(_ reload: ProjectReload) -> ReloadReport? {
    // While something is handled, what is in force may be another by the time its turn comes.
    if runtime.host?.isIdle != false, reload.changes.isEmpty {
      pending = [:]
      return reload.report
    }
    guard let host = runtime.host, !host.isClosed else {
      reload.applyWithoutHost()
      return reload.report
    }
    host.reload(reload)
    return reload.hasEnded ? reload.report : nil
  }
}

extension Host {
  /// Takes over the files of its project that are others than before
  /// (``Project/reload(_:)``).
  @discardableResult
  public func reload(_ files: ProjectFiles) -> ReloadReport? { project?.reload(files) }

  /// The project that it runs.
  private var project: Project? { sources.lazy.compactMap { $0 as? Project }.first }
}
