import FlowTesting
import Foundation
import Testing

@Suite("What fails within a service that a test supplies")
struct ServiceFailureTests {
  /// Runs a spec beside a small project.
  private static func run(_ body: String) throws -> Went {
    let folder = NSTemporaryDirectory() + "services-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/tests", withIntermediateDirectories: true)
    for (name, text) in SmallProject.files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    return try spec(body, path: folder + "/tests/it_test.lua") {
      $0.extensions = [FlowLauncher()]
    }
  }

  @Test("an assertion is a failure at its own line, with what differs")
  func assertion() throws {
    let went = try Self.run(
      """
      it("asks", function()
        local app = launch("app", { services = { catalog = { find = function(text)
          assert.equal("tea", text)
        end } } })
        app:send("find", { text = "coffee" })
      end)
      """)
    let result = try #require(went.results.first)
    let failure = try #require(result.failures.first)
    #expect(result.outcome == .failed)
    #expect(failure.message == "Expected objects to be equal.")
    #expect(failure.difference == ["- \"tea\"", "+ \"coffee\""])
    #expect(failure.line == 3)
    #expect(failure.traceback.count == 1)
    #expect(failure.traceback.first?.hasSuffix("tests/it_test.lua:5: in function") ?? false)
    #expect(!failure.flow.contains { $0.contains("sextant:") || $0.contains("service.lua") })
  }

  @Test("an error is an error, without places of the runner")
  func error() throws {
    let went = try Self.run(
      """
      it("asks", function()
        local app = launch("app", { services = { catalog = { find = function() error("boom") end } } })
        app:send("find", { text = "coffee" })
      end)
      """)
    let result = try #require(went.results.first)
    let failure = try #require(result.failures.first)
    #expect(result.outcome == .error)
    #expect(failure.message.hasSuffix("tests/it_test.lua:2: boom"))
    #expect(!failure.flow.contains { $0.contains("sextant:") || $0.contains("service.lua") })
  }

  @Test("an assertion that the flow has taken in does not change a later failure")
  func takenIn() throws {
    let went = try Self.run(
      """
      it("asks", function()
        local app = launch("app", { services = { catalog = { find = function(text)
          assert.equal("tea", text)
        end } } })
        pcall(app.send, app, "find", { text = "coffee" })
        error("another")
      end)
      """)
    #expect(went.results.first?.outcome == .error)
    #expect(went.results.first?.failures.first?.message == "another")
  }

  @Test("what is found at the end of a test has the test's line")
  func atEnd() throws {
    let went = try Self.run(
      "\nit(\"says little\", function() launch(\"app\", { exhaustive = true }) end)")
    let failure = try #require(went.results.first?.failures.first)
    #expect(failure.message.hasPrefix("at the end: the test has not said all"))
    #expect(failure.line == 2)
  }

  @Test("what has no place of its own has the test's, so that programs find it")
  func placeless() throws {
    let went = try spec("\nit(\"ends\", function() finally(1) end)")
    let failure = try #require(went.results.first?.failures.first)
    #expect(failure.message == "attempt to call a number value")
    #expect(failure.file == "tests/it_test.lua")
    #expect(failure.line == 2)
  }

  @Test("an error within a module is told where it was raised, one of require where it is called")
  func modules() throws {
    let folder = NSTemporaryDirectory() + "modules-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/tests", withIntermediateDirectories: true)
    for (name, text) in [("broken", "local x\nx.y = 1"), ("other", "local x = = 1")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).lua"))
    }
    let went = try spec(
      """
      it("broken", function() require "broken" end)
      it("other", function() require "other" end)
      it("nowhere", function() require "nowhere" end)
      it("again", function() pcall(require, "broken") require "broken" end)
      it("caught", function() error(select(2, pcall(require, "nowhere")), 0) end)
      it("a number", function() require(3) end)
      """, path: folder + "/tests/it_test.lua")
    let failures = went.results.compactMap(\.failures.first)
    let places = failures.map {
      "\($0.file?.split(separator: "/").last ?? ""):\($0.line ?? 0)"
    }
    #expect(
      places == [
        "broken.lua:2", "it_test.lua:2", "it_test.lua:3", "broken.lua:2", "it_test.lua:5",
        "it_test.lua:6",
      ])
    #expect(failures[0].message == "attempt to index a nil value (local 'x')")
    #expect(failures[1].message.hasPrefix("module \"other\" does not load: "))
    #expect(failures[2].message.hasPrefix("there is no module \"nowhere\" ("))
    #expect(failures[5].message == "require takes the name of a module")
    #expect(
      !failures.contains { failure in
        ([failure.message] + failure.traceback).contains { $0.contains("sextant:") }
      })
  }
}
