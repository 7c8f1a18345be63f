import ScriptedCoordination
import Testing

/// A coordinator that pushes these screens when it starts, and does no more.
func shows(_ screens: String...) -> String {
  "return { start = function(self) \(pushing(screens)) end }"
}

/// A coordinator that pushes these screens when it starts, and prints how it ends: `auth back`,
/// or `auth finished`.
func tellsItsEnd(_ screens: String...) -> String {
  """
  return {
    start = function(self) \(pushing(screens)) end,
    finish = function(self, result, reason) print(self.name .. " " .. (reason or "finished")) end,
  }
  """
}

private func pushing(_ screens: [String]) -> String {
  screens.map { "self.router:push(\"\($0)\")" }.joined(separator: " ")
}

/// What keeps a project from loading; nothing where it loads.
func problems(in files: [String: String], root: String = "app") throws -> [String] {
  do {
    _ = try Flow(files, root: root)
    return []
  } catch let error as ProjectError {
    return error.problems.map(\.description)
  }
}

/// Expects a message that says all of these words.
func expect(
  _ message: String?, says words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(message, says: words, sourceLocation: sourceLocation)
}

func expect(
  _ message: String?, says words: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  for word in words {
    #expect(
      message?.contains(word) == true, "\(message ?? "no message") should say \(word)",
      sourceLocation: sourceLocation)
  }
}

/// Expects a project that does not load for one reason, which is at this place and says this.
func expectOneProblem(
  in files: [String: String], at place: String, says words: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let problems = try problems(in: files)
  #expect(problems.count == 1, "\(problems)", sourceLocation: sourceLocation)
  #expect(
    problems.first?.hasPrefix("\(place): error: ") == true, "\(problems) should be at \(place)",
    sourceLocation: sourceLocation)
  expect(problems.first, says: words, sourceLocation: sourceLocation)
}

/// How a user goes back.
enum WayBack: CaseIterable {
  case button, swipe

  func take(in flow: Flow) {
    switch self {
    case .button: flow.back()
    case .swipe: flow.swipedBack()
    }
  }
}

extension Flow {
  /// What loading found odd, yet no error.
  var warnings: [String] { project.warnings.map(\.description) }
}
