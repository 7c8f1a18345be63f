import Foundation

/// Measures, and says what came of it.
@main
struct Bench {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      switch options.request {
      case .list: for row in try options.rows() { print("\(row.name): \(row.summary)") }
      case .countMemory(let events):
        let peaks = try ManyEvents.run(events)
        print(peaks.before, peaks.after)
      case .turns(let count):
        try HostedFlow(["app.lua": TurnFlow.script]).runTurns(count)
      case .measure: try measure(options)
      }
    } catch let error as Misuse {
      fail(error, status: 2)
    } catch {
      fail(error, status: 1)
    }
  }

  private static func measure(_ options: Options) throws {
    let rows = try options.rows()
    // Before minutes are spent on what cannot be kept.
    if let json = options.json { try checkWritable(json) }
    let machine = Machine()
    let place = try Workplace()
    defer { place.remove() }
    var table = Table()
    var report = JSONReport(machine, options.effort)
    let progress = Progress()
    for (index, row) in rows.enumerated() {
      progress.show("\(index + 1) of \(rows.count): \(row.name)")
      do {
        let figures = try row.measure(options.effort, place)
        table.add(figures)
        report.add(figures, of: row)
      } catch {
        table.add(problem: "\(error)", of: row)
        report.add(problem: "\(error)", of: row)
      }
    }
    progress.end()
    print(table.text)
    print("\nMedians, or means where collecting counts, with quartiles. \(machine.text).")
    if let json = options.json {
      do {
        try report.write(to: json)
      } catch {
        throw WorkNotDone("\(json) cannot be written: \(error.localizedDescription)")
      }
    }
  }

  /// What is in the file stays there until there are figures.
  private static func checkWritable(_ path: String) throws(Misuse) {
    let file = open(path, O_WRONLY | O_CREAT, 0o666)
    guard file >= 0 else {
      throw Misuse("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    close(file)
  }

  private static func fail(_ error: any Error, status: Int32) -> Never {
    FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
    exit(status)
  }
}

extension Workplace {
  /// The command is beside this program, where both are built.
  init() throws {
    bench = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL.path
    sextant = URL(fileURLWithPath: bench).deletingLastPathComponent().path + "/sextant"
    guard FileManager.default.isExecutableFile(atPath: sextant) else {
      throw WorkNotDone("\(sextant) is not there; scripts/bench builds it")
    }
    busted = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
      .map { $0 + "/busted" }.first(where: FileManager.default.isExecutableFile)
    folder = NSTemporaryDirectory() + "/sextant-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
