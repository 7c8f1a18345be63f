import CFloor
import Foundation

/// What this process has in memory.
enum Memory {
  /// Bytes that are allocated and not given back.
  static func allocated() throws -> Int {
    let bytes = cfloor_allocated()
    guard bytes >= 0 else {
      throw WorkNotDone("only the allocator of glibc says how much is allocated")
    }
    return Int(bytes)
  }

  /// The most bytes that were ever resident.
  static func peak() throws -> Int {
    let lines = try text("/proc/self/status").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first?.split(separator: "\t").last
        .flatMap({ Int($0) })
    else { throw WorkNotDone("the system does not say how much memory was resident") }
    return kilobytes << 10
  }

  private static func text(_ path: String) throws -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw WorkNotDone("\(path) cannot be read, which only Linux has")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
