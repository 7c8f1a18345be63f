import Foundation

/// What the process holds.
package enum ProcessMemory {
  /// Bytes that the system keeps in memory for it; nil where that is not known.
  package static var resident: Int? {
    guard let counts = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    return counts.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      .map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
