/// Something that is measured.
struct Subject {
  let name: String
  /// Does its work that many times over.
  ///
  /// Throws ``WorkNotDone`` where it has not done what it is measured for.
  let run: (Int) throws -> Void

  init(_ name: String, _ run: @escaping (Int) throws -> Void) {
    self.name = name
    self.run = run
  }
}

/// What is measured has not done its work; a figure of it would be of no use.
struct WorkNotDone: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Refuses the figure of something that has not done what it should have.
func check<Result: Equatable>(_ what: String, _ found: Result, _ expected: Result) throws {
  guard found != expected else { return }
  throw WorkNotDone("\(what): \(found) in place of \(expected)")
}
