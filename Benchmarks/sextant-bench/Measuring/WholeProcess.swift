import CFloor
import Foundation

/// Processes from their start to their end, as somebody who types the command waits for them.
struct WholeProcess {
  let name: String
  let words: [String]
  let folder: String

  /// What one took, in nanoseconds.
  struct Times {
    let wall: Double
    /// Of it and all that it has started and waited for.
    let processor: Double
  }

  /// - Parameters:
  ///   - words: the program, looked for on the PATH, and its arguments.
  ///   - folder: where it runs.
  init(_ name: String, _ words: [String], in folder: String) {
    self.name = name
    self.words = words
    self.folder = folder
  }

  /// Runs it with its output in a file.
  ///
  /// - Returns: what it took, and the output.
  /// - Throws: ``WorkNotDone`` where it does not end well.
  func run() throws -> (times: Times, output: String) {
    let output = folder + "/.output"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    cfloor_spawn_in(&actions, folder)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }

    var identity: pid_t = 0
    var status: Int32 = 0
    var usage = rusage()
    let start = Clock.wall
    let problem = posix_spawnp(&identity, words[0], &actions, nil, &arguments, environ)
    guard problem == 0 else {
      throw WorkNotDone("\(words[0]) cannot be run: \(String(cString: strerror(problem)))")
    }
    while wait4(identity, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = Clock.wall - start
    let text = String(
      decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    guard status == 0 else {
      throw WorkNotDone(
        "\(words.joined(separator: " ")) ended with status \(status >> 8): \(text.suffix(300))")
    }
    return (
      Times(wall: wall, processor: usage.ru_utime.nanoseconds + usage.ru_stime.nanoseconds), text
    )
  }

  /// Runs them in turn, round after round, every other one backwards.
  ///
  /// - Parameter expecting: what the output of each must say, so that it is known to have done it.
  static func measure(
    _ processes: [(process: WholeProcess, expecting: String)], rounds: Int
  ) throws -> [[Times]] {
    var times = processes.map { _ in [Times]() }
    for round in (rounds > 1 ? -1 : 0)..<rounds {
      let order =
        round.isMultiple(of: 2) ? Array(processes.indices) : processes.indices.reversed()
      for index in order {
        let (process, expected) = processes[index]
        let (taken, output) = try process.run()
        guard output.contains(expected) else {
          throw WorkNotDone("\(process.name) does not say \"\(expected)\": \(output.suffix(300))")
        }
        // Before several rounds, one only fills the caches.
        if round >= 0 { times[index].append(taken) }
      }
    }
    return times
  }
}

extension timeval {
  fileprivate var nanoseconds: Double { Double(tv_sec) * 1e9 + Double(tv_usec) * 1e3 }
}

extension Figure {
  /// One process against another: the time that passes, with the processor's in the note.
  init(
    _ name: String, _ times: [WholeProcess.Times], against baseline: String,
    _ baselineTimes: [WholeProcess.Times], _ goal: Goal?
  ) {
    let own = Distribution(times.map(\.processor)),
      other = Distribution(baselineTimes.map(\.processor))
    self.init(
      name, times.map(\.wall), against: baseline, baselineTimes.map(\.wall), goal,
      note: """
        processor time \(Unit.time.text(own.center)) against \(Unit.time.text(other.center)): \
        \(Figure.text(ratio: own.center / other.center))
        """)
  }
}
