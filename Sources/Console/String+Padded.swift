extension String {
  /// With spaces after it, one at least, so that what follows stands below what follows in other lines.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
