import LuaRuntime

/// Whether it is counted how often lines of scripts run.
public enum LineCounting: Sendable { case off, on }

extension Project {
  /// How often the lines of its scripts have run, loading them included, by the file's path within
  /// the project; nothing where they are not counted. Costs the number of lines.
  package var lineCounts: [LuaLineCounts] { runtime.state.lineCounts }

  /// Counts the lines of the files, too, that nothing has loaded: none of them has run. A file that
  /// is not Lua is left out. Costs the size of these files.
  package func countLinesOfRest() throws {
    guard runtime.lineCounting == .on else { return }
    let known = Set(lineCounts.map(\.script))
    var environment: LuaTable?
    for (path, text) in files.contents.sorted(by: { $0.key < $1.key })
    where !known.contains(path) && ProjectRole(path: path) != .test {
      let place = try environment ?? runtime.state.makeEnvironment()
      environment = place
      if let chunk = try? runtime.state.load(text, chunkName: path, environment: place) {
        try chunk.countLines()
      }
    }
  }
}
