/// A hook that runs outside any test, with the names of its block.
public enum SpecHook: Hashable, Sendable {
  case setup([String])
  case teardown([String])

  /// What messages call it.
  var text: String {
    switch self {
    case .setup(let names): "the setup of \(Self.block(names))"
    case .teardown(let names): "the teardown of \(Self.block(names))"
    }
  }

  static func block(_ names: [String]) -> String {
    names.isEmpty ? "the file" : "\"\(names.joined(separator: " "))\""
  }
}
