/// Something a test asked of a flow that cannot be done, or that a flow did and should not have.
///
/// Lua puts the place of the call in front of it.
struct LaunchProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
