/// What the command line asks for. `scripts/bench --help` says what it is.
struct Options {
  enum Request: Equatable {
    case measure, list
    /// Only sends events, for a profiler to look at.
    case turns(Int)
    /// What a process of its own does for the row that counts memory.
    case countMemory(events: Int)
  }

  private(set) var request = Request.measure
  private(set) var effort = Effort.full
  /// The file that JSON is written to.
  private(set) var json: String?
  /// Part of a row's name or of what it says of itself.
  private(set) var filter: String?

  /// - Throws: ``Misuse``.
  init(_ words: [String]) throws(Misuse) {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value(_ name: String) throws(Misuse) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
          throw Misuse("\(word) needs a value: \(word) \(name)")
        }
        return value
      }
      func number() throws(Misuse) -> Int {
        let text = try value("EVENTS")
        guard let number = Int(text), number > 0 else {
          throw Misuse("\(word) needs a number of events, not \(text)")
        }
        return number
      }
      switch word {
      case "--quick": effort = .quick
      case "--filter": filter = try value("PATTERN")
      case "--json": json = try value("FILE")
      case "--list": request = .list
      case "--turns": request = .turns(try number())
      case ManyEvents.argument: request = .countMemory(events: try number())
      default: throw Misuse("unknown argument \(word); scripts/bench --help says what there is")
      }
    }
    switch request {
    case .turns where json != nil || filter != nil:
      throw Misuse("--turns measures nothing: leave out --json and --filter")
    case .list where json != nil: throw Misuse("--list measures nothing: leave out --json")
    default: break
    }
  }

  /// The rows that it asks for.
  ///
  /// - Throws: ``Misuse`` where there are none.
  func rows(of all: [Row] = Row.all) throws(Misuse) -> [Row] {
    guard let filter else { return all }
    let pattern = filter.lowercased()
    let rows = all.filter { $0.name.contains(pattern) || $0.summary.lowercased().contains(pattern) }
    if rows.isEmpty { throw Misuse("no row has \"\(filter)\" in it; --list lists them") }
    return rows
  }
}

/// A command line that cannot be carried out; exit status 2.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
