import FlowTesting
import Foundation
import LuaRuntime
import PlainValues

/// A project in a folder of its own, and a spec file's Lua state with no test language but
/// `same(expected, actual)` and an `assert` that takes assertions.
final class Bench {
  let launcher: FlowLauncher
  let folder: URL
  private let state: LuaState
  private let environment: LuaTable
  private let file: String

  /// - Parameter file: where the spec file stands in the project.
  init(
    _ files: [String: String], file: String = "tests/flow_test.lua",
    _ application: FlowApplication = FlowApplication()
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("launch-\(UUID().uuidString)")
    for (path, text) in files {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    self.file = folder.appendingPathComponent(file).path
    launcher = FlowLauncher(application)
    state = try LuaState()
    environment = try state.makeEnvironment()
    try prepare()
    try launcher.install(
      in: state, environment: environment, path: self.file, options: SpecOptions())
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func prepare() throws {
    let same = try state.makeFunction("same") { (call: inout LuaCall) in
      let sides = try (0..<2).map { index in
        call.isAbsent(at: index) ? Value.null : try call.packed(at: index, label: "value").value
      }
      guard sides[0] != sides[1] else { return }
      throw Unequal(description: "\(JSON.text(of: sides[1])) is not \(JSON.text(of: sides[0]))")
    }
    try environment.set("same", same)
    let source = """
      local known = {}
      function known:register(kind, name, callback)
        local function judge(mod)
          return function(...)
            local arguments = table.pack(...)
            local holds = callback({ mod = mod }, arguments)
            if not holds == mod then error(arguments[1], 2) end
          end
        end
        self[name], self["not_" .. name] = judge(true), judge(false)
      end
      assert = known
      """
    try state.load(Array(source.utf8), chunkName: "assert.lua", environment: environment).call()
  }

  private struct Unequal: Error, CustomStringConvertible { let description: String }

  // MARK: Running

  /// What a test came to.
  struct Result {
    /// Its error, behind the line of the test that it came from; nil where it passed.
    let error: String?
    /// What the launcher says led there.
    let context: [String]
    /// What the launcher adds at the end.
    let failures: [TestFailure]
  }

  /// Runs a test's body. What it launches ends with it.
  func run(_ body: String) -> Result {
    var failure: String?
    do {
      try state.load(Array(body.utf8), chunkName: file, environment: environment).call()
    } catch {
      failure = "\(error.line.map { "\($0): " } ?? "")\(error.message)"
    }
    let context = launcher.context()
    let id = TestID(names: ["a test"], file: file, line: 1)
    let failures = launcher.endTest(id)
    return Result(
      error: failure.map(shortened), context: context.map(shortened), failures: failures)
  }

  private func shortened(_ text: String) -> String {
    text.replacing(folder.path + "/", with: "").replacing(folder.path, with: "FOLDER")
  }

  /// Writes a file of the project anew.
  func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  /// Begins another spec file of the project.
  func nextFile() throws {
    try launcher.install(
      in: state, environment: environment, path: file, options: SpecOptions())
  }
}
