#if canImport(Darwin)
  import Foundation
#endif

/// The program that runs.
package enum ThisProgram {
  /// Where it is, so that it can be started anew; nil where the system does not say.
  package static var path: String? {
    #if canImport(Darwin)
      Bundle.main.executablePath
    #else
      AbsolutePath.resolved("/proc/self/exe")
    #endif
  }

  /// Where files lie that nobody keeps, with a slash at its end.
  package static var temporaryFolder: String {
    #if canImport(Darwin)
      return NSTemporaryDirectory()
    #else
      let folder = Environment.value("TMPDIR") ?? "/tmp"
      return folder.hasSuffix("/") ? folder : folder + "/"
    #endif
  }
}
