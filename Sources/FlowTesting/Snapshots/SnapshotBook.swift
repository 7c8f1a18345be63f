import Console
import LuaRuntime

/// The snapshots of a spec file while its tests run: compares, and remembers what was shown.
///
/// It writes nothing: the tests of one file may run in several processes.
final class SnapshotBook {
  /// What came of showing a value.
  enum Answer: Hashable {
    case same
    /// The test is to fail.
    case other(message: String, stored: String)
    case missing(message: String)
    case refused(message: String)
  }

  private let spec: String
  private let mode: SnapshotMode
  /// How a test of the file is run again.
  private let rerun: Rerun
  /// Read when it is first needed: few files have any.
  private lazy var stored: Result<SnapshotFile, SnapshotProblem> = {
    do throws(SnapshotProblem) {
      return .success(try SnapshotFile(path: SnapshotFile.path(of: spec)))
    } catch {
      return .failure(error)
    }
  }()
  /// What is to be written, as if it were.
  private var fresh: [String: String] = [:]
  private var uses: [SnapshotUse] = []
  private var test: TestID?
  /// How many without a name of their own the test has shown.
  private var count = 0

  init(of spec: String, _ options: SpecOptions) {
    self.spec = spec
    mode = options.snapshots
    var words: [String] = []
    if options.libraries != .sandbox { words += ["--libs", options.libraries.rawValue] }
    rerun = Rerun(
      options: words + options.luaPath.flatMap { ["--lpath", $0] }
        + options.variants.words.flatMap { ["--variants", $0] })
  }

  /// A test begins; nil is the end of one.
  func turn(to test: TestID?) {
    self.test = test
    count = 0
  }

  /// `match(text, name)` for Lua: a word for what came of it, and what to say; where the snapshot is
  /// another, its text too.
  func function(in state: LuaState) throws -> LuaFunction {
    try state.makeFunction("match_snapshot") { [self] (call: inout LuaCall) in
      let name = call.isAbsent(at: 1) ? nil : try call.string(at: 1)
      switch match(try call.string(at: 0), name: name) {
      case .same: call.returns("same")
      case .other(let message, let stored): call.returns("other", message, stored)
      case .missing(let message): call.returns("missing", message)
      case .refused(let message): call.returns("refused", message)
      }
    }
  }

  /// What was shown since the last time.
  func takeUses() -> [SnapshotUse] {
    defer { uses = [] }
    return uses
  }

  /// Compares a value's text with the snapshot of the test that runs.
  ///
  /// - Parameter name: what the test calls it; without one it is the next by number.
  func match(_ text: String, name own: String?) -> Answer {
    guard let test else {
      return .refused(
        message: "a snapshot belongs to a test: what is outside of any has no name for it")
    }
    if own == nil { count += 1 }
    let name = test.fullName + (own.map { ": \($0)" } ?? " \(count)")
    let path = SnapshotFile.path(of: spec)
    let file: SnapshotFile
    switch stored {
    case .success(let found): file = found
    case .failure(let problem): return .refused(message: problem.description)
    }
    guard let known = fresh[name] ?? file.entries[name] else {
      guard mode != .check else {
        return .missing(
          message: """
            There is no snapshot "\(name.printable)" in \(path), and none is written in CI.
            Run it where CI is not set in the environment, look at it, and commit the file: \
            \(rerun.command(test))
            """)
      }
      return note(name, text)
    }
    // By their bytes: Swift takes texts for equal that are written in different ways.
    guard !known.utf8.elementsEqual(text.utf8) else {
      uses.append(SnapshotUse(name: name))
      return .same
    }
    // What the same run has shown before is not overwritten: it is two things in one name.
    guard mode != .update || fresh[name] != nil else { return note(name, text) }
    uses.append(SnapshotUse(name: name))
    guard fresh[name] == nil else {
      return .other(
        message: """
          The snapshot "\(name.printable)" was shown twice, and not the same.
          Give each a name: assert.matches_snapshot(value, "name")
          """, stored: known)
    }
    return .other(
      message: """
        The snapshot "\(name.printable)" is not what is shown now.
        Where that is right: \(rerun.command(test)) --update-snapshots
        """, stored: known)
  }

  private func note(_ name: String, _ text: String) -> Answer {
    fresh[name] = text
    uses.append(SnapshotUse(name: name, text: text))
    return .same
  }
}
