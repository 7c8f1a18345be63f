import CLuaBridge

/// How often the lines of a script have run.
public struct LuaLineCounts: Hashable, Sendable {
  /// The script, by the name it was loaded under. Texts of one name are counted together.
  public let script: String
  /// The lines that have code, those of functions that never ran included. What is only the end of
  /// a function is none.
  public let executable: [Int]
  /// How often each line began that ran.
  public let counts: [Int: Int]
}

extension LuaFunction {
  /// From now on counts how often the lines run of the script that this function is in, whatever
  /// coroutine they run in. To be called once the script is loaded, before it runs.
  ///
  /// It slows down all that runs in the state; where it is never called, counting costs nothing.
  public func countLines() throws(LuaError) {
    try core.begin()
    guard sx_count_lines(core.runtime, id) else { throw .outOfMemory }
  }
}

extension LuaState {
  /// The scripts whose lines are counted, in the order in which that began. Costs the number of
  /// their lines.
  public var lineCounts: [LuaLineCounts] {
    (0..<sx_counted_chunks(core.runtime)).map { index in
      let chunk = sx_counted_chunk(core.runtime, index)
      var executable: [Int] = []
      var counts: [Int: Int] = [:]
      for line in 0..<chunk.size {
        if chunk.active[line] != 0 { executable.append(line) }
        if chunk.counts[line] > 0 { counts[line] = Int(chunk.counts[line]) }
      }
      let source = String(cString: chunk.source)
      let isNamed = source.hasPrefix("=") || source.hasPrefix("@")
      return LuaLineCounts(
        script: isNamed ? String(source.dropFirst()) : source, executable: executable,
        counts: counts)
    }
  }
}
