import Foundation
import PlainValues
import Testing

@testable import Coordination

@Suite("Links, taken apart")
struct LinkPartsTests {
  @Test(
    "a link is its segments",
    arguments: [
      ("product/7", ["product", "7"]), ("/product/7/", ["product", "7"]),
      ("app://product/7", ["product", "7"]), ("app://product", ["product"]),
      ("app:///product", ["product"]), ("app:product/7", ["product", "7"]), ("app://", []),
      ("https://shop.example/product/7", ["product", "7"]), ("https://shop.example", []),
      ("HTTP://shop.example:8080/a//b/", ["a", "b"]), ("a/b?x=1#c", ["a", "b"]),
      ("a/b%2Fc/%C3%BC", ["a", "b/c", "ü"]), ("a/b+c", ["a", "b+c"]), ("app://grün", ["grün"]),
      ("app://GRÜN/7", ["GRÜN", "7"]), ("app://u:p@a%20b:80/c", ["a b", "c"]),
      ("app://[::1]/a", ["[::1]", "a"]), ("//shop.example/a", ["a"]), (":a", [":a"]),
      ("a/b:c", ["a", "b:c"]), ("a/%zz%41", ["a", "%zz%41"]), ("a/%FF", ["a", "%FF"]),
      ("a b/c d", ["a b", "c d"]), ("a/\u{301}b/c", ["a", "\u{301}b", "c"]),
    ])
  func segments(url: String, path: [String]) throws {
    let link = try Link(url)
    #expect(link.path == path)
    #expect(link.url == url)
    #expect(link.captures.isEmpty)
  }

  @Test("the query's entries are decoded, and of two with one name the last counts")
  func query() throws {
    let link = try Link("a?x=1&y=%20%26&x=2&z&w=")
    #expect(link.query == ["x": "2", "y": " &", "z": "", "w": ""])
    #expect(try Link("a?").query.isEmpty)
    #expect(try Link("a?ü=%C3%BC=1&%").query == ["ü": "ü=1", "%": ""])
  }

  @Test(
    "what is no link is an error that says so",
    arguments: [
      ("", "a link has from 1 to 8192 bytes, not 0"),
      (String(repeating: "a", count: 8193), "a link has from 1 to 8192 bytes, not 8193"),
    ]
      + ["app://[a", "app://a b/7", "app://a|b", "app://%zz/7", "app://a:b/7", "1app://a", "a b:c"]
      .map {
        ($0, "\"\($0)\" is not a link, such as app://product/7 or product/7")
      })
  func wrong(url: String, message: String) {
    #expect(throws: (any Error).self) { try Link(url) }
    do {
      _ = try Link(url)
    } catch {
      #expect(error.message == message)
      #expect(error.kind == .misuse)
    }
  }

  @Test("the longest is followed")
  func longest() throws {
    #expect(try Link(String(repeating: "a", count: 8192)).path.count == 1)
  }

  @Test("what a transition is given makes the same link again")
  func payload() throws {
    var link = try Link("app://product/7/a%2Fb/c%20d?x=1")
    link = try #require(try LinkPattern("product/:id/*").match(link))
    #expect(
      link.payload.value == [
        "id": "7", "query": ["x": "1"], "rest": "a%2Fb/c%20d",
        "url": "app://product/7/a%2Fb/c%20d?x=1",
      ])
    #expect(try Link(payload: link.payload) == link)
  }

  @Test(
    "what is no such payload is refused",
    arguments: [
      [:], ["url": "a"], ["rest": "a"], ["url": 5, "rest": "a"], "app://a",
    ] as [Value])
  func notAPayload(value: Value) throws {
    let payload = try PackedValue(value)
    #expect(throws: FlowError.self) { try Link(payload: payload) }
  }
}

@Suite("Patterns of links")
struct LinkPatternTests {
  @Test(
    "a pattern matches what it says, captures what it names, and leaves what is left",
    arguments: [
      ("product/:id", "product/7", ["id": "7"], []),
      ("product/:id/*", "product/7", ["id": "7"], []),
      ("product/:id/*", "product/7/a/b", ["id": "7"], ["a", "b"]),
      (":a/:b", "x/y", ["a": "x", "b": "y"], []),
      ("*", "a/b", [:], ["a", "b"]), ("*", "app://", [:], []), ("", "app://", [:], []),
      ("a/*", "a", [:], []), ("grün", "gr%C3%BCn", [:], []),
    ] as [(String, String, [String: String], [String])])
  func matches(pattern: String, url: String, captures: [String: String], rest: [String]) throws {
    let link = try #require(try LinkPattern(pattern).match(try Link(url)))
    #expect(link.captures == captures)
    #expect(link.path == rest)
  }

  @Test(
    "and nothing else",
    arguments: [
      ("product/:id", "product"), ("product/:id", "product/7/a"), ("product/:id", "Product/7"),
      ("product/:id/*", "product"), ("", "a"), ("a/*", "b/a"), ("a/b", "a%2Fb"),
    ])
  func doesNotMatch(pattern: String, url: String) throws {
    #expect(try LinkPattern(pattern).match(try Link(url)) == nil)
  }

  @Test("captures join those from before; of one name the nearest counts")
  func joined() throws {
    let pattern = try LinkPattern("product/:id/*")
    let link = try Link("product/7/reviews/3")
    let matched = pattern.match(link)
    let first = try #require(matched)
    let reviews = try LinkPattern("reviews/:review")
    let review = reviews.match(first)
    let second = try #require(review)
    #expect(second.captures == ["id": "7", "review": "3"])
    let ids = try LinkPattern("reviews/:id")
    let id = ids.match(first)
    let again = try #require(id)
    #expect(again.captures == ["id": "3"])
  }

  @Test("what says more is asked first, whatever the order they stand in")
  func order() throws {
    let wanted = [
      "a/b/c", "a/b/:x", "a/b/*", "a/b", "a/:x/c", "a/:x/:y", "a/:x/*", "a/:x", "a/*",
      ":x/b", ":x/*", "*",
    ]
    let link = try Link("a/b/c")
    for shift in wanted.indices {
      let mixed = Array(wanted[shift...] + wanted[..<shift]).reversed()
      let sorted = try mixed.map { try LinkPattern($0) }.sorted()
      let matching = sorted.filter { $0.match(link) != nil }.map(\.text)
      #expect(
        matching == ["a/b/c", "a/b/:x", "a/b/*", "a/:x/c", "a/:x/:y", "a/:x/*", "a/*", ":x/*", "*"])
    }
  }

  @Test("their order is one: of two, one is first, and first of first is first")
  func isOrder() throws {
    let patterns = try [
      "", "*", "a", "a/*", ":x", ":x/*", "a/b", "a/:x", ":x/b", ":y/b", "b", "b/:x/*", "a/b/*",
    ].map { try LinkPattern($0) }
    for one in patterns {
      #expect(!(one < one))
      for other in patterns where other != one {
        #expect((one < other) != (other < one), "\(one.text), \(other.text)")
        for third in patterns where one < other && other < third {
          #expect(one < third, "\(one.text), \(other.text), \(third.text)")
        }
      }
    }
  }

  @Test(
    "what no pattern can be is an error that says why",
    arguments: [
      ("a//b", "\"a//b\" has an empty segment: write product/:id, or * alone for whatever comes"),
      ("/a", "\"/a\" has an empty segment: write product/:id, or * alone for whatever comes"),
      ("a/", "\"a/\" has an empty segment: write product/:id, or * alone for whatever comes"),
      ("a/*/b", "\"a/*/b\": * stands at the end only"),
      ("a/:", "\"a/:\": a capture has a name, as in product/:id"),
      ("a/:url", "\"a/:url\": a capture cannot be called url: the payload has that already"),
      ("a/:id/:id", "\"a/:id/:id\" captures id twice"),
    ])
  func wrong(text: String, message: String) {
    do {
      _ = try LinkPattern(text)
      Issue.record("\(text) should be refused")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test(
    "a link that matches none is told the nearest, three at most",
    arguments: [
      ("prodcut/7", "product/:id"), ("product/7/x", "product/:id"),
      ("account/order/7", "account/orders/:id"), ("abuot", "about"),
    ])
  func near(url: String, nearest: String) throws {
    let patterns = try ["product/:id", "account/orders/:id", "about", "help", "account/*"]
      .map { try LinkPattern($0) }
    let near = Suggestion.patterns(near: try Link(url), among: patterns)
    #expect(near.components(separatedBy: ", ").first == nearest)
    #expect(near.components(separatedBy: ", ").count == 3)
  }
}
