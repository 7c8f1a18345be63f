import Coordination
import PlainValues
import Testing

/// Links: which of them is taken, and what it is given.
@Suite("Links")
struct LinkTests {
  /// A root that shows `home` and takes these links.
  private func flow(_ links: String, more: String = "") throws -> Flow {
    try Flow([
      "app.lua": """
      local app = {}
      function app:start() self.router:push("home") end
      function app:yes() return true end
      function app:no() return false end
      app.links = { \(links) }
      \(more)
      return app
      """
    ])
  }

  // MARK: What a link is

  @Test(
    "the scheme is dropped, a custom scheme's host is the first segment, a web host is not",
    arguments: [
      "product/7", "/product/7", "product/7/", "app://product/7", "APP://product/7/",
      "app:///product/7", "app:product/7", "https://shop.example/product/7",
      "http://shop.example:8080/product/7/", "HTTPS://shop.example/product/7#reviews",
    ])
  func forms(url: String) throws {
    let flow = try flow("[\"product/:id\"] = { push = \"product\", with = true }")
    flow.open(url)
    #expect(flow.error == nil)
    #expect(flow.params == ["id": "7", "query": [:], "rest": "", "url": .string(url)])
  }

  @Test("the payload has the query, and what is percent-encoded is decoded")
  func query() throws {
    let flow = try flow("[\"search/:text\"] = { push = \"search\", with = true }")
    flow.open("app://search/gr%C3%BCn%2Frot?sort=price&size=x%20l&empty=&flag")
    #expect(flow.params["text"] == "grün/rot")
    #expect(
      flow.params["query"] == ["sort": "price", "size": "x l", "empty": "", "flag": ""])
  }

  @Test("captures are strings, also where they look like numbers")
  func strings() throws {
    let flow = try flow(
      "[\"a/:x/:y\"] = function(self, link) self:log(math.type(link.x), link.x .. link.y) end")
    flow.open("a/7/08")
    #expect(flow.log == ["nil\t708"] || flow.log == ["fail\t708"])
  }

  @Test("/* takes what is left, and nothing too")
  func rest() throws {
    let flow = try flow("[\"shop/*\"] = { push = \"shop\", with = true }")
    for (url, rest) in [
      ("shop", ""), ("shop/", ""), ("shop/a", "a"), ("shop/a/b%2Fc", "a/b%2Fc"),
    ] {
      flow.open(url)
      #expect(flow.params["rest"] == .string(rest))
    }
    #expect(flow.errors.isEmpty)
  }

  // MARK: Which is taken

  @Test(
    "the pattern that says most is taken",
    arguments: [
      ("product/new", "new"), ("product/7", "id"), ("product", "all"), ("product/7/reviews", "all"),
      ("product/new/x", "all"), ("about", "whatever"), ("", "root"),
    ])
  func specificity(path: String, screen: String) throws {
    let flow = try flow(
      """
      ["*"] = { push = "whatever" },
      ["product/*"] = { push = "all" },
      ["product/:id"] = { push = "id" },
      ["product/new"] = { push = "new" },
      [""] = { push = "root" },
      """)
    flow.open("app://" + path)
    #expect(flow.error == nil)
    #expect(flow.screen == screen)
  }

  @Test("a segment is the same letter by letter")
  func exact() throws {
    let flow = try flow("[\"product/:id\"] = { push = \"product\" }")
    flow.open("app:///Product/7")
    expect(flow.error, says: "no link leads to", "product/:id")
  }

  @Test("where no guard of a pattern holds, the next that matches is asked")
  func guards() throws {
    let flow = try flow(
      """
      ["product/:id"] = {
        { when = "no", push = "never" },
        { unless = "yes", push = "never" },
      },
      ["product/*"] = { when = function(self, link) return link.rest == "7" end, push = "all" },
      ["*"] = "decline",
      """, more: "function app:decline() return self:pass() end")
    flow.open("product/7")
    #expect(flow.screen == "all")
    flow.open("product/8")
    expect(flow.error, says: "no link leads to \"product/8\" now", "product/:id", "guards")
  }

  @Test("a link that nothing leads to is an error with the nearest patterns, and changes nothing")
  func none() throws {
    let flow = try flow(
      """
      ["product/:id"] = { push = "x" }, ["products"] = { push = "x" },
      ["account/orders/:id"] = { push = "x" }, ["about"] = { push = "x" },
      """)
    flow.clear()
    flow.open("app://prodcut/7")
    expect(flow.error, says: "no link leads to \"prodcut/7\": app has product/:id, ")
    #expect(flow.calls.isEmpty)
    #expect(flow.records.last?.result == .failed)
  }

  @Test("a coordinator without links says so")
  func noLinks() throws {
    let flow = try Flow(["app.lua": shows("home")])
    flow.open("app://product/7")
    expect(flow.error, says: "no link leads to \"product/7\": app has no links")
  }

  @Test(
    "what is no link is an error that says so",
    arguments: [
      ("app://[product", "is not a link"),
      (String(repeating: "a", count: 9_000), "bytes"),
    ])
  func noLink(url: String, says: String) throws {
    let flow = try flow("[\"*\"] = { push = \"whatever\" }")
    flow.open(url)
    expect(flow.error, says: says)
    #expect(flow.stack == ["home"])
  }

  @Test("following one is a request, which its record names by its url")
  func recorded() throws {
    let flow = try flow("[\"a\"] = { push = \"a\" }")
    flow.open("app://a")
    let event = try #require(flow.records.last?.event)
    #expect(event.kind == .request)
    #expect(event.name == "app://a")
    #expect(event.source == "link")
    #expect(flow.records.last?.handlers.map(\.name) == ["app"])
  }

  @Test("a link for a flow that has ended is a diagnostic")
  func ended() throws {
    let flow = try flow("[\"end\"] = { finish = true }")
    flow.open("end")
    #expect(flow.finished == true)
    flow.open("end")
    #expect(flow.error == nil)
    expect(flow.diagnostics.last, says: "end leads nowhere", "nothing is running")
  }

  // MARK: When

  @Test("links that come before the start are followed after it, once each, in order")
  func beforeStart() throws {
    let flow = try Flow(
      [
        "app.lua": """
        return {
          start = function(self) self.router:push("home") end,
          links = { [":name"] = { push = "page", with = true } },
        }
        """
      ], links: ["app://one", "app://two"])
    #expect(flow.stack == ["home", "page", "page"])
    #expect(flow.params["name"] == "two")
    flow.open("app://three")
    #expect(flow.stack == ["home", "page", "page", "page"])
    #expect(flow.errors.isEmpty)
  }

  @Test(
    "a script opens links too: they are followed from the root, after the turn",
    arguments: [
      "{ open = \"app://page/7\" }",
      "function(self) self:open(\"app://page/7\") self:log(\"first\") end",
    ])
  func open(transition: String) throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.children:start("child") end,
        links = { ["page/:id"] = { push = "page", with = true } },
      }
      """,
      "child.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = { ["page/:id"] = { push = "never" } },
        transitions = { home = { go = \(transition) } },
      }
      """,
    ])
    let turns = flow.send("go")
    #expect(turns.map(\.event.name) == ["go", "app://page/7"])
    #expect(flow.stack == ["home", "page"])
    #expect(flow.params["id"] == "7")
  }

  @Test("a turn that fails opens nothing, though its error was caught where a start failed")
  func openUndone() throws {
    let flow = try Flow([
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = { page = { push = "never" } },
        transitions = { home = {
          fails = function(self) self:open("page") error("no luck") end,
          nested = function(self) pcall(function() self.children:start("child") end) end,
        } },
      }
      """,
      "child.lua": "return { start = function(self) self:open(\"page\") error(\"no luck\") end }",
    ])
    #expect(flow.send("fails").count == 1)
    #expect(flow.send("nested").count == 1)
    #expect(flow.stack == ["home"])
  }

  @Test("opening what is no link is an error at the call")
  func openWrong() throws {
    let flow = try flow(
      "", more: "app.transitions = { home = { go = function(self) self:open(\"\") end } }")
    flow.send("go")
    expect(flow.error, says: "app.lua", "a link has from 1 to")
  }

  @Test("links that open each other in a circle stop, with the circle in the message")
  func circle() throws {
    let flow = try flow(
      """
      ["one"] = { open = "app://two" },
      ["two"] = function(self) self:emit("nothing") self:open("app://one") end,
      """)
    flow.open("app://one")
    expect(flow.errors.last, says: "links open each other", "app://one → app://two → app://one")
    #expect(flow.errors.count == 1)
    #expect(flow.stack == ["home"])
    flow.clear()
    #expect(flow.records.count < 100)
  }

  // MARK: Loading

  @Test(
    "a wrong link is an error at its line",
    arguments: [
      ("[\"a//b\"] = { push = \"x\" }", ["\"a//b\"", "empty segment"]),
      ("[\"a/*/b\"] = { push = \"x\" }", ["\"a/*/b\"", "* stands at the end only"]),
      ("[\"a/:\"] = { push = \"x\" }", ["\"a/:\"", "a capture has a name"]),
      ("[\"a/:url\"] = { push = \"x\" }", ["url", "the payload has that already"]),
      ("[\"a/:rest\"] = { push = \"x\" }", ["rest", "the payload has that already"]),
      ("[\"a/:query\"] = { push = \"x\" }", ["query", "the payload has that already"]),
      ("[\"a/:id/:id\"] = { push = \"x\" }", ["captures id twice"]),
      ("[\"a\"] = { psh = \"x\" }", ["unknown verb \"psh\"", "push"]),
      ("[\"a\"] = \"missing\"", ["there is no method \"missing\""]),
      ("[\"a\"] = { when = \"missing\", push = \"x\" }", ["there is no method \"missing\""]),
      ("[\"a\"] = { start = \"nowhere\" }", ["there is no coordinator \"nowhere\""]),
      ("[\"a\"] = { defer = \"yes\" }", ["defer", "true"]),
      ("[\"a\"] = { open = \"\" }", ["open", "a name"]),
      ("[\"a\"] = 5", ["number"]),
      ("[5] = { push = \"x\" }", ["a pattern in links is a string, not a"]),
    ])
  func wrong(link: String, words: [String]) throws {
    let files = [
      "app.lua": """
      return {
        start = function(self) self.router:push("home") end,
        links = {
          \(link),
        },
      }
      """
    ]
    let problems = try problems(in: files)
    #expect(problems.count == 1, "\(problems)")
    let place = link.hasPrefix("[5]") ? "app.lua:3: error: " : "app.lua:4: error: "
    expect(problems.first, says: [place] + words)
  }

  @Test("links is a table")
  func noTable() throws {
    try expectOneProblem(
      in: ["app.lua": "return {\n  start = function() end,\n  links = 5,\n}"],
      at: "app.lua:3", says: ["links is a number", "a table by pattern"])
  }

  @Test("defer stands in links only, and a url that is none is told")
  func elsewhere() throws {
    for (action, words) in [
      ("{ defer = true }", ["defer keeps the link that is followed", "links"]),
      ("{ open = \"app://[product\" }", ["is not a link"]),
      ("{ open = true }", ["open"]),
    ] {
      try expectOneProblem(
        in: [
          "app.lua": """
          return {
            start = function(self) end,
            transitions = { home = {
              go = \(action),
            } },
          }
          """
        ], at: "app.lua:4", says: words)
    }
  }
}
