import Experiments
import PlainValues
import ScriptedCoordination
import Testing

@Suite("Loading experiments")
struct LoadingExperimentsTests {
  private static let flow = "return { start = function(self) self.router:push('x') end }"

  static func files(_ experiments: String) -> [String: String] {
    [
      "app.lua": flow, "checkout.lua": flow, "checkout_one_page.lua": flow, "lib/money.lua": "",
      "experiments.lua": experiments,
    ]
  }

  private func problems(_ files: [String: String]) -> [String] {
    do {
      return try Project(ProjectFiles(files)).warnings.map(\.description)
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("all that can be said of an experiment is read")
  func everything() throws {
    let project = try Project(
      ProjectFiles(
        Self.files(
          """
          return { checkout = {
            key = "checkout-one-page", by = "user_id", coverage = 0.5,
            variants = {
              { name = "control", script = "checkout", weight = 1 },
              { name = "one_page", script = "checkout_one_page", weight = 3 },
            },
            namespace = { "shop", 0, 0.5 },
            audience = {
              country = { one_of = { "DE", "AT" } }, age = { at_least = 18, at_most = 99 },
              premium = true, email = { matches = "*@example.com", none = { "x@example.com" } },
              any = { { os = "ios" }, { os = { equal = "android" } } },
            },
          } }
          """)))
    #expect(project.warnings.isEmpty)
    let wanted = Experiment(
      slot: "checkout", key: "checkout-one-page", by: "user_id", coverage: 0.5,
      first: .init(name: "control", script: "checkout", weight: 1),
      others: [.init(name: "one_page", script: "checkout_one_page", weight: 3)],
      namespace: .init("shop", .init(0, 0.5)),
      audience: .all([
        .attribute("age", .all([.atLeast(18), .atMost(99)])),
        .any([.attribute("os", .equal("ios")), .attribute("os", .equal("android"))]),
        .attribute("country", .oneOf(["DE", "AT"])),
        .attribute(
          "email",
          .all([.matches(Wildcard("*@example.com")), .none([.equal("x@example.com")])])),
        .attribute("premium", .equal(true)),
      ]))
    #expect(project.experiments["checkout"] == wanted)
    #expect(project.experiments.slots == ["checkout"])
  }

  @Test("most can be left out")
  func least() throws {
    let project = try Project(
      ProjectFiles(
        Self.files(
          "return { checkout = { by = 'id', variants = { { name = 'a', script = 'checkout' } } } }")
      ))
    let experiment = try #require(project.experiments["checkout"])
    #expect(experiment.key == "checkout")
    #expect(experiment.coverage == 1)
    #expect(experiment.namespace == nil && experiment.audience == nil)
    #expect(experiment.variants == [.init(name: "a", script: "checkout", weight: 1)])
    #expect(try Project(ProjectFiles(Self.files("return {}"))).experiments.isEmpty)
  }

  @Test("a slot can be started though no script is called so, and variants may be Swift's")
  func slots() throws {
    var files = Self.files(
      """
      return { paying = { by = "id", variants = {
        { name = "a", script = "checkout" }, { name = "b", script = "native" },
      } } }
      """)
    files["app.lua"] = """
      return { start = function(self) self.router:push("x") end,
        transitions = { x = { pay = { start = "paying" } } } }
      """
    let project = try Project(ProjectFiles(files), alsoKnown: ["native"])
    #expect(project.experiments.slots == ["paying"])
    files["experiments.lua"] = nil
    #expect(problems(files).first?.contains("there is no coordinator \"paying\" to start") == true)
  }

  /// Fields of the experiment `checkout`, which stands at line 3; the variants from line 4.
  @Test(
    "what is wrong with an experiment is an error at its line",
    arguments: [
      (
        "by = 'id', varaints = {}", 2,
        "the experiment checkout has no \"varaints\": did you mean \"variants\"?"
      ),
      (
        "key = 'k'", 1,
        "checkout: by is missing: name the attribute that says who it is, such as by = \"user_id\""
      ),
      ("by = 5", 2, "checkout.by is a number, it has to be a name"),
      ("by = ''", 2, "checkout.by is empty, it has to be a name"),
      ("by = 'id', key = {}", 2, "checkout.key is an empty table, it has to be a name"),
      (
        "by = 'id', coverage = 1.5", 2,
        "checkout.coverage is 1.5, it has to be a number from 0 to 1"
      ),
      ("by = 'id', coverage = -1", 2, "checkout.coverage is -1, it has to be a number from 0 to 1"),
      (
        "by = 'id', coverage = '10%'", 2,
        "checkout.coverage is a string, it has to be a number from 0 to 1"
      ),
      (
        "by = 'id', namespace = { 'shop', 0.5, 0.5 }", 2,
        "checkout.namespace has to be a name and a part of what lies between 0 and 1, such as { \"checkout\", 0, 0.5 }"
      ),
      (
        "by = 'id', namespace = 'shop'", 2,
        "checkout.namespace has to be a name and a part of what lies between 0 and 1, such as { \"checkout\", 0, 0.5 }"
      ),
      (
        "by = 'id', audience = 'DE'", 2,
        "checkout.audience is a string, it has to be a table of conditions by attribute, such as { country = \"DE\" }"
      ),
      (
        "by = 'id', audience = {}", 2,
        "checkout.audience is an empty table, it has to be a table of conditions by attribute, such as { country = \"DE\" }"
      ),
      (
        "by = 'id', audience = { country = { 'DE', 'AT' } }", 2,
        "checkout.audience.country is a list, it has to be a value or a condition; for one of several write { one_of = { … } }"
      ),
      (
        "by = 'id', audience = { country = {} }", 2,
        "checkout.audience.country is an empty table, it has to be a value or a condition; for one of several write { one_of = { … } }"
      ),
      (
        "by = 'id', audience = { age = { atleast = 18 } }", 2,
        "checkout.audience.age: there is no condition \"atleast\": did you mean \"at_least\"?"
      ),
      (
        "by = 'id', audience = { age = { at_least = '18' } }", 2,
        "checkout.audience.age.at_least is a string, it has to be a number"
      ),
      (
        "by = 'id', audience = { age = { one_of = {} } }", 2,
        "checkout.audience.age.one_of is empty, it has to be a list"
      ),
      (
        "by = 'id', audience = { age = { one_of = 18 } }", 2,
        "checkout.audience.age.one_of is a number, it has to be a list"
      ),
      (
        "by = 'id', audience = { age = { one_of = { {} } } }", 2,
        "checkout.audience.age.one_of[1] is an empty table, it has to be a boolean, a number or a string"
      ),
      (
        "by = 'id', audience = { mail = { matches = 5 } }", 2,
        "checkout.audience.mail.matches is a number, it has to be a string such as \"*@example.com\""
      ),
      (
        "by = 'id', audience = { any = { country = 'DE' } }", 2,
        "checkout.audience.any is a table with named keys, it has to be a list"
      ),
      (
        "by = 'id', audience = { none = { { a = { any = { { equal = {} } } } } } }", 2,
        "checkout.audience.none[1].a.any[1].equal is an empty table, it has to be a boolean, a number or a string"
      ),
    ])
  func experiment(fields: String, line: Int, message: String) {
    let source = """
      return { checkout = {
        \(fields),
        variants = { { name = "control", script = "checkout" } },
      } }
      """
    #expect(problems(Self.files(source)) == ["experiments.lua:\(line): error: \(message)"])
  }

  @Test(
    "what is wrong with variants is an error at its line",
    arguments: [
      (
        "nil", 2,
        "checkout.variants is missing, it has to be a list such as { { name = \"control\", script = \"checkout\" }, … }"
      ),
      (
        "{}", 2,
        "checkout.variants is empty, it has to be a list such as { { name = \"control\", script = \"checkout\" }, … }"
      ),
      (
        "{ control = 'checkout' }", 2,
        "checkout.variants is a table with named keys, it has to be a list such as { { name = \"control\", script = \"checkout\" }, … }"
      ),
      (
        "{ 'checkout' }", 2,
        "checkout.variants[1] is a string, it has to be a table such as { name = \"control\", script = \"checkout\" }"
      ),
      (
        "{ { name = 'a', script = 'checkout', wieght = 1 } }", 2,
        "checkout.variants[1] has no \"wieght\": did you mean \"weight\"?"
      ),
      (
        "{ { script = 'checkout' } }", 2,
        "checkout.variants[1].name is missing, it has to be a name"
      ),
      ("{ { name = 'a' } }", 2, "checkout.variants[1].script is missing, it has to be a name"),
      (
        "{ { name = 'a', script = 'chekout' } }", 2,
        "checkout: there is no coordinator \"chekout\": did you mean \"checkout\"?"
      ),
      (
        "{ { name = 'a', script = 'checkout' },\n { name = 'a', script = 'checkout_one_page' } }",
        3,
        "checkout: two variants are called \"a\"; give each a name of its own"
      ),
      (
        "{ { name = 'a', script = 'checkout', weight = -1 } }", 2,
        "checkout.variants[1].weight is -1, it has to be a number from 0 to 1000000"
      ),
      (
        "{ { name = 'a', script = 'checkout', weight = '50%' } }", 2,
        "checkout.variants[1].weight is a string, it has to be a number from 0 to 1000000"
      ),
      (
        "{ { name = 'a', script = 'checkout', weight = 0 } }", 2,
        "checkout: all weights are 0: let one be more"
      ),
    ])
  func variants(list: String, line: Int, message: String) {
    let source = "return { checkout = { by = 'id',\nvariants = \(list),\n} }"
    #expect(problems(Self.files(source)) == ["experiments.lua:\(line): error: \(message)"])
  }

  @Test("where it cannot be known which slots there are, none is told as missing")
  func unknownSlots() {
    for source in ["return {", "return 5", "return { checkout = print }"] {
      var files = Self.files(source)
      files["app.lua"] =
        "return { start = function() end, transitions = { any = { go = { start = 'paying' } } } }"
      #expect(problems(files).count == 1, "\(source)")
    }
  }

  @Test(
    "what is wrong with the whole file is said",
    arguments: [
      (
        "local x = 1",
        "experiments.lua: error: experiments.lua returns nothing, it has to return a table of experiments by slot"
      ),
      (
        "return { 'checkout' }",
        "experiments.lua: error: experiments.lua returns a list, it has to return a table of experiments by slot"
      ),
      (
        "return { checkout = print }",
        "experiments.lua: error: experiments are not plain data: experiments.checkout is a function"
      ),
      (
        "return { checkout = 5 }",
        "experiments.lua:1: error: the experiment checkout is a number, it has to be a table"
      ),
      ("return {", "experiments.lua:1: error: unexpected symbol near <eof>"),
      (
        "return { one = { by = 'id', variants = { { name = 'all', script = 'checkout' } } } }",
        "experiments.lua:1: error: a variant cannot be called \"all\": sextant test --variants one=all means each of them"
      ),
      (
        "return { any = { by = 'id', variants = { { name = 'a', script = 'checkout' } } } }",
        "experiments.lua:1: error: a slot cannot be called \"any\": transitions name it as where events come from"
      ),
      (
        """
        local variants = { { name = "a", script = "checkout" } }
        return {
          one = { key = "k", by = "id", variants = variants },
          two = { key = "k", by = "id", variants = variants },
        }
        """,
        "experiments.lua:4: error: two and one have one key, \"k\", and would split users alike: give each its own"
      ),
      (
        "return { checkout = { by = 'id', variants = { { name = 'a', script = 'checkout_one_page' } } } }",
        "experiments.lua:1: warning: checkout.lua is none of the variants of checkout: nothing will start it"
      ),
    ])
  func whole(source: String, message: String) {
    #expect(problems(Self.files(source)) == [message])
  }

  @Test("variants are asked for by name")
  func overrides() throws {
    let catalog = try Project(
      ProjectFiles(
        Self.files(
          """
          return { checkout = { by = "id", variants = {
            { name = "control", script = "checkout" },
            { name = "one_page", script = "checkout_one_page" },
          } } }
          """))
    ).experiments
    #expect(
      try catalog.overrides(["checkout": "one_page"])["checkout"]?.script == "checkout_one_page")
    for (names, message) in [
      (["chekout": "a"], "there is no experiment \"chekout\": did you mean \"checkout\"?"),
      (
        ["checkout": "onepage"],
        "checkout has no variant \"onepage\": did you mean \"one_page\"?"
      ),
    ] {
      let error = #expect(throws: OverrideError.self) { try catalog.overrides(names) }
      #expect(error?.description == message)
    }
  }
}
