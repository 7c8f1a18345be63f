import Coordination
import LuaRuntime

/// Loads files of a project as Lua, with `require` among them.
///
/// Each definition has an environment and module instances of its own, so that what one script
/// does to its globals or to a module's tables is not seen by another, and a load that fails has
/// touched nothing.
final class ModuleLoader {
  private let runtime: ScriptRuntime
  private let state: LuaState
  private let files: ProjectFiles
  private let environment: LuaTable
  private let lineCounting: LineCounting
  private var loaded: [String: LuaValue] = [:]
  /// The files that were required, directly or not.
  var modules: Set<String> { Set(loaded.keys) }
  private var loading: [String] = []
  private var isOpen = true

  init(_ runtime: ScriptRuntime, _ files: ProjectFiles) throws {
    self.runtime = runtime
    state = runtime.state
    lineCounting = runtime.lineCounting
    self.files = files
    environment = try state.makeEnvironment()
    let require = try state.makeFunction("require") { [weak self] (call: inout LuaCall) in
      let name = try call.string(at: 0)
      guard let self else { throw Self.tooLate(name) }
      call.returns(try self.require(name))
    }
    try environment.set("require", require)
    try environment.set("print", try runtime.makePrint())
  }

  /// Adds a global that scripts of this loader see.
  func define(_ name: String, _ value: LuaValue) throws { try environment.set(name, value) }

  /// Runs a file and gives what it returns. Afterwards `require` does not work any more.
  func run(_ path: String) throws -> LuaValue {
    defer { isOpen = false }
    return try runtime.withBudget(runtime.limits) { try load(path) }
  }

  private static func tooLate(_ name: String) -> FlowError {
    FlowError(
      .misuse,
      "require \"\(name)\" is too late: it works while a script is being loaded; put it at the top")
  }

  private func require(_ name: String) throws -> LuaValue {
    guard isOpen else { throw Self.tooLate(name) }
    let path = name.replacing(".", with: "/") + ".lua"
    guard files[path] != nil else {
      let modules = files.contents.keys.filter { ProjectRole(path: $0) == .module }
        .map { String($0.dropLast(4)).replacing("/", with: ".") }.sorted()
      throw FlowError(
        .misuse,
        "there is no module \"\(name)\" (\(path)) in the project\(Suggestion.near(name, among: modules))"
      )
    }
    if let known = loaded[path] { return known }
    guard !loading.contains(path) else {
      let cycle = (loading.drop { $0 != path } + [path]).joined(separator: " → ")
      throw FlowError(.misuse, "modules require each other in a circle: \(cycle)")
    }
    let value = try load(path)
    loaded[path] = value.isNil ? .bool(true) : value
    return loaded[path] ?? value
  }

  private func load(_ path: String) throws -> LuaValue {
    loading.append(path)
    defer { loading.removeLast() }
    let chunk = try state.load(files[path] ?? [], chunkName: path, environment: environment)
    if lineCounting == .on { try chunk.countLines() }
    return try state.withBudget { try chunk.call() }
  }
}
