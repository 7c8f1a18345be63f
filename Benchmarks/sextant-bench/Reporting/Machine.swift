import Foundation

/// What it is measured on.
struct Machine {
  let processor: String
  let processors: Int
  /// How many processes wanted to run in the last minute, before anything was measured.
  let loadBefore: Double

  init() {
    let lines = FileManager.default.contents(atPath: "/proc/cpuinfo")
      .map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let model = lines?.first { $0.hasPrefix("model name") }
    processor =
      model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    processors = ProcessInfo.processInfo.activeProcessorCount
    loadBefore = Self.load
  }

  static var load: Double {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : 0
  }

  var text: String {
    "\(processor), \(processors) processors, load \(String(format: "%.1f", loadBefore)) before "
      + "and \(String(format: "%.1f", Self.load)) after"
  }
}
