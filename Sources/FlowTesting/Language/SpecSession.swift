import LuaRuntime
import PlainValues
import SystemCalls

/// A spec file's Lua state, and the steps that its blocks and tests are carried out in.
final class SpecSession {
  /// What a block has, once its body has run.
  struct Opened {
    struct Child {
      var isTest: Bool
      /// The index in Lua.
      var id: Int
      var name: String?
      var line: Int
      /// The line that its body ends in.
      var lastLine: Int
    }
    var children: [Child] = []
    /// Whether the file itself says in what order.
    var isOrdered = false
    /// Whether a `setup` runs before its tests.
    var hasSetup = false
    var hooks = SpecHooks()
    /// Whether globals and modules are put back after it.
    var isApart = false
    var failure: TestFailure?
  }

  /// How a test's body and hooks went.
  struct Outcome {
    var outcome = TestResult.Outcome.passed
    var failures: [TestFailure] = []
    /// What a lazy `setup` failed with, because of which the test has not run.
    var unmade: [TestFailure]?
  }

  let path: String
  let modules: SpecModules
  let book: SnapshotBook
  private let state: LuaState
  private let driver: LuaTable
  private let output = SpecOutput()
  private let seconds: Double?
  private let runTest: LuaFunction
  private let chunk: LuaFunction

  /// Loads the language, and compiles the file. Nothing of it has run then.
  ///
  /// - Parameters:
  ///   - recorder: is told what runs of the files that the spec loads.
  ///   - book: what its tests show and have shown.
  init(
    path: String, source: [UInt8], options: SpecOptions, recorder: CoverageRecorder?,
    book: SnapshotBook
  ) throws {
    self.path = path
    seconds = options.limits.seconds
    self.book = book
    let modules = SpecModules(of: path)
    modules.countsLines = recorder != nil
    self.modules = modules
    let services = LuaHostServices(
      clock: { MachineTime.now }, print: { [output] in output.print($0) },
      randomSeed: 0)
    let state = try LuaState(limits: options.limits, services: services)
    self.state = state
    recorder?.watch(state)
    let globals =
      options.libraries == .all ? try state.openLibraries() : try state.makeEnvironment()
    let builtins = try state.makeTable()
    let host = try state.makeTable()
    try host.set("globals", globals)
    try host.set("builtins", builtins)
    // The name of the chunk as Lua keeps it.
    try host.set("source", (path.utf8.count < 60 ? "=" : "@") + path)
    try host.set("seed", Int(truncatingIfNeeded: options.shuffleSeed ?? 1))
    if options.libraries == .all {
      try host.set("path", modules.folder.luaPath(options.luaPath))
      try host.set("folder", modules.folder.own)
    }
    try host.set(
      "clock", try state.makeFunction("clock") { () -> Double in MachineTime.now })
    try host.set(
      "write", try state.makeFunction("write") { [output] (text: String) in output.write(text) })
    try host.set("note", try state.makeFunction("note") { (path: String) in modules.note(path) })
    try host.set("seek", try state.makeFunction("seek") { (path: String) in modules.seek(path) })
    let find = try state.makeFunction("find") { [weak state] (call: inout LuaCall) in
      guard let state else { return }
      let name = try call.string(at: 0)
      let (chunk, text) = try modules.find(name, in: state, environment: globals)
      call.returns(chunk.map { .function($0) } ?? LuaValue.nil, text)
    }
    try host.set("find", find)
    try host.set("match_snapshot", try book.function(in: state))
    if recorder != nil {
      try host.set(
        "count_lines", try state.makeFunction("count_lines") { try modules.count($0, in: $1) })
    }
    // Of what is made here, nothing is garbage, and few files ever make as much again. With all
    // libraries `collectgarbage` says whether it runs.
    if options.libraries == .sandbox { state.putOffCollecting(until: 4 << 20) }
    driver = try LanguageParts.load(into: state, host: host)
    for more in options.extensions {
      try more.install(in: state, environment: builtins, path: path, options: options)
    }
    runTest = try Self.function("test", of: driver)
    guard let window = try driver["window"].table else { throw Self.broken("window") }
    var chunk = try state.load(source.luaText, chunkName: path, environment: window)
    for more in options.extensions { chunk = try more.body(around: chunk, in: state) ?? chunk }
    self.chunk = chunk
  }

  private static func function(_ name: String, of driver: LuaTable) throws -> LuaFunction {
    guard let function = try driver[name].function else { throw broken(name) }
    return function
  }

  private static func broken(_ name: String) -> LuaError {
    LuaError(kind: .misuse, message: "the test language has no \(name)")
  }

  /// Has `math.random` of the sandbox begin anew for what has these names: what it gives depends on
  /// nothing that ran before.
  func beginRandom(for names: [String]) {
    var hash = NameHash(seed: 0)
    for name in names { hash.add(name) }
    state.seedRandom(hash.value)
  }

  /// What was printed since this was last asked for.
  func takeOutput() -> [String] { output.take() }

  // MARK: Blocks

  /// Runs the file's own text.
  func openFile() -> Opened {
    open("loading the file") { try Self.function("open_file", of: driver).call(chunk) }
  }

  /// Runs the body of a block.
  func enter(_ id: Int) -> Opened {
    open("the block") { try Self.function("enter", of: driver).call(id) }
  }

  private func open(_ part: String, _ body: () throws -> PackedValue) -> Opened {
    do {
      return Opened(try body().value)
    } catch {
      _ = abandon(nil)
      return Opened(failure: failure(error, in: part))
    }
  }

  /// Puts back what a block has kept.
  func leave(_ id: Int) { _ = list("leave", id) }

  /// Runs the `setup`s of a block; what failed.
  func setUp(_ id: Int) -> [TestFailure] { list("setup", id) }

  /// Runs the `teardown`s of a block; what failed.
  func tearDown(_ id: Int) -> [TestFailure] { list("teardown", id) }

  private func failure(_ error: any Error, in part: String) -> TestFailure {
    TestFailure(stopped: error, in: part, limit: seconds)
  }

  private func list(_ name: String, _ id: Int) -> [TestFailure] {
    do {
      let failures: PackedValue? = try Self.function(name, of: driver).call(id)
      return (failures?.value.array ?? []).map(TestFailure.init)
    } catch {
      _ = abandon(nil)
      return [failure(error, in: "the \(name)")]
    }
  }

  // MARK: Tests

  /// Runs a test with its hooks.
  func test(_ id: Int) -> Outcome {
    do {
      let outcome: PackedValue? = try runTest.call(id)
      return outcome.map { Outcome($0.value) } ?? Outcome()
    } catch {
      let after = abandon(id)
      return Outcome(outcome: .error, failures: [failure(error, in: "the test")] + after)
    }
  }

  /// Ends what was stopped from outside; what its hooks failed with.
  private func abandon(_ id: Int?) -> [TestFailure] {
    do {
      let failures: PackedValue? = try Self.function("abandon", of: driver).call(id)
      return (failures?.value.array ?? []).map(TestFailure.init)
    } catch {
      return [failure(error, in: "an after_each")]
    }
  }
}
