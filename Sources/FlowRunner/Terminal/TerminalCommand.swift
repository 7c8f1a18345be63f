import Coordination
import PlainValues

/// What a line typed at the terminal asks.
enum TerminalCommand: Equatable {
  case choose(Int)
  case fill(field: String, text: String)
  case back
  case dismiss
  case tab(String)
  case open(String)
  case app(String, PackedValue)
  case send(String, PackedValue)
  case swap(slot: String, variant: String, LiveCoordinators)
  case reload
  case tree
  case help
  case quit
  case nothing

  static let usage = """
    a number        choose that line
    field=value     fill in a field
    back            go back                   dismiss   close the modal
    tab NAME        select a tab              app EVENT [JSON]  an event of the application
    open URL        follow a link
    send EVENT [JSON]   an event of the screen in front
    swap SLOT VARIANT [follow]   another variant from now on; follow: also for who lives
    reload          take over what the scripts say now
    tree            the coordinators that live
    help            this                      quit      leave
    """

  /// - Throws: ``InputError`` that says what is wrong.
  init(_ line: String) throws(InputError) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1].trimmed : ""
    guard let first = words.first?.trimmed, !first.isEmpty else {
      self = .nothing
      return
    }
    if let number = Int(line.trimmed) {
      self = .choose(number)
    } else if let equals = line.firstIndex(of: "="), !Self.words.contains(first) {
      self = .fill(
        field: String(line[..<equals]).trimmed,
        text: String(line[line.index(after: equals)...]).trimmed)
    } else {
      self = try Self.word(first, rest)
    }
  }

  private static let words = [
    "back", "dismiss", "tab", "open", "app", "send", "swap", "reload", "tree", "help",
    "quit",
  ]

  private static func word(_ word: String, _ rest: String) throws(InputError) -> TerminalCommand {
    switch word {
    case "back": return .back
    case "dismiss": return .dismiss
    case "tree": return .tree
    case "reload": return .reload
    case "swap": return try swap(rest)
    case "help", "?": return .help
    case "quit", "exit", "q": return .quit
    case "tab": return .tab(try name(rest, of: word))
    case "open":
      guard !rest.isEmpty else { throw InputError("open needs a link, such as: open product/7") }
      return .open(rest)
    case "app":
      let (event, payload) = try event(rest, of: word, refusing: EventNames.reservedForApp)
      return .app(event, payload)
    case "send":
      let (event, payload) = try event(rest, of: word, refusing: EventNames.reserved)
      return .send(event, payload)
    default:
      throw InputError(
        "\"\(word)\" is no command\(Suggestion.near(word, among: words)); help lists them")
    }
  }

  private static func swap(_ rest: String) throws(InputError) -> TerminalCommand {
    let words = rest.split(separator: " ").map(String.init)
    guard words.count == 2 || words.count == 3 && words[2] == "follow" else {
      throw InputError("swap needs a slot and a variant, such as: swap checkout one_page follow")
    }
    return .swap(slot: words[0], variant: words[1], words.count == 3 ? .follow : .finish)
  }

  private static func name(_ rest: String, of word: String) throws(InputError) -> String {
    guard !rest.isEmpty else { throw InputError("\(word) needs a name, such as: \(word) home") }
    return rest
  }

  private static func event(
    _ rest: String, of word: String, refusing reserved: Set<String>
  ) throws(InputError) -> (String, PackedValue) {
    let parts = try name(rest, of: word).split(separator: " ", maxSplits: 1).map(String.init)
    guard !reserved.contains(parts[0]) else {
      throw InputError("\"\(parts[0])\" is an event that only the host sends")
    }
    guard parts.count > 1 else { return (parts[0], .empty) }
    do {
      return (parts[0], try PackedValue(try JSON.parse(parts[1])))
    } catch {
      throw InputError("the payload is not JSON: \(error)")
    }
  }
}

extension String {
  /// Without white space around it.
  var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
