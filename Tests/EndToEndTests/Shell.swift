import Foundation

extension Command {
  /// Runs lines of bash, in which `$SEXTANT` is the built command.
  static func shell(_ script: String, in folder: Folder) throws -> Command {
    try folder.write(".script", Array(script.utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [".script"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = Command.surroundings.merging(
      ["SEXTANT": executable.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return try finish(process)
  }
}
