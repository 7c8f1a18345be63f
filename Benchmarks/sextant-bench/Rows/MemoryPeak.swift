extension Row {
  static let memory = Row(
    name: "memory",
    summary: "random events without a trace: the peak of memory after against before"
  ) { effort, place in
    let process = WholeProcess(
      "bench", [place.bench, ManyEvents.argument, "\(effort.events)"], in: place.folder)
    let peaks = try process.run().output.split(whereSeparator: \.isWhitespace).compactMap {
      Double($0)
    }
    guard peaks.count == 2 else { throw WorkNotDone("the peaks are not told") }
    return [
      Figure(
        "peak after random events, against before", unit: .bytes, [peaks[1]], against: "before",
        [peaks[0]], .ratio(1.05), note: "\(effort.events) events")
    ]
  }
}
