import PlainValues

/// The report for machines.
extension ReloadReport {
  /// `outcome` (`reloaded`, `unchanged` or `failed`), `files`, `scripts`, `old_handlers`,
  /// `lost_transitions`, `problems`, `warnings`, and `seconds` by phase.
  public var value: Value {
    [
      "outcome": .string(outcomeName),
      "files": .array(files.map { .string($0) }),
      "scripts": .array(scripts.map(\.value)),
      "old_handlers": .array(
        oldHandlers.map { ["place": .string("\($0.place)"), "count": .integer($0.count)] }),
      "lost_transitions": .array(
        lostTransitions.map {
          [
            "coordinator": .string($0.coordinator), "screen": .string($0.screen),
            "event": .string($0.event),
          ]
        }),
      "problems": .array(problems.map { .string($0.description) }),
      "warnings": .array(warnings.map { .string($0.description) }),
      "seconds": .object(
        Dictionary(
          phases.map { ($0.name.rawValue, .number($0.duration / .seconds(1))) },
          uniquingKeysWith: { $1 })),
    ]
  }

  private var outcomeName: String {
    switch outcome {
    case .reloaded: "reloaded"
    case .unchanged: "unchanged"
    case .failed: "failed"
    }
  }
}

extension ReloadReport.SwappedScript {
  fileprivate var value: Value {
    [
      "script": .string(script), "change": .string(change.rawValue), "live": .integer(live),
      "migrated": .integer(migrated), "waiting": .integer(waiting),
    ]
  }
}

/// The report for people, a line each.
extension ReloadReport: CustomStringConvertible {
  public var description: String { lines.joined(separator: "\n") }

  /// What changed, for whom, and what to look out for.
  public var lines: [String] {
    switch outcome {
    case .unchanged: return ["the scripts say what runs already"]
    case .failed(let problems):
      return problems.map(\.description) + ["not reloaded: all runs on as it was"]
    case .reloaded: break
    }
    let names = scripts.map { $0.change == .changed ? $0.script : "\($0.script) (\($0.change))" }
    let what = names.isEmpty ? files : names
    let live = scripts.reduce(0) { $0 + $1.live }
    var lines = [
      "reloaded \(what.joined(separator: ", "))\(live > 0 ? ", \(live) live" : "") in \(time)"
    ]
    for script in scripts where script.migrated > 0 {
      lines.append(
        "  \(script.script): migrated the state of \(Self.coordinators(script.migrated))")
    }
    for script in scripts where script.waiting > 0 {
      lines.append(
        "  \(script.script): \(Self.coordinators(script.waiting)) will follow once suspended handlers have returned"
      )
    }
    for handler in oldHandlers {
      let count = handler.count == 1 ? "a handler goes" : "\(handler.count) handlers go"
      lines.append("  \(handler.place): \(count) on in the old script")
    }
    for lost in lostTransitions {
      lines.append("  \(lost.screen) of \(lost.coordinator) has lost its transition \(lost.event)")
    }
    return lines + warnings.map(\.description)
  }

  private static func coordinators(_ count: Int) -> String {
    count == 1 ? "1 coordinator" : "\(count) coordinators"
  }

  private var time: String {
    let whole = phases.reduce(Duration.zero) { $0 + $1.duration } / .milliseconds(1)
    return whole < 10 ? "\((whole * 10).rounded() / 10) ms" : "\(Int(whole.rounded())) ms"
  }
}
