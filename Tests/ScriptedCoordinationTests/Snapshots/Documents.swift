import PlainValues

/// Changing documents by hand, as somebody with an editor does.
extension Value {
  /// One step into a document.
  enum Step: Hashable, CustomStringConvertible {
    case key(String)
    /// From 1, as messages count.
    case element(Int)

    var description: String {
      switch self {
      case .key(let key): ".\(key)"
      case .element(let index): "[\(index)]"
      }
    }
  }

  /// The steps to all that is in it, the whole first.
  var places: [[Step]] {
    var places: [[Step]] = [[]]
    switch self {
    case .object(let entries):
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        places += value.places.map { [.key(key)] + $0 }
      }
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        places += value.places.map { [.element(index + 1)] + $0 }
      }
    default: break
    }
    return places
  }

  /// With something else at a place; nil takes away what is there.
  func with(_ value: Value?, at place: some Collection<Step>) -> Value {
    guard let first = place.first else { return value ?? .null }
    let rest = place.dropFirst()
    switch (self, first) {
    case (.object(var entries), .key(let key)):
      let old = entries[key] ?? .empty
      entries[key] = rest.isEmpty ? value : old.with(value, at: rest)
      return .object(entries)
    case (.array(var elements), .element(let index)):
      guard index <= elements.count else { return .array(elements + [value ?? .null]) }
      if rest.isEmpty, value == nil {
        elements.remove(at: index - 1)
      } else {
        elements[index - 1] = elements[index - 1].with(value, at: rest)
      }
      return .array(elements)
    default: return self
    }
  }

  /// With something else at a place such as `root.children[1].id`.
  func with(_ value: Value?, at place: String) -> Value {
    let steps = place.split(separator: ".").flatMap { part -> [Step] in
      let pieces = part.split(separator: "[").map(String.init)
      return [.key(pieces[0])]
        + pieces.dropFirst().map { .element(Int($0.dropLast()) ?? 0) }
    }
    return with(value, at: steps)
  }

  /// What is at a place such as `root.children[1].id`.
  func at(_ place: String) -> Value? {
    place.split(separator: ".").reduce(self as Value?) { value, part in
      let pieces = part.split(separator: "[").map(String.init)
      return pieces.dropFirst().reduce(value?[pieces[0]]) { value, index in
        let elements = value?.array ?? []
        let index = (Int(index.dropLast()) ?? 0) - 1
        return elements.indices.contains(index) ? elements[index] : nil
      }
    }
  }
}
