import Coordination
import LuaRuntime
import SystemCalls

/// Finds what a spec in the sandbox requires: files of its project, nothing else.
final class SpecModules {
  private let path: String
  /// Looked for when it is first needed: most specs require little.
  private(set) lazy var folder = SpecFolder(of: path)
  /// The files that were loaded, as messages name them, in order.
  private(set) var loaded: [String] = []

  /// The absolute paths of files that were loaded or looked for: whether they are there makes a
  /// difference.
  private(set) var sought: Set<String> = []

  /// - Parameter path: the spec's.
  init(of path: String) { self.path = path }

  /// Whether it is counted how often the lines run of what is found.
  var countsLines = false

  /// Counts how often the lines of a chunk run, where its file is code under test.
  func count(_ chunk: LuaFunction, in path: String) throws {
    if CoveragePath.isTested(path, root: folder.root) { try chunk.countLines() }
  }

  /// Takes note of a file that was found elsewhere.
  func note(_ path: String) {
    guard !loaded.contains(path) else { return }
    loaded.append(path)
    sought.insert(AbsolutePath.of(path))
  }

  /// Takes note of a place where a file was looked for elsewhere, and is not.
  func seek(_ path: String) { sought.insert(AbsolutePath.of(path)) }

  /// Compiles a module; of one that is not there, what to say.
  func find(
    _ name: String, in state: LuaState, environment: LuaTable
  ) throws -> (LuaFunction?, String) {
    for (path, shown) in folder.candidates(for: name) {
      sought.insert(path)
      guard let source = File.contents(path) else { continue }
      note(shown)
      let chunk: LuaFunction
      do {
        chunk = try state.load(
          source.luaText, chunkName: shown, environment: environment)
      } catch {
        guard error.kind == .syntax else { throw error }
        return (nil, "module \"\(name)\" does not load: \(error)")
      }
      if countsLines { try count(chunk, in: path) }
      return (chunk, shown)
    }
    let looked = folder.candidates(for: name).map(\.shown).joined(separator: ", ")
    let nearest = Suggestion.nearest(to: name, among: known())
    let hint = nearest.map { ": did you mean \"\($0)\"?" } ?? ""
    return (nil, "there is no module \"\(name)\" (\(looked))\(hint)")
  }

  /// The modules of the project, by name.
  private func known() -> [String] {
    SpecWalk(folder.root) { $0.hasSuffix(".lua") }.files.prefix(1000)
      .map { String($0.dropLast(4)).replacing("/", with: ".") }.sorted()
  }
}
