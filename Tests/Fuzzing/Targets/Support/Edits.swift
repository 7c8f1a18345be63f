import PlainValues

/// Changes to a JSON document that is in order: most of what a fuzzer does to the text of one is
/// refused by the JSON parser, and these get behind that.
///
/// Each line is `DOCUMENT PLACE JSON`: which document of several, and which value in it, both
/// counted round; without JSON that value is taken away.
struct Edits {
  private var edits: [(document: Int, place: Int, value: Value?)] = []

  init(_ input: [UInt8]) {
    for line in input.split(separator: UInt8(ascii: "\n")).prefix(16) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard parts.count >= 2, let document = Self.number(parts[0]),
        let place = Self.number(parts[1])
      else { continue }
      let value = parts.count > 2 ? try? JSON.parse(parts[2]) : nil
      if parts.count > 2, value == nil { continue }
      edits.append((document, place, value))
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    UInt16(String(decoding: digits, as: UTF8.self)).map(Int.init)
  }

  func applied(to documents: [Value]) -> [Value] {
    var documents = documents
    for edit in edits where !documents.isEmpty {
      let index = edit.document % documents.count
      let count = documents[index].placeCount
      documents[index] = documents[index].replacing(place: edit.place % count, by: edit.value)
    }
    return documents
  }
}

extension Value {
  /// How many values are in it, itself included.
  fileprivate var placeCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.placeCount }
    case .object(let entries): entries.values.reduce(1) { $0 + $1.placeCount }
    default: 1
    }
  }

  /// With another value at a place, counted from the outside in and with keys in their order; nil
  /// takes away what is there.
  fileprivate func replacing(place: Int, by value: Value?) -> Value {
    guard place > 0 else { return value ?? .null }
    var left = place - 1
    switch self {
    case .array(var elements):
      for (index, element) in elements.enumerated() {
        if left < element.placeCount {
          if left == 0, value == nil {
            elements.remove(at: index)
          } else {
            elements[index] = element.replacing(place: left, by: value)
          }
          return .array(elements)
        }
        left -= element.placeCount
      }
    case .object(var entries):
      for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
        if left < entry.placeCount {
          entries[key] = left == 0 ? value : entry.replacing(place: left, by: value)
          return .object(entries)
        }
        left -= entry.placeCount
      }
    default: break
    }
    return self
  }
}
