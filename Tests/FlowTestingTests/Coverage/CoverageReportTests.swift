import Console
import Foundation
import Testing

@testable import FlowTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports of coverage")
struct CoverageReportTests {
  @Test("the table has a line a file, the lines that never ran, and the rules that none took")
  func table() {
    #expect(
      CoverageTable(CoverageSamples.usual).lines == [
        "coverage  lines   transitions  lines that never ran",
        "app.lua   83.3%   1/3          3",
        "1 file    83.3%   1/3",
        "",
        "transitions that no test took",
        "  ○ app.lua:6: home.stay<b> [1] → push a, when <signed_in>",
        "  ○ app.lua:6: home.stay<b> [2] → push a",
      ])
  }

  @Test("of many rules the table tells the first, and counts the rest")
  func manyRules() {
    let rules = (1...25).map { (line: Int) in CoverageSamples.rule("e\(line)", line: line) }
    let report = CoverageSamples.report([(CoverageSamples.take(rules: rules), nil)])
    let lines = CoverageTable(report).lines
    #expect(lines.count { $0.hasPrefix("  ○") } == 20)
    #expect(lines.last == "  … and 5 more")
  }

  @Test("where nothing has run, the table says so")
  func nothing() {
    #expect(
      CoverageTable(CoverageSamples.report([])).lines
        == ["coverage: no script of a project has run"])
  }

  @Test("lines are told in ranges, as far as there is room")
  func ranges() {
    #expect(CoverageTable.ranges([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7–8")
    #expect(CoverageTable.ranges([1, 3, 5, 7, 9, 11, 13]) == "1, 3, 5, 7, 9, 11, …")
  }

  @Test("the tracefile has what geninfo's would have for lines")
  func tracefile() {
    #expect(
      LCOVTracefile(report: CoverageSamples.usual).text == """
        TN:
        SF:app.lua
        DA:1,1
        DA:2,1
        DA:3,0
        DA:5,1
        DA:6,1
        DA:8,1
        LF:6
        LH:5
        end_of_record

        """)
  }

  @Test(
    "reports for people have the table before their last lines", arguments: ReportFormat.allCases)
  func reports(_ format: ReportFormat) {
    let text = Samples.report(format, [.result(Samples.passed), .covered(CoverageSamples.usual)])
    #expect(text.contains("1 file    83.3%   1/3\n") == format.isForPeople)
    if format.endsWithSummary { #expect(text.hasSuffix("1 passed, 0 failed, 0 skipped\n")) }
    #expect(text.contains("\"covered\"") == (format == .json))
  }

  // MARK: The page

  /// What is in the page, read as XML, which its body is.
  private final class Reader: NSObject, XMLParserDelegate {
    var identities: [String] = []
    var targets: [String] = []
    var elements: [String: Int] = [:]
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      if let id = attributes["id"] { identities.append(id) }
      if let target = attributes["href"] { targets.append(target) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func read(_ report: CoverageReport) throws -> Reader {
    let page = CoveragePage(report: report).text
    let start = try #require(page.range(of: "<body>"))
    let script = try #require(page.range(of: "<script>"))
    let body = page[start.lowerBound..<script.lowerBound] + "</body>"
    let reader = Reader()
    let parser = XMLParser(data: Data(body.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? "")")
    return reader
  }

  @Test("the page is well formed, its links lead somewhere, and text is only text")
  func wellFormed() throws {
    let reader = try read(CoverageSamples.usual)
    #expect(Set(reader.identities).count == reader.identities.count)
    #expect(reader.targets.allSatisfy { reader.identities.contains(String($0.dropFirst())) })
    #expect(reader.targets.allSatisfy { $0.hasPrefix("#") })
    #expect(reader.elements["odd"] == nil)
    #expect(reader.text.contains("<odd> & \"quoted\""))
    #expect(reader.text.contains("when <signed_in>"))
  }

  @Test("the page says by words what did not run, and how often what ran did")
  func words() throws {
    let page = CoveragePage(report: CoverageSamples.usual).text
    #expect(page.contains(#"<tr id="file-1-3" class="missed"><th scope="row">3</th>"#))
    #expect(page.contains(#"<td class="count">○ never</td><td><code>  self.router"#))
    #expect(page.contains(#"<td class="number">4×</td><td class="number">2</td>"#))
    #expect(page.contains(#"<td>1 of 2</td><td>push a"#))
  }

  @Test("the page needs nothing from elsewhere")
  func alone() throws {
    let page = CoveragePage(report: CoverageSamples.usual).text
    for word in ["http:", "https:", "src=", "@import", "url("] { #expect(!page.contains(word)) }
  }

  @Test("a page of nothing is a page")
  func empty() throws {
    #expect(try read(CoverageSamples.report([])).text.contains("No script of a project has run."))
  }

  @Test("a file that is gone has its counts, without its text")
  func gone() throws {
    var coverage = Coverage()
    coverage.add(CoverageSamples.take(rules: [CoverageSamples.rule("go")]), in: nil)
    let report = CoverageReport(coverage) { _ in nil }
    #expect(try read(report).text.contains("The file is not there any more"))
  }
}
