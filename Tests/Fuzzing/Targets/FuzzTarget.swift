/// One kind of input, and what has to hold whatever the input is.
///
/// The fuzzer looks for bytes that break it; a test puts every seed through it.
package struct FuzzTarget: Sendable {
  /// What it is called by: the folder of its seeds has that name.
  package let name: String
  /// Puts an input through.
  ///
  /// - Throws: ``Violation`` where something does not hold. That an input is refused is no error.
  package let run: @Sendable (_ input: [UInt8]) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.run = run
  }

  package static let all: [FuzzTarget] = [
    .json, .lines, .snapshots, .traces, .projects, .definitions, .links, .experiments, .reloads,
    .patterns,
  ]

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Something that has to hold and does not.
package struct Violation: Error, CustomStringConvertible {
  package let description: String
}

/// - Throws: ``Violation`` where it does not hold.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws {
  guard holds else { throw Violation(description: rule()) }
}
