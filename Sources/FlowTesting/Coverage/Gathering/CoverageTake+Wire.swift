extension WireWriter {
  mutating func write(_ take: CoverageTake) {
    write(take.lines) { writer, entry in
      writer.write(entry.key)
      writer.writeSteps(entry.value.executable)
      writer.writeSteps(entry.value.loaded.sorted())
      writer.write(entry.value.counts) {
        $0.write($1.key)
        $0.write($1.value)
      }
    }
    write(take.rules) { writer, rule in
      writer.write(rule.place)
      writer.write(rule.rules)
      writer.write(rule.line) { $0.write($1) }
      writer.write(rule.condition)
      writer.write(rule.action)
    }
    write(take.taken) {
      $0.write($1.key)
      $0.write($1.value)
    }
  }

  private mutating func write(_ place: CoverageRule.Place) {
    write(place.path)
    write(place.source)
    write(place.event)
    write(place.rule)
  }

  /// Numbers that grow, by how much: a byte each.
  private mutating func writeSteps(_ numbers: [Int]) {
    var last = 0
    write(numbers) { writer, number in
      writer.write(number - last)
      last = number
    }
  }
}

extension WireReader {
  mutating func coverage() throws(WireError) -> CoverageTake {
    var take = CoverageTake()
    for (path, lines) in try list({ reader throws(WireError) in try reader.lines() }) {
      take.lines[path] = lines
    }
    take.rules = try list { reader throws(WireError) in
      CoverageRule(
        place: try reader.place(), rules: try reader.count(),
        line: try reader.optional { reader throws(WireError) in try reader.count() },
        condition: try reader.text(), action: try reader.text())
    }
    let taken = try list { reader throws(WireError) in (try reader.place(), try reader.count()) }
    for (place, count) in taken { take.taken[place] = count }
    return take
  }

  private mutating func lines() throws(WireError) -> (String, CoverageTake.Lines) {
    let path = try text()
    var lines = CoverageTake.Lines()
    lines.executable = try steps()
    lines.loaded = Set(try steps())
    let counts = try list { reader throws(WireError) in (try reader.count(), try reader.count()) }
    for (line, count) in counts { lines.counts[line] = count }
    return (path, lines)
  }

  private mutating func place() throws(WireError) -> CoverageRule.Place {
    CoverageRule.Place(path: try text(), source: try text(), event: try text(), rule: try count())
  }

  private mutating func steps() throws(WireError) -> [Int] {
    var last = 0
    return try list { reader throws(WireError) in
      let (sum, isTooLarge) = last.addingReportingOverflow(try reader.count())
      guard !isTooLarge else { throw WireError() }
      last = sum
      return sum
    }
  }
}
