/// What the command line asks for.
struct Options {
  enum Request {
    case measure, list, help
    case countMemory(events: Int)
  }

  var request = Request.measure
  var effort = Effort.full
  /// The file that JSON is written to.
  var json: String?
  /// Part of a row's name or of what it says of itself.
  var filter: String?

  static let usage = """
    scripts/bench: measures Sextant against what one would use instead, side by side

      --quick           fewer and shorter rounds; ends within a minute
      --filter PATTERN  only rows whose name or description has this in it
      --json FILE       writes the figures as JSON too
      --list            lists the rows
      --help            this

    It ends with status 0 whatever it finds: it measures. Times of what runs in one process are
    processor time, of whole processes the time that passes.
    """

  /// - Throws: ``Misuse``.
  init(_ words: [String]) throws(Misuse) {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value(_ name: String) throws(Misuse) -> String {
        guard let value = rest.popFirst() else {
          throw Misuse("\(word) needs a value: \(word) \(name)")
        }
        return value
      }
      switch word {
      case "--quick": effort = .quick
      case "--filter": filter = try value("PATTERN")
      case "--json": json = try value("FILE")
      case "--list": request = .list
      case "--help", "-h": request = .help
      case ManyEvents.argument:
        guard let events = Int(try value("EVENTS")), events > 0 else {
          throw Misuse("\(word) needs a number of events")
        }
        request = .countMemory(events: events)
      default: throw Misuse("unknown argument \(word); --help says what there is")
      }
    }
  }

  func takes(_ row: Row) -> Bool {
    guard let filter = filter?.lowercased() else { return true }
    return row.name.contains(filter) || row.summary.lowercased().contains(filter)
  }
}

/// A command line that cannot be carried out; exit status 2.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
