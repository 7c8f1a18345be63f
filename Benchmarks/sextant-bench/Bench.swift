import Foundation

/// Measures, and says what came of it.
@main
struct Bench {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      switch options.request {
      case .help: print(Options.usage)
      case .list: for row in Row.all { print("\(row.name): \(row.summary)") }
      case .countMemory(let events): try ManyEvents.run(events)
      case .measure: try measure(options)
      }
    } catch let error as Misuse {
      fail(error, status: 2)
    } catch {
      fail(error, status: 1)
    }
  }

  private static func measure(_ options: Options) throws {
    let rows = Row.all.filter(options.takes)
    guard !rows.isEmpty else {
      throw Misuse("no row has \"\(options.filter ?? "")\" in it; --list lists them")
    }
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
    if let json = options.json { try report.write(to: json) }
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
