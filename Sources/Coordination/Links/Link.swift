import PlainValues

/// Where a link leads: what is left of its path, and what has been found in it on the way.
public struct Link: Hashable, Sendable {
  /// The link as it came.
  public let url: String
  /// The segments that are still to be followed, percent-decoded.
  public var path: [String]
  /// The query's entries; of two with one name the last.
  public let query: [String: String]
  /// What patterns have captured by name, those of the parents included.
  public var captures: [String: String] = [:]

  /// The longest link that is followed, in bytes.
  public static let longest = 8 << 10

  /// Takes a link apart. The scheme is dropped; the host of a custom scheme is the first segment,
  /// so that `app://product/7` and `product/7` are the same; the host of `http` and `https` is
  /// dropped, so that `https://shop.example/product/7` is too. A fragment is not looked at.
  ///
  /// - Throws: ``FlowError`` where it is not a link.
  public init(_ url: String) throws(FlowError) {
    guard !url.isEmpty, url.utf8.count <= Self.longest else {
      throw FlowError(
        .misuse, "a link has from 1 to \(Self.longest) bytes, not \(url.utf8.count)")
    }
    guard let parts = LinkText(url) else {
      throw FlowError(.misuse, "\"\(url)\" is not a link, such as app://product/7 or product/7")
    }
    self.url = url
    let isWeb = ["http", "https"].contains(parts.scheme?.lowercased())
    let host = isWeb || parts.scheme == nil ? "" : PercentCoding.meaning(of: parts.host ?? "")
    path = (host.isEmpty ? [] : [host]) + LinkText.segments(of: parts.path)
    query = Dictionary(
      parts.entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Takes up what a script was given as the payload of a link: that with what is left of it.
  ///
  /// - Throws: ``FlowError`` where it is no such payload.
  public init(payload: PackedValue) throws(FlowError) {
    guard let entries = payload.value.object, let url = entries["url"]?.string,
      let rest = entries["rest"]?.string
    else {
      throw FlowError(
        .misuse, "this is not a link: pass on what the transition in links was given")
    }
    self.url = url
    path = LinkText.segments(of: rest[...])
    query = (entries["query"]?.object ?? [:]).compactMapValues(\.string)
    captures = entries.filter { !Self.ownKeys.contains($0.key) }.compactMapValues(\.string)
  }

  /// The keys of a payload that are no captures.
  static let ownKeys: Set<String> = ["url", "rest", "query"]

  /// What is left of the path, encoded so that it can be taken apart again.
  public var rest: String {
    path.map(PercentCoding.encode).joined(separator: "/")
  }

  /// What a transition for the link is given: the captures by name, `query`, `rest`, `url`.
  public var payload: PackedValue {
    var entries = captures.mapValues { Value.string($0) }
    entries["query"] = .object(query.mapValues { .string($0) })
    entries["rest"] = .string(rest)
    entries["url"] = .string(url)
    return (try? PackedValue(.object(entries))) ?? .empty
  }
}
