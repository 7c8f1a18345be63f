extension String {
  /// It, or, where it has more bytes than that, its beginning and how much it is.
  func beginning(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    return "\(String(decoding: utf8.prefix(limit), as: UTF8.self))… (\(utf8.count) bytes)"
  }
}
