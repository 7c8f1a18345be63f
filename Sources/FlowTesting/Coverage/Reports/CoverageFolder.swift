import Coordination
import SystemCalls

/// The folder that coverage is written to: `lcov.info` and `index.html`.
public struct CoverageFolder: Hashable, Sendable {
  public let path: String

  /// Where it is written unless another folder is named.
  public static let usual = "coverage"

  public init(path: String = usual) { self.path = path }

  /// The page that people open.
  public var page: String { path + "/index.html" }
  /// For tools.
  public var tracefile: String { path + "/lcov.info" }

  /// Writes both files, in place of those from before. Each is written whole or not at all.
  public func write(_ report: CoverageReport) throws {
    try Folder.make(path)
    for (path, text) in [
      (tracefile, LCOVTracefile(report: report).text), (page, CoveragePage(report: report).text),
    ] {
      try WholeFile(path: path, readers: .usual).write(Array(text.utf8))
    }
  }
}
