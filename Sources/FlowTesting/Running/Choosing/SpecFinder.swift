import SystemCalls

/// A file of tests that a run has.
public struct SpecTarget: Hashable, Sendable {
  public var path: String
  /// Only the tests at these lines; empty for all.
  public var lines: [Int]

  public init(path: String, lines: [Int] = []) {
    self.path = path
    self.lines = lines
  }
}

/// Finds the files of tests that a command line names.
public enum SpecFinder {
  private static let endings = ["_test.lua", "_spec.lua"]
  /// Few, so that a list is quicker than a set.
  private static let folders: [Substring] = ["tests", "spec"]

  /// The files, those of a folder in the order of their names.
  ///
  /// A folder gives the `*_test.lua` and `*_spec.lua` that lie under `tests/` or `spec/`, or all that
  /// it has where it is one of those; a folder that is named and has none there gives those that it has anywhere. Hidden folders are passed over. A file
  /// is taken whatever it is called; `FILE:LINE` names the tests at a line. Costs a walk through the
  /// folders.
  ///
  /// Of several paths, one that is not there is a file that cannot be loaded, so that the others run.
  ///
  /// - Throws: ``SpecSearchError`` where none is there, or one has a line and is a folder.
  public static func find(_ operands: [String]) throws(SpecSearchError) -> [SpecTarget] {
    var targets: [SpecTarget] = []
    var places: [String: Int] = [:]
    var missing: [SpecSearchError] = []
    for operand in operands.isEmpty ? ["."] : operands {
      for target in try find(operand, &missing) {
        guard let place = places[target.path] else {
          places[target.path] = targets.count
          targets.append(target)
          continue
        }
        let isWhole = targets[place].lines.isEmpty || target.lines.isEmpty
        targets[place].lines = isWhole ? [] : targets[place].lines + target.lines
      }
    }
    if let first = missing.first, missing.count == operands.count { throw first }
    return targets
  }

  /// Those of one path; of one that is not there, itself.
  private static func find(
    _ operand: String, _ missing: inout [SpecSearchError]
  ) throws(SpecSearchError) -> [SpecTarget] {
    do {
      return try find(operand)
    } catch  where !File.exists(error.path) {
      missing.append(error)
      return [SpecTarget(path: settled(error.path))]
    }
  }

  /// One spelling for each file, whichever was typed: from the current folder where it is below that.
  /// The current folder itself is empty.
  private static func settled(_ path: String) -> String {
    let full = AbsolutePath.of(path)
    let folder = AbsolutePath.of("")
    if full == folder { return "" }
    return full.hasPrefix(folder + "/") ? String(full.dropFirst(folder.count + 1)) : full
  }

  private static func find(_ operand: String) throws(SpecSearchError) -> [SpecTarget] {
    if File.exists(operand) {
      guard Folder.exists(operand) else { return [SpecTarget(path: settled(operand))] }
      let base = settled(operand)
      return files(in: operand).map {
        SpecTarget(path: base.isEmpty ? $0 : base == "/" ? base + $0 : base + "/" + $0)
      }
    }
    guard let colon = operand.lastIndex(of: ":"),
      let line = Int(operand[operand.index(after: colon)...]), line > 0
    else { throw SpecSearchError(path: operand, problem: "there is no such file or folder") }
    let path = String(operand[..<colon])
    guard File.exists(path) else {
      throw SpecSearchError(path: path, problem: "there is no such file")
    }
    guard !Folder.exists(path) else {
      throw SpecSearchError(path: path, problem: "this is a folder; a line goes with a file")
    }
    return [SpecTarget(path: settled(path), lines: [line])]
  }

  /// Those in a folder, from there.
  private static func files(in folder: String) -> [String] {
    let all = SpecWalk(folder) { name in endings.contains { name.hasSuffix($0) } }.files
    let isTestFolder = (parts(of: folder) + above(folder)).contains { folders.contains($0) }
    let placed = all.filter { path in
      isTestFolder || path.split(separator: "/").dropLast().contains { folders.contains($0) }
    }
    let found = placed.isEmpty && folder != "." ? all : placed
    return found.sorted()
  }

  /// The names that lead to the folder that the run was started in, where it is that one.
  private static func above(_ folder: String) -> [Substring] {
    guard parts(of: folder).isEmpty, !folder.hasPrefix("/") else { return [] }
    return Folder.working.split(separator: "/")
  }

  /// The names that lead to a folder, as it is written; `.` is where the run was started.
  private static func parts(of folder: String) -> [Substring] {
    folder.split(separator: "/").filter { $0 != "." }
  }
}

/// A path of the command line that cannot be used.
public struct SpecSearchError: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let problem: String

  public var description: String { "\(path): \(problem)" }
}
