/// A link, taken apart as RFC 3986 has it (appendix B). What is percent-encoded still is.
///
/// Letters of all languages may stand in it as they are, in the host too, which is compared as it is
/// written. (`URLComponents` reads `app://GRÜN` as `grün` with all of Foundation and as `GRÜN` with its
/// essentials, and takes apart again what is encoded beside a space; but a trace is to be repeated
/// alike everywhere.)
struct LinkText {
  let scheme: Substring?
  /// Without user and port; nil where the link has no place for one.
  let host: Substring?
  let path: Substring
  private let query: Substring?

  /// Its entries, `NAME=VALUE` each, and what they mean.
  var entries: [(name: String, value: String)] {
    guard let query, !query.isEmpty else { return [] }
    return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
      let name = $0.prefix { $0 != UInt8(ascii: "=") }
      let value = $0[name.endIndex...].dropFirst()
      return (
        PercentCoding.meaning(of: Substring(name)), PercentCoding.meaning(of: Substring(value))
      )
    }
  }

  /// What its segments mean. They are taken apart before: an encoded slash is part of its segment.
  static func segments(of path: Substring) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { PercentCoding.meaning(of: Substring($0)) }
  }

  /// Nil where it is no link: a scheme or a host has what none has, or a port is no number.
  init?(_ text: String) {
    // Sign by sign, without what follows a sign to make one letter with it.
    var rest = text.utf8[...].prefix { $0 != UInt8(ascii: "#") }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    query = mark.map { Substring(rest[$0...].dropFirst()) }
    rest = rest[..<(mark ?? rest.endIndex)]
    let start = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    if !start.isEmpty, rest[start.endIndex...].first == UInt8(ascii: ":") {
      guard Self.isScheme(start) else { return nil }
      scheme = Substring(start)
      rest = rest[start.endIndex...].dropFirst()
    } else {
      scheme = nil
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard let host = Self.host(of: authority) else { return nil }
      self.host = Substring(host)
      rest = rest[authority.endIndex...]
    } else {
      host = nil
    }
    path = Substring(rest)
  }

  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, first.isLetter else { return false }
    return text.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  /// What is between the user and the port; nil where that is no host.
  private static func host(of authority: Substring.UTF8View) -> Substring.UTF8View? {
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
    let whole = authority[(start ?? authority.startIndex)...]
    let end: Substring.Index
    if whole.first == UInt8(ascii: "[") {
      // An address, in which colons are no port.
      guard let bracket = whole.lastIndex(of: UInt8(ascii: "]")) else { return nil }
      end = whole.index(after: bracket)
    } else {
      end = whole.firstIndex(of: UInt8(ascii: ":")) ?? whole.endIndex
    }
    let port = whole[end...]
    guard port.first.map({ $0 == UInt8(ascii: ":") }) ?? true,
      port.dropFirst().allSatisfy(\.isDigit)
    else { return nil }
    let host = whole[..<end]
    let name = host.first == UInt8(ascii: "[") ? host.dropFirst().dropLast() : host
    return isHost(name, among: name.count == host.count ? "" : ":") ? host : nil
  }

  private static func isHost(_ name: Substring.UTF8View, among more: String) -> Bool {
    PercentCoding.isWhole(name)
      && name.allSatisfy {
        $0 >= 0x80 || $0.isLetter || $0.isDigit || "-._~!$&'()*+,;=%".utf8.contains($0)
          || more.utf8.contains($0)
      }
  }
}

/// What stands for a byte as `%` and two digits.
enum PercentCoding {
  /// The text that is meant: as it is where a `%` is not followed by two digits, or the bytes are no
  /// text.
  static func meaning(of text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")), isWhole(text.utf8) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(Substring(rest.prefix(2)), radix: 16) ?? byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  /// Whether each `%` is followed by two digits.
  static func isWhole(_ text: Substring.UTF8View) -> Bool {
    text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.count >= 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }
  }

  /// What can stand in a segment of a path as it is stays, everything else is encoded.
  static func encode(_ segment: String) -> String {
    segment.utf8.reduce(into: "") { text, byte in
      if byte.isLetter || byte.isDigit || "-._~!$&'()*+,=:@".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
