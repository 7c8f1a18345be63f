import Coordination
import LuaRuntime
import Navigation
import PlainValues

/// The options at the end of a call: a table with known keys.
struct CallOptions {
  private let entries: [String: Value]
  private let call: String

  /// - Parameter names: the keys that the call knows.
  /// - Throws: for anything else than such a table.
  init(_ call: LuaCall, at index: Int, allowing names: [String], of method: String) throws {
    self.call = method
    guard !call.isAbsent(at: index) else {
      entries = [:]
      return
    }
    let value = try call.data(at: index, label: "options").value
    guard let object = value.object else {
      throw FlowError(
        .misuse,
        "the options of \(method) are a \(call.typeName(at: index)), they have to be a table")
    }
    if let stray = object.keys.sorted().first(where: { !names.contains($0) }) {
      throw FlowError(
        .misuse,
        "\(method) has no option \"\(stray)\"\(Suggestion.near(stray, among: names.sorted()))")
    }
    entries = object
  }

  func flag(_ key: String) throws -> Bool? { try entry(key, "true or false") { $0.bool } }

  func string(_ key: String) throws -> String? { try entry(key, "a string") { $0.string } }

  /// A table of names by names.
  func names(_ key: String) throws -> [String: String]? {
    try entry(key, "a table of names, such as { accounts = \"demo_accounts\" }") { value in
      guard let entries = value.object else { return nil }
      let names = entries.compactMapValues(\.string)
      return names.count == entries.count ? names : nil
    }
  }

  func style(_ key: String) throws -> ModalStyle? {
    guard let name = try string(key) else { return nil }
    guard let style = ModalStyle(rawValue: name) else {
      let styles = ModalStyle.allCases.map(\.rawValue)
      throw FlowError(
        .misuse, "there is no style \"\(name)\"\(Suggestion.near(name, among: styles))")
    }
    return style
  }

  var animation: Animation { get throws { try flag("animated") == false ? .off : .on } }

  private func entry<Result>(
    _ key: String, _ expected: String, _ read: (Value) -> Result?
  ) throws -> Result? {
    guard let value = entries[key] else { return nil }
    guard let result = read(value) else {
      throw FlowError(.misuse, "the option \(key) of \(call) has to be \(expected)")
    }
    return result
  }
}

extension LuaCall {
  /// An argument as plain data; an absent one is an empty table.
  func data(at index: Int, label: String) throws -> PackedValue {
    isAbsent(at: index) ? .empty : try packed(at: index, label: label)
  }

  /// The params of a screen. Options in their place are an error that says so.
  func params(at index: Int, options: [String], of method: String) throws -> PackedValue {
    let params = try data(at: index, label: "params")
    guard isAbsent(at: index + 1), params.hasKeysOnly(of: options) else { return params }
    let shown = (params.keys ?? []).sorted().joined(separator: ", ")
    throw FlowError(
      .misuse,
      "\(method) gets options (\(shown)) where the params go: write \(method)(screen, {}, { \(shown) = … })"
    )
  }
}
