/// Coverage of lines as a tracefile of LCOV, which genhtml, editors and coverage services read.
///
/// The format is that of geninfo(1), section FILES: for each file `SF`, a `DA` for each line with
/// code, the number of these that have run and of all, `end_of_record`.
struct LCOVTracefile {
  let report: CoverageReport

  var text: String {
    report.files.map(record).joined()
  }

  private func record(_ file: CoverageReport.File) -> String {
    // A line each: a path with a line's end in it could not be told.
    let path = file.path.split(whereSeparator: \.isNewline).joined(separator: " ")
    let counts = file.lines.compactMap { line in
      line.count.map { "DA:\(line.number),\($0)\n" }
    }
    let ratio = file.lineRatio
    return "TN:\nSF:\(path)\n" + counts.joined() + "LF:\(ratio.whole)\nLH:\(ratio.part)\n"
      + "end_of_record\n"
  }
}
