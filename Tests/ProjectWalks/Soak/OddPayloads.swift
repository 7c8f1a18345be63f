import PlainValues

/// Payloads that no screen of the projects would send.
enum OddPayloads {
  static let all: [Value] = [
    [:], "text", 42, -1.5, true, .array([]), .array([1, "two", [:]]),
    .string(String(repeating: "long ", count: 2_000)), .bytes([0xff, 0x00, 0xfe]),
    .integer(.max), .integer(.min), .number(1e308),
    .object(Dictionary(uniqueKeysWithValues: fields.map { ($0, [:]) })),
    .object(Dictionary(uniqueKeysWithValues: fields.map { ($0, .integer(-7)) })),
    .object(Dictionary(uniqueKeysWithValues: fields.map { ($0, "") })),
    .object(["name": .bytes([0xc3]), "email": .string("\u{0}")]),
    .array((0..<500).map { .integer($0) }), (0..<60).reduce("deep") { inner, _ in ["in": inner] },
  ]

  private static let fields = [
    "email", "password", "name", "quantity", "address", "size", "time", "text", "country", "number",
    "sku", "price", "user", "lines",
  ]
}
