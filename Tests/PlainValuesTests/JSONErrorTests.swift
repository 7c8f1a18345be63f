import PlainValues
import Testing

@Suite("JSON errors")
struct JSONErrorTests {
  @Test(
    "a text that is not JSON is refused where it goes wrong",
    arguments: [
      ("", "1:1: expected a value, found the end"),
      ("  \n x", #"2:2: expected a value, found "x""#),
      ("nul", #"1:1: expected a value, found "n""#),
      ("NaN", #"1:1: expected a value, found "N""#),
      ("1 2", #"1:3: expected nothing more, found "2""#),
      ("[1", #"1:3: expected "," or "]", found the end"#),
      ("[1 2]", #"1:4: expected "," or "]", found "2""#),
      ("[1,]", #"1:4: expected a value, found "]""#),
      ("[,]", #"1:2: expected a value, found ",""#),
      (#"{"a" 1}"#, #"1:6: expected ":" after a key, found "1""#),
      (#"{"a":1,}"#, #"1:8: expected a key in quotes, found "}""#),
      ("{a:1}", #"1:2: expected a key in quotes, found "a""#),
      (#"{"a":1 "b":2}"#, #"1:8: expected "," or "}", found """"#),
      ("{\"a\":1,\n \"b\":2, \"a\":3}", #"2:9: the key "a" is in this object twice"#),
      ("01", "1:1: a number does not begin with 0"),
      ("-", "1:2: expected a digit, found the end"),
      ("1.", "1:3: expected a digit, found the end"),
      ("1.e1", #"1:3: expected a digit, found "e""#),
      ("[.5]", #"1:2: expected a value, found ".""#),
      ("+1", #"1:1: expected a value, found "+""#),
      ("1e", "1:3: expected a digit, found the end"),
      (
        "9223372036854775808",
        #"1:1: an integer that does not fit 64 bits; a float has a "." or an "e""#
      ),
      ("[1e999]", "1:2: a number beyond what a float can hold"),
      (#"["abc"#, "1:2: this string has no closing quote"),
      (
        "\"a\nb\"",
        #"1:3: expected an escape such as \n in place of a control character, "#
          + "found the end of the line"
      ),
      (
        "\"\u{1}\"",
        #"1:2: expected an escape such as \n in place of a control character, "#
          + "found the byte 0x1"
      ),
      (#""é\x""#, #"1:3: expected one of " \ / b f n r t u after the backslash"#),
      (#""\u12g4""#, #"1:2: expected four hexadecimal digits after \u"#),
      (#""\u12"#, #"1:2: expected four hexadecimal digits after \u"#),
      (#""\uD800""#, "1:2: half of a surrogate pair"),
      (#""\uD800\n""#, "1:2: half of a surrogate pair"),
      (#""\uD800\u0041""#, "1:2: half of a surrogate pair"),
      (#""\uDC00\uD800""#, "1:2: half of a surrogate pair"),
      ("\u{FEFF}1", "1:1: a byte order mark does not belong before JSON"),
      ("é", "1:1: expected a value, found the byte 0xC3"),
      (#"{"$bytes":"?"}"#, #"1:11: expected bytes in base64 after "$bytes""#),
      (#"{"$bytes":1}"#, #"1:11: expected bytes in base64 after "$bytes""#),
      (#"{"$number":"nan"}"#, "1:12: NaN is not plain data"),
      (#"{"$number":"1"}"#, #"1:12: expected "inf" or "-inf" after "$number""#),
      (#"{"$number":1}"#, #"1:12: expected "inf" or "-inf" after "$number", found "1""#),
      (#"{"$map":{}}"#, #"1:9: expected a list of keys and values after "$map", found "{""#),
      (#"{"$map":[1]}"#, #"1:10: expected [key, value], found "1""#),
      (#"{"$map":[[1]]}"#, #"1:12: expected "," after a key, found "]""#),
      (#"{"$map":[[1,2,3]]}"#, #"1:14: expected "]" after a value, found ",""#),
      (#"{"$map":[[1.0,2]]}"#, "1:11: a key is an integer or a string"),
      (#"{"$map":[[1,2],[1,3]]}"#, "1:17: this key is in the map twice"),
      (#"{"$object":1}"#, #"1:12: expected an object after "$object", found "1""#),
      (#"{"$object":{} 1}"#, #"1:15: expected "}", found "1""#),
      (
        #"{"$object":{},"a":1}"#,
        #"1:2: "$object" marks a value and stands alone; {"$object": "#
          + "{…}} goes around an object with such a key"
      ),
      (
        #"{"a":1,"$map":[]}"#,
        #"1:8: "$map" marks a value and stands alone; {"$object": "#
          + "{…}} goes around an object with such a key"
      ),
    ] as [(String, String)])
  func messages(text: String, message: String) {
    #expect(problem(with: Array(text.utf8)) == message)
  }

  @Test(
    "bytes that are not UTF-8 are refused with their offset",
    arguments: [
      ([0xFF], 0), ([0xC3], 0), ([0x61, 0xC0, 0x80], 1), ([0xC3, 0xA9, 0xED, 0xA0, 0x80], 2),
      ([0xF4, 0x90, 0x80, 0x80], 0),
    ] as [([UInt8], Int)])
  func notUTF8(characters: [UInt8], bad: Int) {
    let quote = UInt8(ascii: "\"")
    let message = problem(with: [0x20, quote] + characters + [quote])
    #expect(message?.hasSuffix("the byte at offset \(bad + 2) is not UTF-8") == true)
  }

  @Test("what is beyond a limit is refused")
  func limits() {
    #expect(
      problem(with: Array("[[[1]]]".utf8), limits: .init(depth: 2))
        == "1:4: tables within tables, more than 2 deep")
    #expect(
      problem(with: Array("[1,2,3]".utf8), limits: .init(bytes: 6))
        == "1:1: a text of 7 bytes is over the limit of 6")
  }

  @Test("the offset is in bytes, the column in characters")
  func position() throws {
    let error = #expect(throws: JSONError.self) { try JSON.parse("[\n\"é🧭\" x") }
    #expect(error?.line == 2)
    #expect(error?.column == 6)
    #expect(error?.offset == 11)
  }

  private func problem(
    with bytes: [UInt8], limits: PlainValueLimits = .default
  ) -> String? {
    do throws(JSONError) {
      _ = try JSON.parse(bytes, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }
}
