import Console
import FlowRunner
import SystemCalls

/// The command line.
@main
struct Sextant {
  static let version = "0.1.0"

  /// A command: its name, a line about it, and what it does.
  struct Command {
    let name: String
    let summary: String
    let run: ([String]) throws -> ExitStatus
  }

  static var commands: [Command] {
    [
      Command(name: "run", summary: RunCommand.summary, run: RunCommand.run),
      Command(name: "test", summary: TestCommand.summary, run: TestCommand.run),
      Command(name: "replay", summary: ReplayCommand.summary, run: ReplayCommand.run),
      Command(name: "assign", summary: AssignCommand.summary, run: AssignCommand.run),
    ]
  }

  static func main() {
    // A pipe that closes is an error of the write, with a message, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // And so is a file that may not become larger.
    signal(SIGXFSZ, SIG_IGN)
    // Where Swift's runtime shows where a process has crashed, it takes this for a crash, and goes on.
    signal(SIGQUIT, SIG_DFL)
    unblockSignals()
    exit(status(of: Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Lets the signals through that ask it to end, or to stop for a while. A process begins with those
  /// blocked that the thread which has started it blocks: with Foundation's `Process`, all of them.
  private static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func status(of words: [String]) -> ExitStatus {
    do {
      return try dispatch(words)
    } catch let error as Misuse {
      say("sextant: \(error)")
      return .misuse
    } catch let error as OutputError {
      say("sextant: the output cannot be written: \(error)")
      return .foundWrong
    } catch {
      say("\(error)")
      return .foundWrong
    }
  }

  private static func dispatch(_ words: [String]) throws -> ExitStatus {
    switch words.first {
    case nil:
      say(usage)
      return .misuse
    case "--help", "-h", "help":
      try Output.standard.write(usage + "\n")
      return .fine
    case "--version":
      try Output.standard.write("sextant \(version)\n")
      return .fine
    case let name?:
      guard let command = commands.first(where: { $0.name == name }) else {
        throw Misuse("unknown command \(name); sextant --help lists the commands")
      }
      return try command.run(Array(words.dropFirst()))
    }
  }

  private static var usage: String {
    let lines = commands.map {
      "  " + $0.name.padded(to: 10) + $0.summary
    }
    return """
      usage: sextant COMMAND [PROJECT] [options]

      \(lines.joined(separator: "\n"))

      sextant COMMAND --help tells a command's options. PROJECT is a folder with Lua scripts; without
      one it is the current folder.
      """
  }

  static func say(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try? Output.messages.write(lines.map { String($0).printable }.joined(separator: "\n") + "\n")
  }
}

/// How the process ends.
enum ExitStatus: Int32 {
  case fine = 0
  case foundWrong = 1
  case misuse = 2
  /// By Ctrl-C, as shells say it.
  case interrupted = 130
  /// By SIGTERM.
  case terminated = 143
}
