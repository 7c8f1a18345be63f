import Coordination
import PlainValues

extension FuzzTarget {
  /// Patterns of links, a line each, and after `>` a link that is followed among them.
  static let links = FuzzTarget("links") { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").prefix(24)
    let urls = lines.filter { $0.hasPrefix(">") }.map { String($0.dropFirst()) }
    let texts = lines.filter { !$0.hasPrefix(">") }.map(String.init)
    let patterns = texts.compactMap { try? LinkPattern($0) }
    for one in patterns {
      for other in patterns {
        try require(
          (one < other) != (other < one) || one.text == other.text,
          "\(one.text) and \(other.text) have no order")
      }
    }
    for url in urls {
      guard let link = try? Link(url) else { continue }
      let passedOn = try Link(payload: link.payload)
      try require(
        passedOn.path == link.path, "\(url): \(link.path) is passed on as \(passedOn.path)")
      for pattern in patterns {
        guard let rest = pattern.match(link) else { continue }
        try require(link.path.hasSuffix(rest.path), "\(pattern.text) leaves \(rest.path) of \(url)")
      }
    }
    try follow(urls, among: Set(patterns.map(\.text)).sorted())
  }

  private static func follow(_ urls: [String], among patterns: [String]) throws {
    var files = Stage.sampleFiles
    let entries = patterns.map { "[\(quoted($0))] = { push = \"found\", with = true }," }
    files["app.lua"] = Array(
      """
      local app = {}
      function app:start() self.router:push("home") end
      app.links = { \(entries.joined(separator: "\n")) }
      return app
      """.utf8)
    guard let stage = try? Stage(files) else { return }
    stage.start()
    for url in urls {
      let (before, shown) = (stage.settled, stage.host.navigation.screens.count)
      stage.host.open(url)
      try stage.check()
      let hasFailed = stage.host.records.last?.result == .failed
      try require(
        hasFailed ? stage.settled == before : stage.host.navigation.screens.count == shown + 1,
        "\(url) leads to \(stage.host.navigation.screens.map(\.name))")
    }
    try stage.checkSnapshot(files)
  }

  /// As Lua reads it.
  private static func quoted(_ text: String) -> String {
    "\"" + text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
  }
}

extension [String] {
  fileprivate func hasSuffix(_ other: [String]) -> Bool { suffix(other.count).elementsEqual(other) }
}
