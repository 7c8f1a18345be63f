import Testing

extension ScriptingContract {
  /// What navigation systems got wrong, each from a public report: the rule, and the kind it is of.
  @Suite("Scenarios")
  struct Scenarios {}
}
