/// Which names in a folder are none of a project's: hidden ones, and what editors leave beside the
/// files that they save.
enum WatchedNames {
  /// Whether a folder of that name is left alone: those that loading passes over.
  static func leavesAlone(folder name: String) -> Bool { name.hasPrefix(".") }

  /// Whether a file of that name is left alone.
  static func leavesAlone(file name: String) -> Bool {
    // Hidden; so are the locks of Emacs (.#x) and the swap files of Vim.
    name.hasPrefix(".") || name.hasSuffix("~")
      || (name.hasPrefix("#") && name.hasSuffix("#"))
      // The file by which Vim tries whether it may write in a folder.
      || name == "4913"
      || endings.contains(where: name.hasSuffix)
  }

  private static let endings = [
    ".swp", ".swo", ".swx", ".bak", ".tmp", "___jb_tmp___", "___jb_old___",
  ]
}
