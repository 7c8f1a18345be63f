import Console
import Coordination
import Navigation
import PlainValues
import ScriptedCoordination

/// Runs a flow at a terminal: draws the screen in front, takes a line, does what it asks.
public final class TerminalSession {
  private let host: Host
  private let router: TerminalRouter
  private let project: Project
  private let folder: ScriptFolder
  private let output: Output
  private let paint: Paint
  private let prompts: Bool
  private let keepers: [any RecordKeeper]
  /// A failure to keep something, kept until it can be thrown.
  private var failure: (any Error)?
  private var outline = TreeOutline()
  private var filled: [ScreenID: [String: Value]] = [:]
  private var pending = ""

  /// The longest line that is read, in bytes.
  public static let longestLine = 64 << 10

  /// Whether a turn has failed.
  public private(set) var hasFailedTurns = false

  /// - Parameters:
  ///   - router: the host's; what it keeps is what is drawn.
  ///   - project: the host's, whose screens say what is drawn.
  ///   - folder: what is reloaded from.
  ///   - prompts: whether somebody sits there and is to be asked.
  ///   - keepers: what keeps something of each turn, before it is drawn.
  public init(
    _ host: Host, router: TerminalRouter, project: Project, folder: ScriptFolder,
    output: Output, paint: Paint, prompts: Bool, keepers: [any RecordKeeper] = []
  ) {
    self.host = host
    self.router = router
    self.project = project
    self.folder = folder
    self.output = output
    self.paint = paint
    self.prompts = prompts
    self.keepers = keepers
    host.observe { [weak self] record in self?.note(record) }
  }

  /// Begins the flow, then takes lines until there are no more.
  ///
  /// - Parameter reader: of what is typed, in lines of at most ``longestLine``.
  /// - Throws: ``LaunchError`` where a snapshot cannot be restored, ``InputError`` where the input
  ///   cannot be read, ``OutputError`` where the output cannot be written, and what a keeper throws.
  public func run(_ launch: Launch, from reader: LineReader) throws {
    try launch.begin(host)
    if prompts { try output.write(paint.quiet("help lists what can be typed, quit leaves") + "\n") }
    try draw()
    try waitForStart(launch, reader)
    while host.root != nil {
      if prompts { try output.write("> ") }
      try waitForInput(reader)
      guard host.root != nil, let line = try reader.next() else {
        if prompts { try output.write("\n") }
        break
      }
      guard try take(line) else { break }
    }
    host.close()
    for keeper in keepers { try keeper.finish() }
    try output.write(pending)
  }

  /// Where the root could not start, saves are taken over until it can.
  private func waitForStart(_ launch: Launch, _ reader: LineReader) throws {
    guard let watcher = folder.watcher else { return }
    while host.root == nil, host.outcome == nil {
      if reader.isReady(within: 0) {
        guard let line = try reader.next(), try takeEarly(line) else { return }
      }
      let notes = folder.take(watcher.wait(alongside: [reader.descriptor]).reports)
      for note in notes { say(note) }
      if folder.mayStart(host, after: notes) { try launch.begin(host) }
      try draw()
    }
  }

  /// Takes what is typed while nothing runs.
  ///
  /// - Returns: false where it asks to leave.
  private func takeEarly(_ line: LineReader.Line) throws -> Bool {
    do {
      switch try Self.command(in: line) {
      case .quit: return false
      case .nothing: break
      default:
        throw InputError("nothing runs yet: the root could not start; quit leaves")
      }
    } catch let error as InputError {
      pending += paint.error(error.description.printable) + "\n"
    }
    return true
  }

  /// Until something is typed, timers run when they are due, and what changes in the folder is
  /// taken over.
  private func waitForInput(_ reader: LineReader) throws {
    while host.root != nil {
      let due = host.nextDeadline.map { $0 - host.now }
      guard let watcher = folder.watcher else {
        if reader.isReady(within: due) { return }
        try drawAnew { host.runDueTimers() }
        continue
      }
      if reader.isReady(within: 0) { return }
      let wakening = watcher.wait(alongside: [reader.descriptor], atMost: due.map { max(0, $0) })
      if !wakening.reports.isEmpty {
        try drawAnew { for note in folder.take(wakening.reports) { say(note) } }
      } else if wakening.readable.isEmpty {
        try drawAnew { host.runDueTimers() }
      }
    }
  }

  /// Draws what something has changed, in place of the line that waits to be typed in.
  private func drawAnew(_ change: () -> Void) throws {
    change()
    if prompts { try output.write("\n") }
    try draw()
    if prompts { try output.write("> ") }
  }

  private func say(_ note: ReloadNote) {
    switch note {
    case .watching(let text): pending += paint.quiet("· " + text.printable) + "\n"
    case .reloaded(let report):
      for (index, line) in report.lines.enumerated() {
        let isError = index < report.problems.count
        pending +=
          (isError ? paint.error(line.printable) : paint.quiet("· " + line.printable)) + "\n"
      }
    }
  }

  private func reload() throws(InputError) {
    do {
      if let report = try folder.reload() { say(.reloaded(report)) }
    } catch {
      throw InputError("not reloaded: \(error)")
    }
  }

  private var screens: ScreenCatalog { project.screens }

  // MARK: Taking lines

  private static func command(in line: LineReader.Line) throws(InputError) -> TerminalCommand {
    switch line {
    case .bytes(let bytes): return try TerminalCommand(String(decoding: bytes, as: UTF8.self))
    case .tooLong: throw InputError("the line is longer than \(longestLine >> 10) KiB")
    }
  }

  /// - Returns: false where it asks to leave.
  private func take(_ line: LineReader.Line) throws -> Bool {
    do {
      let command = try Self.command(in: line)
      if command == .quit { return false }
      try carryOut(command)
    } catch let error as InputError {
      pending += paint.error(error.description.printable) + "\n"
      try output.write(pending)
      pending = ""
    }
    return true
  }

  private func carryOut(_ command: TerminalCommand) throws {
    switch command {
    case .choose(let number): try choose(number)
    case .fill(let field, let text): try fill(field, text)
    case .back: host.back()
    case .dismiss: host.dismiss()
    case .tab(let name): host.selectTab(name)
    case .open(let url): host.open(url)
    case .app(let event, let payload): host.appEvent(event, payload)
    case .send(let event, let payload): host.send(event, payload)
    case .swap(let slot, let variant, let live): host.swap(slot, to: variant, live: live)
    case .reload: try reload()
    case .tree: pending += JSON.text(of: outline.nested) + "\n"
    case .help: pending += TerminalCommand.usage + "\n"
    case .nothing, .quit: break
    }
    try draw()
  }

  private func choose(_ number: Int) throws(InputError) {
    let offered = front.flatMap { screen in
      form(of: screen).choices.map { (screen, $0) }
    }
    guard offered.indices.contains(number - 1) else {
      throw InputError(
        offered.isEmpty ? "there is nothing to choose" : "choose from 1 to \(offered.count)")
    }
    let (screen, choice) = offered[number - 1]
    host.send(choice.event, payload(of: choice, on: screen), from: screen.id)
  }

  private func payload(of choice: Form.Choice, on screen: Screen) -> PackedValue {
    switch choice.payload {
    case .none: return .empty
    case .item(let item): return (try? PackedValue(item)) ?? .empty
    case .fields: return fields(of: screen)
    }
  }

  /// What all fields have in them: what was filled in, else the param of that name.
  private func fields(of screen: Screen) -> PackedValue {
    var values: [String: Value] = [:]
    for field in form(of: screen).fields {
      values[field] = filled[screen.id]?[field] ?? screen.params[field] ?? ""
    }
    return (try? PackedValue(.object(values))) ?? .empty
  }

  private func fill(_ field: String, _ text: String) throws(InputError) {
    let known = front.flatMap { form(of: $0).fields }
    guard let screen = front.first(where: { form(of: $0).fields.contains(field) }) else {
      let hint =
        known.isEmpty
        ? "; nothing is to be filled in here: send EVENT {\"\(field)\":\"…\"} sends it" : ""
      throw InputError(
        "there is no field \"\(field)\"\(Suggestion.near(field, among: known))\(hint)")
    }
    filled[screen.id, default: [:]][field] = value(text, of: field, on: screen)
    guard let event = screens[screen.name]?.event(ofField: field) else { return }
    host.send(event, fields(of: screen), from: screen.id)
  }

  /// A number where the field takes numbers and it is one.
  private func value(_ text: String, of field: String, on screen: Screen) -> Value {
    let takesNumbers = screens[screen.name]?.body.contains { item in
      if case .field(field, _, "number", _) = item { true } else { false }
    }
    guard takesNumbers == true else { return .string(text) }
    let number = Double(text).flatMap { $0.isFinite ? Value.number($0) : nil }
    return Int(text).map { .integer($0) } ?? number ?? .string(text)
  }

  // MARK: Drawing

  private var navigation: Navigation { router.navigation ?? host.navigation }
  private var front: [Screen] { navigation.front }

  private func form(of screen: Screen) -> Form {
    Form(
      screen, screens[screen.name], events: host.events(of: screen.id),
      filled: filled[screen.id] ?? [:])
  }

  private func draw() throws {
    if let failure { throw failure }
    let shown = Set(host.navigation.screens.map(\.id))
    filled = filled.filter { shown.contains($0.key) }
    var text = pending
    pending = ""
    if host.root != nil {
      var number = 0
      text += paint.quiet(placeLine) + "\n"
      for screen in front { text += draw(form(of: screen), &number) }
    }
    try output.write(text)
  }

  /// Where one is: the stack in front, with the tab and the modal that it is in.
  private var placeLine: String {
    let stack = navigation.stackNames(of: navigation.frontRouter).compactMap(\.string)
    var line = "── " + stack.joined(separator: " › ")
    if let tabs = navigation.showingTabs.first.flatMap({ navigation.tabs(of: $0) }) {
      let names = tabs.tabs.map { tab in
        let badge = tab.badge.map { "(\($0.shown))" } ?? ""
        let name = tab.name + badge
        return tab.name == tabs.selectedTab?.name ? "[\(name)]" : name
      }
      line += "   tabs: " + names.joined(separator: " ")
    }
    if let modal = navigation.visibleModals.last { line += "   \(modal.style.rawValue)" }
    return line.printable
  }

  private func draw(_ form: Form, _ number: inout Int) -> String {
    var text = paint.title(form.title.printable) + "\n"
    for row in form.rows {
      switch row {
      case .text(let words, let isError):
        text += "  " + (isError ? paint.error(words.printable) : words.printable) + "\n"
      case .field(let name, let label, let value):
        let named = label == name ? label : "\(label) (\(name))"
        text += "  \(named.printable): [\(value.printable)]\n"
      case .choice(let choice):
        number += 1
        text += "  \(paint.choice("\(number))")) \(choice.label.printable)\n"
      }
    }
    return text
  }

  // MARK: What happened

  private func note(_ record: TurnRecord) {
    outline.apply(record)
    do {
      if failure == nil { for keeper in keepers { try keeper.keep(record, of: host) } }
    } catch {
      failure = error
    }
    // What a flow says of a field now goes before what was typed before.
    for case .update(let screen) in record.calls.map(\.action) {
      for field in (screen.params.value.object ?? [:]).keys { filled[screen.id]?[field] = nil }
    }
    for line in record.log { pending += line.printable + "\n" }
    for diagnostic in record.diagnostics {
      pending += paint.quiet("· " + diagnostic.text.printable) + "\n"
    }
    if let screen = record.blocked {
      pending += paint.quiet("· \(screen) may not be left".printable) + "\n"
    }
    if let error = record.error, !record.isReload {
      hasFailedTurns = true
      pending += paint.error("error: \(error)".printable) + "\n"
      for line in error.traceback.prefix(8) {
        pending += paint.quiet("    " + line.printable) + "\n"
      }
    }
    guard let end = record.ended.last, host.root == nil else { return }
    switch end.outcome {
    case .finished(let result):
      pending += "\(end.name) finished: \(JSON.text(of: result.value))".printable + "\n"
    case .cancelled(let reason): pending += "\(end.name) was cancelled: \(reason)".printable + "\n"
    }
  }
}
