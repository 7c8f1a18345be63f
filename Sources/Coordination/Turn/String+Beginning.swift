extension String {
  /// It, or, where it has more bytes than that, its beginning and how much it is.
  func beginning(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    // Never a cut inside a character.
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return "\(self[..<end])… (\(utf8.count) bytes)"
  }
}
