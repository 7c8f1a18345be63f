/// Figures that are measured together.
struct Row: Sendable {
  let name: String
  /// A line about it.
  let summary: String
  let measure: @Sendable (Effort, Workplace) throws -> [Figure]

  static let all: [Row] = [
    .turns, .calls, .children, .bytes, .largeState, .reloads, .starting, .trivialTests, .flowTests,
    .limits, .memory,
  ]
}

/// Where the benchmark finds the command and puts files.
struct Workplace: Sendable {
  /// The built command.
  let sextant: String
  /// This program.
  let bench: String
  /// Where busted is, as a script in Lua; nil where it is not on the PATH.
  let busted: String?
  /// A folder of its own, which is gone afterwards.
  let folder: String
}
