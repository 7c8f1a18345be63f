/// JSON that gives back exactly the ``Value`` that went in: what snapshots, traces and the command
/// line write and read.
///
/// Foundation's cannot do this. `JSONEncoder` writes 1.0 as `1`, so that floats come back as
/// integers, and `JSONSerialization` refuses what is more than 512 deep; neither knows of tables
/// with integer keys.
///
/// Integers and floats stay what they were (`1` and `1.0`), floats are written in the shortest form
/// that reads back as the same one, and keys are sorted by their bytes. What JSON cannot say is
/// tagged:
///
/// | value | written |
/// | --- | --- |
/// | ``Value/bytes(_:)`` | `{"$bytes": "…"}`, in base64 |
/// | ``Value/map(_:)`` | `{"$map": [[key, value], …]}`, the keys in order |
/// | a float that is infinite | `{"$number": "inf"}`, `{"$number": "-inf"}` |
/// | an object with one of these four keys | `{"$object": {…}}` around it |
///
/// An array with no elements is `[]`, an object with no entries `{}`.
public enum JSON {
  /// How the text is laid out.
  public enum Style: Hashable, Sendable {
    /// On one line, without spaces.
    case compact
    /// An element or entry a line, indented by two spaces.
    case pretty
  }

  /// Reads a text, which is UTF-8 as RFC 8259 has it, and nothing beyond that.
  ///
  /// - Parameters:
  ///   - bytes: One value, with nothing but white space around it.
  ///   - limits: How many tables may lie within each other, and how many bytes the text may have.
  /// - Throws: ``JSONError`` at the first thing that is not as it should be: also for a key that is
  ///   twice in an object, an integer that does not fit 64 bits, and half of a surrogate pair.
  public static func parse(
    _ bytes: some Sequence<UInt8>, limits: PlainValueLimits = .default
  ) throws(JSONError) -> Value {
    var parser = JSONParser(bytes: Array(bytes), limits: limits)
    return try parser.document()
  }

  /// Reads a text. See ``parse(_:limits:)-(Sequence<UInt8>,_)``.
  public static func parse(
    _ text: String, limits: PlainValueLimits = .default
  ) throws(JSONError) -> Value {
    try parse(text.utf8, limits: limits)
  }

  /// Writes a value as UTF-8. A NaN, which is not plain data, is written as `{"$number": "nan"}`
  /// and refused when it is read.
  public static func write(_ value: Value, style: Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(value)
    return writer.bytes
  }

  /// Writes a value as a string. See ``write(_:style:)``.
  public static func text(of value: Value, style: Style = .compact) -> String {
    String(decoding: write(value, style: style), as: UTF8.self)
  }

  /// The keys that mark what JSON itself cannot say.
  enum Tag: String {
    case bytes = "$bytes"
    case map = "$map"
    case number = "$number"
    case object = "$object"
  }
}

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// In characters of the line, more exactly Unicode scalars, counted from 1.
  public let column: Int
  /// In bytes of the text, counted from 0.
  public let offset: Int
  /// What was expected and what is there.
  public let message: String

  public var description: String { "\(line):\(column): \(message)" }

  init(_ message: String, at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.offset = offset
    self.message = message
  }
}
