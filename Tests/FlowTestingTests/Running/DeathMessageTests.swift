import Foundation
import PlainValues
import Testing

@testable import FlowTesting

@Suite("What is said of a process that ended")
struct DeathMessageTests {
  private static let crash =
    "It crashed outside Lua: in a C module, or by recursion in C that has no end."

  /// How it ended, and the whole message.
  static let messages: [(death: Death, text: String)] = [
    (
      .silent(10),
      """
      the test was still running after 10 seconds and was stopped
      It may never return: look for a loop without an end. Give it longer with --timeout SECONDS.
      """
    ),
    (
      .silent(1),
      """
      the test was still running after 1 second and was stopped
      It may never return: look for a loop without an end. Give it longer with --timeout SECONDS.
      """
    ),
    (
      .silent(0.5),
      """
      the test was still running after 0.5 seconds and was stopped
      It may never return: look for a loop without an end. Give it longer with --timeout SECONDS.
      """
    ),
    (
      .exit(3),
      """
      the test ended the process with status 3
      A test must not call os.exit, nor may a library that it uses.
      """
    ),
    (.signal(SIGSEGV), "the test ended the process: signal 11 (SIGSEGV)\n\(crash)"),
    (.signal(SIGABRT), "the test ended the process: signal 6 (SIGABRT)\n\(crash)"),
    (
      .signal(SIGKILL),
      """
      the test ended the process: signal 9 (SIGKILL)
      Something killed it; the system does so where a process takes too much memory.
      """
    ),
    (
      .signal(SIGTERM),
      "the test ended the process: signal 15 (SIGTERM)\nSomething sent it that signal."
    ),
    (
      .signal(63), "the test ended the process: signal 63 (unknown)\nSomething sent it that signal."
    ),
  ]

  @Test("each way to end has its message, in full for people and programs", arguments: messages)
  func message(_ death: Death, _ text: String) throws {
    var run = FileRun(SpecTarget(path: "a_test.lua"))
    _ = run.loaded(Stage.entries(["a"])) { _ in [0] }
    run.began(0)
    _ = run.died(death)
    guard case .result(let result)? = run.events.first else {
      Issue.record("no result")
      return
    }
    let pretty = Samples.report(.pretty, [.result(result)])
    let shown = text.split(separator: "\n").map { "  \($0)\n" }.joined()
    #expect(pretty.contains("✗ a (error)\n  a_test.lua:1\n\n\(shown)\n  again: "), "\(pretty)")
    let value = try JSON.parse(Samples.report(.json, [.result(result)]))
    let failure = value["tests"]?.array?.first?["failures"]?.array?.first
    #expect(failure?["message"] == .string(text))
    #expect(failure?["line"] == 1)
  }

  @Test("what a worker may use is a little more than a test may, and waiting is generous")
  func limits() {
    #expect(TimeLimit(seconds: 10).processor == 12)
    #expect(TimeLimit(seconds: 0.5).processor == 0.75)
    #expect(TimeLimit(seconds: 10).wall == 42)
  }
}
