import Coordination
import PlainValues
import Testing

private struct User: Codable, Equatable, ServiceValue {
  var id: Int
  var name: String
  var score: Double?
  var tags: [String] = []
}

private enum Size: String, Codable, ServiceValue { case small, large }

@Suite("Values of services")
struct ServiceValueTests {
  /// What a type makes of a value and back.
  private func roundtrip<Type: ServiceValue>(_ value: Value, as type: Type.Type) throws -> Value {
    try Type(serviceValue: value).serviceValue()
  }

  @Test("each type takes and gives what a script has")
  func roundtrips() throws {
    #expect(try roundtrip(true, as: Bool.self) == true)
    #expect(try roundtrip(7, as: Int.self) == 7)
    #expect(try roundtrip(7.0, as: Int.self) == 7)
    #expect(try roundtrip(7, as: Double.self) == 7.0)
    #expect(try roundtrip("a", as: String.self) == "a")
    #expect(try roundtrip(nil, as: String?.self) == nil)
    #expect(try roundtrip("a", as: String?.self) == "a")
    #expect(try roundtrip([1, 2], as: [Int].self) == [1, 2])
    #expect(try roundtrip(["a": [1]], as: [String: [Int]].self) == ["a": [1]])
    #expect(try roundtrip(["a": 1.5], as: Value.self) == ["a": 1.5])
  }

  @Test("an empty table is an empty list and an empty table")
  func empty() throws {
    #expect(try [Int](serviceValue: .empty).isEmpty)
    #expect(try [String: Int](serviceValue: .empty).isEmpty)
  }

  @Test("what is Codable is a table by its properties; whole numbers are integers")
  func codable() throws {
    let user = try User(serviceValue: ["id": 7, "name": "Ada", "score": 1.5, "tags": ["x"]])
    #expect(user == User(id: 7, name: "Ada", score: 1.5, tags: ["x"]))
    #expect(try user.serviceValue() == ["id": 7, "name": "Ada", "score": 1.5, "tags": ["x"]])
    let plain = try User(id: 7, name: "Ada", score: nil).serviceValue()
    #expect(plain["id"] == .integer(7))
    #expect(plain["score"] == nil)
    #expect(try Size.large.serviceValue() == "large")
    #expect(try Size(serviceValue: "small") == .small)
  }

  @Test("a value of another kind is an error that says what was expected and what came")
  func wrong() {
    expect("expected true or false, got 1") { try Bool(serviceValue: 1) }
    expect("expected an integer, got 1.5") { try Int(serviceValue: 1.5) }
    expect("expected an integer, got null") { try Int(serviceValue: nil) }
    expect("expected a number, got \"1\"") { try Double(serviceValue: "1") }
    expect("expected a string, got 5") { try String(serviceValue: 5) }
    expect("expected a list, got {\"a\":1}") { try [Int](serviceValue: ["a": 1]) }
    expect("expected a table, got [1]") { try [String: Int](serviceValue: [1]) }
    expect("expected an integer, got \"x\"") { try [Int](serviceValue: [1, "x"]) }
    expect("expected a User, got {\"id\":1}: there is no name") {
      try User(serviceValue: ["id": 1])
    }
  }

  @Test("of a Codable type the path to what is wrong is told")
  func paths() {
    do {
      _ = try User(serviceValue: ["id": "x", "name": "a", "tags": []])
      Issue.record("it should be refused")
    } catch {
      #expect("\(error)".hasPrefix("expected a User, got "))
      #expect("\(error)".contains("id: "))
    }
    do {
      _ = try Size(serviceValue: "huge")
      Issue.record("it should be refused")
    } catch {
      #expect("\(error)".contains("huge"))
    }
  }

  @Test("an answer is its values, a failure nil and the message")
  func answers() {
    #expect(ServiceAnswer.values([1, nil]).results == [1, nil])
    #expect(ServiceAnswer.failure("no").results == [nil, "no"])
  }

  private func expect<Result>(_ message: String, _ body: () throws -> Result) {
    do {
      _ = try body()
      Issue.record("it should be refused: \(message)")
    } catch {
      #expect("\(error)" == message)
    }
  }
}
