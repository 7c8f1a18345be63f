import Foundation
import Testing

/// Nobody reads what a command writes any more, as behind `head`.
@Suite("A pipe that nobody reads")
struct ClosedPipeTests {
  @Test(
    "ends each command with a message and status 1",
    arguments: [
      "run AUTH --events AUTH/events.jsonl", "run AUTH --events AUTH/events.jsonl --watch",
      "run AUTH",
      "test AUTH", "test AUTH --reporter tap", "test AUTH --list", "replay t.jsonl AUTH",
      "replay t.jsonl AUTH --json", "assign BUYING --attr user_id=1..10", "--version",
    ])
  func closed(_ command: String) throws {
    let folder = try Folder()
    let (auth, buying) = (Command.flow("auth"), Command.flow("buying"))
    _ = try Command.run(
      ["run", auth, "--events", auth + "/events.jsonl", "--trace", "t.jsonl"], in: folder.path)
    let words = command.replacing("AUTH", with: auth).replacing("BUYING", with: buying)
    let run = try Command.shell(
      """
      (until [ -e closed ]; do sleep 0.01; done; exec "$SEXTANT" \(words)) |
        (exec 0<&-; : >closed)
      exit ${PIPESTATUS[0]}
      """, in: folder)
    #expect(run.status == 1)
    #expect(run.messages == "sextant: the output cannot be written: Broken pipe\n")
  }

  @Test("lines of assign too, and what was read before is whole")
  func assigned() throws {
    let folder = try Folder()
    let run = try Command.shell(
      """
      yes '{"user_id":7}' | "$SEXTANT" assign '\(Command.flow("buying"))' | head -n 2
      exit ${PIPESTATUS[1]}
      """, in: folder)
    #expect(run.status == 1)
    #expect(run.lines.count == 2)
    #expect(run.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(run.messages.contains("the output cannot be written: Broken pipe"))
  }

  @Test("tests that ran before the reader went are known to --failed")
  func known() throws {
    let tests = (0..<3000).map {
      "it('test \($0) of many that say much', function() assert(\($0) ~= 1) end)\n"
    }
    let folder = try Folder(["tests/a_test.lua": tests.joined()])
    let run = try Command.shell(
      "\"$SEXTANT\" test --reporter tap | head -n 40\nexit ${PIPESTATUS[0]}", in: folder)
    #expect(run.status == 1)
    let again = try Command.run(["test", "--failed", "--reporter", "tap"], in: folder.path)
    #expect(again.output.contains("test 1 of many"), "\(run.output)\(again.output)")
    #expect(again.output.contains("1..1\n"))
  }
}
