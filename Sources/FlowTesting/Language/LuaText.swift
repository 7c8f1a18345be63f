extension [UInt8] {
  /// A file's Lua, without what Lua's own `loadfile` passes over: a mark of UTF-8 at its beginning,
  /// and a first line that begins with `#`. Lines keep their numbers.
  var luaText: [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = starts(with: mark) ? self[mark.count...] : self[...]
    guard text.first == UInt8(ascii: "#") else { return Array<UInt8>(text) }
    return Array<UInt8>(text.drop { $0 != UInt8(ascii: "\n") })
  }
}
