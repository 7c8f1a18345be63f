import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// A screen as a terminal offers it: what to read, what to fill in, what to choose.
struct Form {
  enum Row: Equatable {
    case text(String, isError: Bool)
    case field(name: String, label: String, value: String)
    case choice(Choice)
  }

  struct Choice: Equatable {
    let label: String
    let event: String
    let payload: Payload

    enum Payload: Equatable {
      case fields
      case none
      case item(Value)
    }
  }

  let title: String
  let rows: [Row]

  var choices: [Choice] {
    rows.compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
  }

  var fields: [String] {
    rows.compactMap { if case .field(let name, _, _) = $0 { name } else { nil } }
  }

  /// - Parameters:
  ///   - description: what screens.lua says of it, if it does.
  ///   - events: the events that its coordinator names of it.
  ///   - filled: what has been filled in.
  init(
    _ screen: Screen, _ description: ScreenDescription?, events: [String],
    filled: [String: Value]
  ) {
    let params = screen.params.value
    guard let description else {
      title = screen.name
      rows = Form.params(params) + events.map { Form.button($0, $0) }
      return
    }
    title = params.filling(description.title ?? screen.name)
    rows =
      description.body.flatMap { Form.rows($0, params, filled) }
      + description.events.filter { event in
        !description.body.contains { $0.event == event }
      }.map { Form.button($0, $0) }
  }

  private static func params(_ params: Value) -> [Row] {
    (params.object ?? [:]).sorted { $0.key < $1.key }
      .map { .text("\($0.key): \($0.value.shown)", isError: false) }
  }

  private static func button(_ label: String, _ event: String) -> Row {
    .choice(Choice(label: label, event: event, payload: .fields))
  }

  private static func rows(_ item: ScreenItem, _ params: Value, _ filled: [String: Value]) -> [Row]
  {
    switch item {
    case .text(let text, let style):
      let shown = params.filling(text)
      return shown.isEmpty ? [] : [.text(shown, isError: style == "error")]
    case .field(let name, let label, let kind, _):
      let value = (filled[name] ?? params[name])?.shown ?? ""
      let isSecret = kind == "secure" || kind == "password"
      return [
        .field(
          name: name, label: label ?? name,
          value: isSecret ? String(repeating: "•", count: value.count) : value)
      ]
    case .button(let label, let event): return [button(params.filling(label), event)]
    case .link(let label, let event):
      return [
        .choice(Choice(label: params.filling(label), event: event, payload: .none))
      ]
    case .list(let name, let title, let detail, let event):
      return (params[name]?.array ?? []).map { row($0, title, detail, event) }
    }
  }

  private static func row(
    _ item: Value, _ title: String?, _ detail: String?, _ event: String?
  ) -> Row {
    let texts = [title.map(item.filling) ?? item.shown, detail.map(item.filling) ?? ""]
    let label = texts.filter { !$0.isEmpty }.joined(separator: " — ")
    guard let event else { return .text("· " + label, isError: false) }
    return .choice(Choice(label: label, event: event, payload: .item(item)))
  }
}

extension ScreenItem {
  fileprivate var event: String? {
    switch self {
    case .button(_, let event), .link(_, let event): event
    case .list(_, _, _, let event), .field(_, _, _, let event): event
    case .text: nil
    }
  }
}
