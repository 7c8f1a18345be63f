import Coordination
import LuaRuntime
import PlainValues

/// Reads what screens.lua returns.
struct ScreenReader {
  private let sourceMap: SourceMap
  private(set) var problems: [Problem] = []

  init(sourceMap: SourceMap) { self.sourceMap = sourceMap }

  private mutating func error(_ path: [String], _ text: String) {
    problems.note(
      Problem(.error, file: "screens.lua", line: sourceMap.line(of: path), text))
  }

  mutating func read(_ value: LuaValue) -> ScreenCatalog {
    var catalog = ScreenCatalog()
    guard case .table(let table) = value else {
      error([], "screens.lua returns a \(value.typeName), it has to return a table of screens")
      return catalog
    }
    do {
      let screens = try table.packed(label: "screens").value.object ?? [:]
      for (name, screen) in screens.sorted(by: { $0.key < $1.key }) {
        catalog.screens[name] = description(name, screen)
      }
    } catch {
      self.error([], "screens are not plain data: \(error.plainMessage)")
    }
    return catalog
  }

  private static let keys = ["title", "body", "events", "background_events", "needs"]

  private mutating func description(_ name: String, _ value: Value) -> ScreenDescription {
    var description = ScreenDescription()
    guard let entries = value.object else {
      error([name], "the screen \(name) has to be a table")
      return description
    }
    for key in entries.keys.sorted() where !Self.keys.contains(key) {
      error(
        [name, key],
        "the screen \(name) has no \"\(key)\"\(Suggestion.near(key, among: Self.keys))")
    }
    description.title = entries["title"]?.string
    description.events = names(name, "events", entries)
    description.backgroundEvents = names(name, "background_events", entries)
    description.needs = names(name, "needs", entries)
    guard let body = (entries["body"] ?? []).array else {
      error([name, "body"], "the body of \(name) has to be a list")
      return description
    }
    for (index, item) in body.enumerated() {
      if let item = self.item(item, [name, "body", String(index + 1)]) {
        description.body.append(item)
      }
    }
    return description
  }

  private mutating func names(_ name: String, _ key: String, _ entries: [String: Value]) -> [String]
  {
    guard let value = entries[key] else { return [] }
    guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
      error([name, key], "\(key) of \(name) has to be a list of names")
      return []
    }
    return list.compactMap(\.string)
  }

  private static let kinds: [String: Set<String>] = [
    "text": ["style"], "field": ["label", "kind", "event"], "button": ["event"], "link": ["event"],
    "list": ["title", "detail", "event"],
  ]

  private mutating func item(_ value: Value, _ path: [String]) -> ScreenItem? {
    guard let entries = value.object,
      let kind = Self.kinds.keys.sorted().first(where: { entries[$0] != nil }),
      let allowed = Self.kinds[kind]
    else {
      error(path, "an item is one of \(Self.kinds.keys.sorted().joined(separator: ", "))")
      return nil
    }
    if let stray = entries.keys.sorted().first(where: { $0 != kind && !allowed.contains($0) }) {
      error(
        path, "a \(kind) has no \"\(stray)\"\(Suggestion.near(stray, among: allowed.sorted()))")
      return nil
    }
    for key in entries.keys.sorted() where entries[key]?.string == nil {
      error(path, "\(key) of a \(kind) has to be a string")
      return nil
    }
    return make(kind, entries.compactMapValues(\.string), path)
  }

  private mutating func make(
    _ kind: String, _ entries: [String: String], _ path: [String]
  ) -> ScreenItem? {
    let subject = entries[kind] ?? ""
    switch kind {
    case "text": return .text(subject, style: entries["style"])
    case "field":
      return .field(
        subject, label: entries["label"], kind: entries["kind"], event: entries["event"])
    case "list":
      return .list(
        subject, title: entries["title"], detail: entries["detail"], event: entries["event"])
    default:
      guard let event = entries["event"] else {
        error(path, "a \(kind) needs an event")
        return nil
      }
      return kind == "button" ? .button(subject, event: event) : .link(subject, event: event)
    }
  }
}
