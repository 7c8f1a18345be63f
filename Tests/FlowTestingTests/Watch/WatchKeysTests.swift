import Testing

@testable import FlowTesting

@Suite("What is typed while tests are watched")
struct WatchKeysTests {
  private static func steps(
    _ source: WatchKeys.Source, _ typed: String...
  ) -> [WatchKeys.Step] {
    var keys = WatchKeys(source)
    return typed.flatMap { keys.take(Array($0.utf8)) }
  }

  @Test(
    "on a terminal a key is a command",
    arguments: [
      ("a", .all), ("f", .failed), ("u", .updateSnapshots), ("q", .quit), ("\u{4}", .quit),
      ("h", .help), ("?", .help), ("\n", .again), ("\r", .again),
    ] as [(String, WatchCommand)])
  func key(_ typed: String, _ command: WatchCommand) {
    #expect(Self.steps(.terminal, typed) == [.command(command)])
  }

  @Test("an unknown key is told; arrows, spaces and signs of control are passed over")
  func unknown() {
    #expect(Self.steps(.terminal, "z") == [.unknown("z")])
    #expect(Self.steps(.terminal, "\u{1B}[A", " ", "\u{1}") == [])
  }

  @Test("a text is typed up to Enter, and shown as it is")
  func text() {
    #expect(
      Self.steps(.terminal, "p", "a", "é", "\r") == [
        .typing("only files with: "), .typing("only files with: a"),
        // The first half of a character is not shown.
        .typing("only files with: a"), .typing("only files with: aé"), .command(.path("aé")),
      ])
    #expect(
      Self.steps(.terminal, "tq\n") == [
        .typing("only tests with (a Lua pattern): "), .typing("only tests with (a Lua pattern): q"),
        .command(.name("q")),
      ])
  }

  @Test("a text can be corrected, begun anew and given up; keys are commands again then")
  func editing() {
    #expect(Self.steps(.terminal, "p", "aé\u{7F}", "b\u{8}\n").last == .command(.path("a")))
    #expect(Self.steps(.terminal, "p", "abc\u{15}d\n").last == .command(.path("d")))
    #expect(
      Self.steps(.terminal, "p", "a", "\u{1B}", "a").suffix(2) == [.cancelled, .command(.all)])
    #expect(Self.steps(.terminal, "p\n").last == .command(.path("")))
    #expect(Self.steps(.terminal, "p", "\u{7F}").last == .typing("only files with: "))
  }

  @Test("of a text without end the beginning is kept")
  func long() {
    let text = String(repeating: "x", count: 5000)
    guard case .command(.path(let kept))? = Self.steps(.terminal, "p", text, "\n").last else {
      Issue.record("no command")
      return
    }
    #expect(kept.count == 1000)
  }

  @Test("elsewhere a line is a key, an empty one Enter, and the line after p or t the text")
  func lines() {
    #expect(Self.steps(.lines, "a\n", "\r\n", "f") == [.command(.all), .command(.again)])
    #expect(Self.steps(.lines, "f", "\n") == [.command(.failed)])
    #expect(
      Self.steps(.lines, "p\nmon", "ey\n") == [
        .typing("only files with: "), .command(.path("money")),
      ])
    #expect(Self.steps(.lines, "all\n") == [.unknown("all")])
  }
}
