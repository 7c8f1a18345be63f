import SystemCalls

/// What files are called in coverage, and which of them belong to it.
enum CoveragePath {
  /// A path from the working directory where it is within, else the absolute one.
  static func shown(_ path: String) -> String {
    guard !path.isEmpty else { return "" }
    let working = Folder.working
    let parts = absolute(path, working)
    let prefix = working.split(separator: "/").map(String.init)
    guard parts.count > prefix.count, parts.starts(with: prefix) else {
      return "/" + parts.joined(separator: "/")
    }
    return parts.dropFirst(prefix.count).joined(separator: "/")
  }

  /// Whether a file that a spec has loaded is code under test: it is in the project or the working
  /// directory, and neither a test itself nor a library that was installed there.
  ///
  /// - Parameter root: the absolute path of the spec's project.
  static func isTested(_ path: String, root: String) -> Bool {
    let working = Folder.working
    let parts = absolute(path, working)
    for folder in [root, working] {
      let prefix = folder.split(separator: "/").map(String.init)
      guard parts.count > prefix.count, parts.starts(with: prefix) else { continue }
      let within = parts.dropFirst(prefix.count)
      let name = within.last ?? ""
      let isApart = within.dropLast().contains {
        $0.hasPrefix(".") || ["tests", "spec", "lua_modules"].contains($0)
      }
      return !isApart && !name.hasSuffix("_test.lua") && !name.hasSuffix("_spec.lua")
    }
    return false
  }

  private static func absolute(_ path: String, _ working: String) -> [String] {
    let whole = path.hasPrefix("/") ? path : working + "/" + path
    var parts: [String] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }
}
