/// The lines on which a script's table keys stand, so that messages about data can name one.
///
/// Lua itself knows lines of functions only. This reads the source for keys in table constructors
/// (`key = …`, `["key"] = …`, the n-th item) and for assignments (`auth.transitions = …`,
/// `function auth:start`), each under the path of keys that leads to it. What is put together in
/// other ways is not found; then the nearest path that is serves.
struct SourceMap {
  private var lines: [[String]: Int] = [:]

  init(_ source: [UInt8]) {
    var reader = Reader(source)
    lines = reader.read()
  }

  /// The line of the longest beginning of a path that is known; nil for none.
  func line(of path: [String]) -> Int? {
    var path = path
    while !path.isEmpty {
      if let line = lines[path] { return line }
      path.removeLast()
    }
    return nil
  }

  /// Walks through the tokens with the constructors that are open.
  private struct Reader {
    private struct Constructor {
      let path: [String]
      var items = 0
      /// What else is open within: parentheses, brackets, functions' bodies count as depth.
      var awaitsItem = true
    }

    private var tokens: [(token: LuaLexer.Token, line: Int)] = []
    private var index = 0
    private var open: [Constructor?] = []
    private var lines: [[String]: Int] = [:]

    init(_ source: [UInt8]) {
      var lexer = LuaLexer(source)
      while let token = lexer.next() { tokens.append((token, lexer.line)) }
    }

    mutating func read() -> [[String]: Int] {
      while index < tokens.count { step() }
      return lines
    }

    private mutating func step() {
      switch tokens[index].token {
      case .symbol(UInt8(ascii: "{")):
        noteItem()
        open.append(Constructor(path: (open.last ?? nil)?.path ?? []))
        finishItem(skipping: 1)
      case .symbol(UInt8(ascii: "}")), .symbol(UInt8(ascii: ")")):
        if !open.isEmpty { open.removeLast() }
        index += 1
      case .symbol(UInt8(ascii: "(")):
        open.append(nil)
        index += 1
      case .symbol(UInt8(ascii: ",")), .symbol(UInt8(ascii: ";")):
        if let last = open.indices.last { open[last]?.awaitsItem = true }
        index += 1
      case .name("function"): function()
      case .name, .string, .symbol(UInt8(ascii: "[")): keyOrValue()
      default:
        noteItem()
        index += 1
      }
    }

    /// `key = value` or `["key"] = value` in a constructor, `a.b = value` outside one, or neither.
    private mutating func keyOrValue() {
      if let constructor = open.last ?? nil, constructor.awaitsItem {
        if let (key, length) = key(at: index) {
          return value(under: constructor.path + [key], skipping: length)
        }
      } else if open.isEmpty, let (path, length) = assignment(at: index) {
        return value(under: path, skipping: length)
      }
      noteItem()
      index += 1
    }

    /// Goes on to a value whose path is known.
    private mutating func value(under path: [String], skipping length: Int) {
      note(path, at: index)
      if let last = open.indices.last { open[last]?.awaitsItem = false }
      index += length
      guard index < tokens.count, tokens[index].token == .symbol(UInt8(ascii: "{")) else { return }
      open.append(Constructor(path: path))
      index += 1
    }

    private mutating func noteItem() {
      guard let last = open.indices.last, var constructor = open[last], constructor.awaitsItem
      else { return }
      constructor.items += 1
      constructor.awaitsItem = false
      open[last] = constructor
      note(constructor.path + [String(constructor.items)], at: index)
    }

    /// An item that is a constructor itself: its path ends in its number.
    private mutating func finishItem(skipping length: Int) {
      if open.count > 1, let outer = open[open.count - 2] {
        open[open.count - 1] = Constructor(path: outer.path + [String(outer.items)])
      }
      index += length
    }

    private mutating func function() {
      noteItem()
      if open.isEmpty, let (path, _) = dottedName(at: index + 1) { note(path, at: index) }
      index += 1
      skipBody()
    }

    /// Passes over a function's body, whose tables are its own affair.
    private mutating func skipBody() {
      var depth = 1
      while index < tokens.count, depth > 0 {
        if case .name(let word) = tokens[index].token {
          if ["function", "do", "if", "repeat"].contains(word) { depth += 1 }
          if ["end", "until"].contains(word) { depth -= 1 }
        }
        index += 1
      }
    }

    private func key(at index: Int) -> (String, Int)? {
      if case .name(let key) = tokens[index].token, isAssignment(at: index + 1) { return (key, 2) }
      if tokens[index].token == .symbol(UInt8(ascii: "[")), index + 3 < tokens.count,
        case .string(let key) = tokens[index + 1].token,
        tokens[index + 2].token == .symbol(UInt8(ascii: "]")), isAssignment(at: index + 3)
      {
        return (key, 4)
      }
      return nil
    }

    /// `auth.transitions.login =`: the path without the table's own name, `auth`.
    private func assignment(at index: Int) -> ([String], Int)? {
      guard let (path, length) = dottedName(at: index), isAssignment(at: index + length) else {
        // `return { … }` and `local auth = { … }` begin the definition itself.
        return nil
      }
      return (path, length + 1)
    }

    private func dottedName(at start: Int) -> ([String], Int)? {
      guard start < tokens.count, case .name = tokens[start].token else { return nil }
      var path: [String] = []
      var index = start + 1
      while index + 1 < tokens.count, case .symbol(let mark) = tokens[index].token,
        mark == UInt8(ascii: ".") || mark == UInt8(ascii: ":"),
        case .name(let key) = tokens[index + 1].token
      {
        path.append(key)
        index += 2
      }
      return (path, index - start)
    }

    private func isAssignment(at index: Int) -> Bool {
      guard index < tokens.count, tokens[index].token == .symbol(UInt8(ascii: "=")) else {
        return false
      }
      return index + 1 >= tokens.count || tokens[index + 1].token != .symbol(UInt8(ascii: "="))
    }

    private mutating func note(_ path: [String], at index: Int) {
      guard !path.isEmpty, lines[path] == nil else { return }
      lines[path] = tokens[index].line
    }
  }
}
