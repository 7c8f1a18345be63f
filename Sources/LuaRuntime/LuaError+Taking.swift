import CLuaBridge

extension LuaCore {
  /// The failure that the bridge has just answered with.
  @usableFromInline func takeError() -> LuaError {
    let info = sx_error(runtime)
    let text = String(
      decoding: UnsafeRawBufferPointer(start: info.message, count: info.size), as: UTF8.self)
    let frames = (0..<Int(info.count)).map { LuaFrame(info.frames[$0]) }
    var error = LuaError(
      kind: .runtime, message: text, traceback: frames, isTracebackCut: info.cut)
    if let limit = LuaLimitKind(info.limit) {
      error.kind = .limit(limit)
      error.message = limitMessage(limit, text, isStarved: info.starved)
      if limit == .host { error.cause = halted }
      error.script = frames.first?.script
      error.line = frames.first?.line
      return error
    }
    if info.memory { error.kind = .memory }
    if info.syntax { error.kind = .syntax }
    if let raised, raised.text == text { error.cause = raised.error }
    error.splitPosition()
    return error
  }

  private func limitMessage(_ limit: LuaLimitKind, _ text: String, isStarved: Bool) -> String {
    let limits = sx_error_limits(runtime)
    return switch limit {
    case .instructions:
      // Between samples there may have been more.
      "stopped after \(limits.late ? "at least " : "")\(limits.instructions) instructions: look for a loop without an end"
    case .seconds:
      "stopped after \(limits.seconds) s of processor time: look for a loop without an end"
    case .memory where isStarved: "stopped: the system has no more memory"
    case .memory:
      "stopped: more than \(limits.bytes) bytes of memory in use: look for what grows without an end"
    case .depth: text
    case .host: halted.map { "\($0)" } ?? "stopped by the host"
    }
  }
}

extension LuaError {
  /// Takes the position that Lua puts in front of a message: `name:line: `.
  mutating func splitPosition() {
    let text = message[...]
    guard let end = text.firstRange(of: ": "),
      let colon = text[..<end.lowerBound].lastIndex(of: ":"),
      let line = Int(text[text.index(after: colon)..<end.lowerBound]), line >= 0
    else { return }
    let shown = text[..<colon]
    guard !shown.isEmpty, !shown.contains(where: \.isNewline) else { return }
    self.line = line
    script = fullName(of: String(shown))
    message = String(text[end.upperBound...])
  }

  /// Lua shortens long names at their beginning; the traceback has them whole.
  private func fullName(of shown: String) -> String {
    guard shown.hasPrefix("...") else { return shown }
    let tail = shown.dropFirst(3)
    return traceback.first { $0.script.hasSuffix(tail) }?.script ?? shown
  }
}

extension LuaFrame {
  init(_ frame: sx_frame) {
    var frame = frame
    function = withUnsafeBytes(of: &frame.name) { String(terminated: $0) }
    script = withUnsafeBytes(of: &frame.source) { String(terminated: $0) }
    line = Int(frame.line)
  }
}

extension String {
  init(terminated bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
