import Testing

/// An expectation of a call that changes its receiver, which `#expect` cannot make.
func verify(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(holds, sourceLocation: sourceLocation)
}
