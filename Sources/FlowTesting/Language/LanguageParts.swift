import LuaRuntime

/// The Lua that the test language is written in, which the library carries.
enum LanguageParts {
  /// The text of a part.
  static func source(_ name: String) -> [UInt8]? {
    switch name {
    case "arguments": PackageResources.arguments_lua
    case "arrays": PackageResources.arrays_lua
    case "assert": PackageResources.assert_lua
    case "assertions": PackageResources.assertions_lua
    case "binary": PackageResources.binary_lua
    case "bootstrap": PackageResources.bootstrap_lua
    case "channels": PackageResources.channels_lua
    case "checking": PackageResources.checking_lua
    case "compare": PackageResources.compare_lua
    case "difference": PackageResources.difference_lua
    case "failing": PackageResources.failing_lua
    case "fixtures": PackageResources.fixtures_lua
    case "format": PackageResources.format_lua
    case "hooks": PackageResources.hooks_lua
    case "insulation": PackageResources.insulation_lua
    case "language": PackageResources.language_lua
    case "main": PackageResources.main_lua
    case "match": PackageResources.match_lua
    case "matchers": PackageResources.matchers_lua
    case "members": PackageResources.members_lua
    case "mock": PackageResources.mock_lua
    case "modules": PackageResources.modules_lua
    case "namespaces": PackageResources.namespaces_lua
    case "notation": PackageResources.notation_lua
    case "rebinding": PackageResources.rebinding_lua
    case "recorded": PackageResources.recorded_lua
    case "say": PackageResources.say_lua
    case "scope": PackageResources.scope_lua
    case "snapshots": PackageResources.snapshots_lua
    case "spy": PackageResources.spy_lua
    case "stub": PackageResources.stub_lua
    case "unique": PackageResources.unique_lua
    case "variants": PackageResources.variants_lua
    default: nil
    }
  }

  /// What the names of its chunks begin with: messages and tracebacks leave them out.
  static let chunkPrefix = "sextant:"

  /// Loads the language into a state.
  ///
  /// - Parameter host: what its parts are given beside each other.
  /// - Returns: the functions that drive it, by name.
  static func load(into state: LuaState, host: LuaTable) throws -> LuaTable {
    let environment = try state.makeLibraries()
    let load = try state.makeFunction("load") { [weak state] (call: inout LuaCall) in
      guard let state else { return }
      call.returns(try chunk(try call.string(at: 0), in: state, environment))
    }
    return try chunk("bootstrap", in: state, environment).call(load, host)
  }

  /// Loads one part that stands by itself.
  static func load(
    _ part: String, in state: LuaState, _ environment: LuaTable
  ) throws -> LuaFunction {
    try chunk(part, in: state, environment)
  }

  private static func chunk(
    _ name: String, in state: LuaState, _ environment: LuaTable
  ) throws -> LuaFunction {
    try CarriedLua.load(chunkPrefix + name, in: state, environment: environment) {
      guard let source = source(name) else {
        throw LuaError(kind: .misuse, message: "the test language has no part \"\(name)\"")
      }
      return source
    }
  }
}
