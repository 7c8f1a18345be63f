/// Tells whether memory grows: what is held later against what was held in the first tenth.
struct MemoryWatch {
  /// The bytes that Lua held last, by project.
  private(set) var lua: [String: Int] = [:]
  /// What has grown, in a sentence.
  private(set) var growth: String?
  private var firstLua: [String: Int] = [:]
  private var firstResident: Int?

  /// Bytes that differ from one moment to the next, whatever was done: a flow that is deep in
  /// something, pages that are not full.
  private static let slack = 1 << 20
  private static let processSlack = 32 << 20

  mutating func note(_ bytes: Int, of project: String, _ event: Int, of events: Int) {
    lua[project] = bytes
    let first = firstLua[project] ?? 0
    guard event * 10 > events else {
      firstLua[project] = max(first, bytes)
      return
    }
    if first > 0, bytes > first * 3 / 2 + Self.slack {
      growth = "Lua holds \(bytes) bytes for \(project), and held \(first) at first"
    }
  }

  mutating func note(resident: Int?) {
    guard let resident else { return }
    guard let first = firstResident else {
      firstResident = resident
      return
    }
    if resident > first * 3 / 2 + Self.processSlack {
      growth = "\(resident) bytes of memory are resident, and \(first) were at first"
    }
  }
}
