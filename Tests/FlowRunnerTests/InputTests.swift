import PlainValues
import Testing

@testable import FlowRunner

@Suite("What is typed at the terminal")
struct TerminalCommandTests {
  @Test(
    "each line is what its first word says, else a field or a choice",
    arguments: [
      ("", .nothing), ("   ", .nothing), ("3", .choose(3)), (" 12 ", .choose(12)),
      ("back", .back), ("dismiss", .dismiss), ("tab my cart", .tab("my cart")),
      ("email=a@b.c", .fill(field: "email", text: "a@b.c")),
      ("name = Ada Lovelace ", .fill(field: "name", text: "Ada Lovelace")),
      ("sender=bob", .fill(field: "sender", text: "bob")),
      ("empty=", .fill(field: "empty", text: "")),
      ("app ping", .app("ping", [:])),
      (#"app ping {"q":"a=b"}"#, .app("ping", ["q": "a=b"])),
      (#"send go {"n":1}"#, .send("go", ["n": 1])),
      ("tree", .tree), ("help", .help), ("?", .help), ("quit", .quit), ("q", .quit),
    ] as [(String, TerminalCommand)])
  func read(line: String, command: TerminalCommand) throws {
    #expect(try TerminalCommand(line) == command)
  }

  @Test(
    "what cannot be read says why",
    arguments: [
      ("bakc", "did you mean \"back\"?"), ("tab", "tab needs a name"),
      ("send", "send needs a name"), ("send back", "only the host sends"),
      ("app failed", "only the host sends"), ("send go {", "the payload is not JSON"),
    ])
  func refused(line: String, says: String) {
    let error = #expect(throws: InputError.self) { try TerminalCommand(line) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }
}

@Suite("Lines of JSON")
struct InputLineTests {
  @Test(
    "each key asks for its thing; a payload of null is none",
    arguments: [
      (#"{"send":"go"}"#, .send("go", [:], screen: nil)),
      (#"{"send":"go","payload":null}"#, .send("go", [:], screen: nil)),
      (
        #"{"send":"go","payload":[1],"screen":"home"}"#,
        .send(
          "go", PackedValue(unchecked: [6, 1, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0]), screen: "home")
      ),
      (#"{"back":true}"#, .back), (#"{"dismiss":true}"#, .dismiss), (#"{"tab":"a"}"#, .tab("a")),
      (#"{"app":"x","payload":{"n":1}}"#, .app("x", ["n": 1])),
      (#"{"advance":2.5}"#, .advance(2.5)), (#"{"snapshot":true}"#, .snapshot),
      (#"{"quit":true}"#, .quit),
    ] as [(String, InputLine)])
  func read(line: String, asks: InputLine) throws {
    #expect(try InputLine(Array(line.utf8)) == asks)
  }
}
