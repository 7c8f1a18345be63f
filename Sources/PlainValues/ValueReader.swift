/// Reads a value that somebody may have written by hand, and says where it is not as it should be.
public struct ValueReader {
  public let value: Value
  /// Where it is, such as `snapshot.root.children[2]`; lists are counted from 1.
  public let path: String
  private let suggestion: Suggesting

  /// What a message says of a name that is not known: `: did you mean "x"?`, or nothing.
  public typealias Suggesting = (_ name: String, _ known: [String]) -> String

  /// - Parameter path: what the whole is called in messages.
  public init(_ value: Value, path: String, suggestion: @escaping Suggesting) {
    self.value = value
    self.path = path
    self.suggestion = suggestion
  }

  /// What is wrong here.
  public func problem(_ text: String) -> ValueProblem { ValueProblem(path: path, text: text) }

  private func wanted(_ what: String) -> ValueProblem {
    problem("\(value.kind), it has to be \(what)")
  }

  // MARK: Tables

  /// The entries of an object that may have these keys and no others. One that is null counts as
  /// absent.
  ///
  /// - Throws: ``ValueProblem`` where it is something else, or has another key.
  public func object(_ keys: [String]) throws(ValueProblem) -> Entries {
    let entries = try self.entries()
    for key in entries.keys.sorted() where !keys.contains(key) {
      throw problem("unknown key \"\(key)\"\(suggestion(key, keys))")
    }
    return Entries(entries: entries, reader: self)
  }

  /// The entries of an object, whatever their keys.
  public func entries() throws(ValueProblem) -> [String: Value] {
    guard let entries = value.object else { throw wanted("an object") }
    return entries
  }

  /// The entries of an object of strings, whatever their keys.
  public func names() throws(ValueProblem) -> [String: String] {
    var names: [String: String] = [:]
    for (key, value) in try entries() {
      let reader = ValueReader(value, path: "\(path).\(key)", suggestion: suggestion)
      names[key] = try reader.name()
    }
    return names
  }

  /// The elements of a list.
  public func list() throws(ValueProblem) -> [ValueReader] {
    guard let elements = value.array else { throw wanted("a list") }
    return elements.enumerated().map { index, element in
      ValueReader(element, path: "\(path)[\(index + 1)]", suggestion: suggestion)
    }
  }

  /// The entries of an object.
  public struct Entries {
    fileprivate let entries: [String: Value]
    /// Reads the object itself.
    public let reader: ValueReader

    /// The entry of that key; nil where there is none.
    public subscript(key: String) -> ValueReader? {
      guard let value = entries[key], value != .null else { return nil }
      return ValueReader(value, path: "\(reader.path).\(key)", suggestion: reader.suggestion)
    }

    /// - Throws: ``ValueProblem`` where there is no such entry.
    public func required(_ key: String) throws(ValueProblem) -> ValueReader {
      guard let entry = self[key] else { throw reader.problem("\"\(key)\" is missing") }
      return entry
    }

    /// The elements of a list that may be absent.
    public func list(_ key: String) throws(ValueProblem) -> [ValueReader] {
      try self[key]?.list() ?? []
    }

    /// Whether a mark is there; absent, it is not.
    public func flag(_ key: String) throws(ValueProblem) -> Bool {
      try self[key]?.bool() ?? false
    }
  }

  // MARK: Scalars

  public func bool() throws(ValueProblem) -> Bool {
    guard let bool = value.bool else { throw wanted("true or false") }
    return bool
  }

  public func integer() throws(ValueProblem) -> Int {
    guard let integer = value.integer else { throw wanted("a whole number") }
    return integer
  }

  /// A number that is neither infinite nor NaN.
  public func number() throws(ValueProblem) -> Double {
    guard let number = value.number, number.isFinite else { throw wanted("a finite number") }
    return number
  }

  public func string() throws(ValueProblem) -> String {
    guard let string = value.string else { throw wanted("a string") }
    return string
  }

  /// A string with something in it.
  public func name() throws(ValueProblem) -> String {
    let name = try string()
    guard !name.isEmpty else { throw problem("a name is not empty") }
    return name
  }

  /// The greatest number that JSON of all kinds keeps exactly, and so the greatest id.
  public static let greatestID = 1 << 53

  /// A number that tells one thing from others.
  public func id() throws(ValueProblem) -> UInt64 {
    let id = try integer()
    guard (1...Self.greatestID).contains(id) else {
      throw problem("\(id) is no id: those are whole numbers from 1 to \(Self.greatestID)")
    }
    return UInt64(id)
  }

  /// Any plain value, packed.
  public func packed(limits: PlainValueLimits) throws(ValueProblem) -> PackedValue {
    do {
      return try PackedValue(value, limits: limits)
    } catch {
      throw problem("\(error)")
    }
  }
}

/// Something wrong within a value, and where.
public struct ValueProblem: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let text: String

  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  public var description: String { "\(path): \(text)" }
}

extension Value {
  /// What it is, in a message.
  fileprivate var kind: String {
    switch self {
    case .null: "this is null"
    case .bool: "this is true or false"
    case .integer, .number: "this is a number"
    case .string: "this is a string"
    case .bytes: "these are bytes"
    case .array: "this is a list"
    case .object: "this is an object"
    case .map: "this is a map"
    }
  }
}
