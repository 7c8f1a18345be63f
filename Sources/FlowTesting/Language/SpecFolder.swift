import Foundation

/// The folder that a spec belongs to, where `require` looks.
struct SpecFolder {
  /// The absolute path of the project.
  let root: String
  /// The same as messages show it: from the working directory, where it is within.
  let shownRoot: String
  /// The absolute path of the folder that the spec is in.
  let own: String

  /// - Parameter path: the spec's, absolute or from the working directory.
  init(of path: String) {
    let working = FileManager.default.currentDirectoryPath
    let file = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: working + "/"))
    own = file.standardizedFileURL.deletingLastPathComponent().path
    root = Self.root(above: own)
    if root == working {
      shownRoot = "."
    } else if root.hasPrefix(working + "/") {
      shownRoot = String(root.dropFirst(working.count + 1))
    } else {
      shownRoot = root
    }
  }

  /// The nearest folder with an `app.lua`, or the one above `tests` or `spec`.
  private static func root(above folder: String) -> String {
    var candidate = URL(fileURLWithPath: folder)
    var aboveTests: String?
    while candidate.path != "/" {
      let app = candidate.appendingPathComponent("app.lua").path
      if FileManager.default.fileExists(atPath: app) { return candidate.path }
      let name = candidate.lastPathComponent
      candidate.deleteLastPathComponent()
      if aboveTests == nil, name == "tests" || name == "spec" { aboveTests = candidate.path }
    }
    return aboveTests ?? folder
  }

  /// Where `require` looks for a module, and what messages call the file.
  func candidates(for module: String) -> [(path: String, shown: String)] {
    let steps = module.replacing(".", with: "/").split(separator: "/").joined(separator: "/")
    return ["\(steps).lua", "\(steps)/init.lua"].map { relative in
      ("\(root)/\(relative)", shownRoot == "." ? relative : "\(shownRoot)/\(relative)")
    }
  }

  /// Lua's search path: what was asked for, then the project.
  func luaPath(_ first: [String]) -> String {
    let patterns = ["?.lua", "?/init.lua", "src/?.lua", "src/?/?.lua", "src/?/init.lua"]
    return (first + patterns.map { "\(shownRoot)/\($0)" }).joined(separator: ";")
  }
}
