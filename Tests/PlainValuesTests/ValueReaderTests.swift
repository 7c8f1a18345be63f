import PlainValues
import Testing

@Suite("Reading values that somebody wrote")
struct ValueReaderTests {
  private func reader(_ value: Value) -> ValueReader {
    ValueReader(value, path: "it") { name, known in
      "; not \(name) but \(known.joined(separator: "/"))"
    }
  }

  @Test("what is as it should be is read; what is null is absent")
  func read() throws {
    let entries = try reader(["a": [1, 2.0], "b": nil, "c": true, "d": 1]).object([
      "a", "b", "c", "d",
    ])
    #expect(try entries.list("a").map { try $0.integer() } == [1, 2])
    #expect(entries["b"] == nil)
    #expect(try entries.flag("b") == false)
    #expect(try entries.flag("c"))
    #expect(try entries.required("d").id() == 1)
    #expect(try entries.required("d").number() == 1)
    #expect(try reader([:]).list().isEmpty)
    #expect(try reader("x").packed(limits: .default).value == "x")
  }

  @Test("what is not says where it is, what it is and what it has to be")
  func refused() {
    let table: [(Value, (ValueReader) throws -> Void, String)] = [
      (1, { _ = try $0.object([]) }, "it: this is a number, it has to be an object"),
      (["x": 1], { _ = try $0.object(["y", "z"]) }, "it: unknown key \"x\"; not x but y/z"),
      ([:], { _ = try $0.object(["a"]).required("a") }, "it: \"a\" is missing"),
      (["a": nil], { _ = try $0.object(["a"]).required("a") }, "it: \"a\" is missing"),
      (["a": ["b"]], { _ = try $0.object(["a"]).list("a")[0].id() }, "it.a[1]: this is a string,"),
      ("x", { _ = try $0.list() }, "it: this is a string, it has to be a list"),
      (true, { _ = try $0.string() }, "it: this is true or false, it has to be a string"),
      (.bytes([1]), { _ = try $0.string() }, "it: these are bytes, it has to be a string"),
      (.map([.integer(2): 1]), { _ = try $0.list() }, "it: this is a map, it has to be a list"),
      ([:], { _ = try $0.bool() }, "it: this is an object, it has to be true or false"),
      (nil, { _ = try $0.bool() }, "it: this is null, it has to be true or false"),
      (1.5, { _ = try $0.integer() }, "it: this is a number, it has to be a whole number"),
      (.number(.infinity), { _ = try $0.number() }, "it: this is a number, it has to be a finite"),
      ("", { _ = try $0.name() }, "it: a name is not empty"),
      (
        0, { _ = try $0.id() }, "it: 0 is no id: those are whole numbers from 1 to 9007199254740992"
      ),
      (.number(.nan), { _ = try $0.packed(limits: .default) }, "it: NaN is not plain data"),
    ]
    for (value, read, says) in table {
      let problem = #expect(throws: ValueProblem.self) { try read(reader(value)) }
      #expect(problem?.description.hasPrefix(says) == true, "\(problem?.description ?? "")")
    }
  }
}
