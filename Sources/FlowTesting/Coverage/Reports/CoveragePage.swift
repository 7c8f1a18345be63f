/// Coverage as one page of HTML that needs nothing else: it can be opened from a disk, attached to
/// a mail, published as it is.
///
/// What its colours say it also says by signs and words.
struct CoveragePage {
  let report: CoverageReport

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Coverage: \(report.lines.percentText) of lines, \(report.transitions.percentText) of \
    transitions</title>
    <style>
    \(CoverageStyle.css)
    </style>
    </head>
    <body>
    <a class="skip" href="#files">Skip to the files</a>
    <header>
    <h1>Coverage</h1>
    <dl class="totals">
    \(total("Lines that ran", report.lines))
    \(total("Transitions taken", report.transitions))
    </dl>
    </header>
    <main>
    \(overview)
    \(report.files.enumerated().map { section($1, $0) }.joined(separator: "\n"))
    </main>
    <script>
    \(CoverageStyle.script)
    </script>
    </body>
    </html>

    """
  }

  private func total(_ name: String, _ ratio: Ratio) -> String {
    """
    <div><dt>\(name)</dt><dd><strong>\(ratio.percentText)</strong> \
    <span class="quiet">\(ratio.part) of \(ratio.whole)</span>\(meter(ratio, name))</dd></div>
    """
  }

  /// A bar, which screen readers tell by the numbers beside it.
  private func meter(_ ratio: Ratio, _ name: String) -> String {
    guard ratio.whole > 0 else { return "" }
    let level = ratio.percent >= 80 ? "high" : ratio.percent >= 50 ? "middle" : "low"
    let tenths = ratio.part * 1000 / ratio.whole
    return """
      <span class="bar" aria-hidden="true"><span class="\(level)" \
      style="width:\(tenths / 10).\(tenths % 10)%"></span></span>
      """
  }

  // MARK: All files

  private var overview: String {
    guard !report.files.isEmpty else {
      return """
        <section id="files"><h2>Files</h2><p>No script of a project has run.</p></section>
        """
    }
    let rows = report.files.enumerated().map { index, file in
      """
      <tr><th scope="row"><a href="#file-\(index + 1)">\(escape(file.path))</a></th>\
      \(cells(file.lineRatio, "Lines"))\(cells(file.transitionRatio, "Transitions"))</tr>
      """
    }
    return """
      <section id="files" aria-labelledby="files-title">
      <h2 id="files-title">Files</h2>
      <table class="overview">
      <thead><tr><th scope="col">File</th><th scope="col">Lines that ran</th>\
      <th scope="col">Transitions taken</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </section>
      """
  }

  private func cells(_ ratio: Ratio, _ name: String) -> String {
    guard ratio.whole > 0 else {
      return "<td><span class=\"ratio quiet\">–</span></td>"
    }
    return """
      <td><span class="ratio"><span>\(ratio.percentText)</span> \
      \(meter(ratio, name)) <span class="quiet">\(ratio.part) of \(ratio.whole)</span></span></td>
      """
  }

  // MARK: A file

  private func section(_ file: CoverageReport.File, _ index: Int) -> String {
    let id = "file-\(index + 1)"
    let missed = file.missed
    let hint =
      missed.isEmpty
      ? ""
      : """
      <p>Lines that never ran: \(CoverageFile.links(missed, in: id)).</p>
      """
    return """
      <section id="\(id)" class="file" aria-labelledby="\(id)-title">
      <h2 id="\(id)-title">\(escape(file.path))</h2>
      <p class="quiet">\(file.lineRatio.percentText) of lines\
      \(file.transitions.isEmpty ? "" : ", \(file.transitionRatio.percentText) of transitions") · \
      <a href="#files">all files</a></p>
      \(hint)
      \(CoverageFile.transitions(file, id))
      \(CoverageFile.source(file, id))
      </section>
      """
  }

  private func escape(_ text: String) -> String { XMLText.content(text) }
}
