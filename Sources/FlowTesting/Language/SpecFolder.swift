import SystemCalls

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
    let working = Folder.working
    own = AbsolutePath.folder(of: path)
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
    var candidate = folder
    var aboveTests: String?
    while candidate != "/" {
      if File.exists(candidate + "/app.lua") { return candidate }
      let isOfTests = candidate.hasSuffix("/tests") || candidate.hasSuffix("/spec")
      candidate = AbsolutePath.folder(of: candidate)
      if aboveTests == nil, isOfTests { aboveTests = candidate }
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
