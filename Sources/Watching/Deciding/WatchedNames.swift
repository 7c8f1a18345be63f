/// Which names in a folder are none of a project's: hidden ones, and what editors leave beside the
/// files that they save.
enum WatchedNames {
  /// Whether a file or a folder of that name is left alone.
  static func leavesAlone(_ name: String) -> Bool {
    // Hidden; also the lock files (.#x) and backups of Emacs, and the swap files of Vim.
    name.hasPrefix(".") || name.hasSuffix("~")
      || (name.hasPrefix("#") && name.hasSuffix("#"))
      // The file by which Vim tries whether it may write in a folder.
      || name == "4913"
      || endings.contains(where: name.hasSuffix)
  }

  private static let endings = [
    ".swp", ".swo", ".swx", ".bak", ".tmp", "___jb_tmp___", "___jb_old___",
  ]

  /// Whether any part of a path is left alone.
  static func leavesAlone(path: String) -> Bool {
    path.split(separator: "/").contains { leavesAlone(String($0)) }
  }
}
