import Foundation
import ScriptedCoordination

/// The flow projects of this package.
package enum Projects {
  package static let all = ["auth", "buying", "linear", "shop"]

  package static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
    + "/scripts/"

  /// The files of a project, by path.
  ///
  /// The shop's server is not part of the host, and remembers orders; here it forgets them, so that
  /// two hosts find the same.
  package static func files(_ name: String) throws -> [String: String] {
    var files = try ProjectFiles(folder: folder + name).contents
      .mapValues { String(decoding: $0, as: UTF8.self) }
    files["services.lua"] = files["services.lua"]?
      .replacing("table.insert(placed, order)", with: "")
      .replacing("local order = placed[number - 1000]", with: "local order = { number = number }")
    return files
  }
}
