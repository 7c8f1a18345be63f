import Foundation
import PlainValues
import Testing

@Suite("sextant assign")
struct AssignTests {
  private static let flow = "return { start = function(self) self.router:push('x') end }"

  private static func project(_ experiments: String? = nil) throws -> Folder {
    try Folder([
      "app.lua": flow, "checkout.lua": flow, "checkout_one_page.lua": flow,
      "experiments.lua": experiments
        ?? """
        local variants = {
          { name = "control", script = "checkout" },
          { name = "one_page", script = "checkout_one_page" },
        }
        return {
          checkout = { key = "checkout-one-page", by = "user_id", variants = variants },
          paying = {
            by = "user_id", coverage = 0.5, audience = { country = "DE" }, variants = variants,
          },
        }
        """,
    ])
  }

  /// Counted by the same computation in JavaScript: 50012 of 100000 with the key `checkout`.
  @Test("a range prints the split with counts and shares")
  func split() throws {
    let folder = try Self.project(
      """
      return { checkout = { by = "user_id", variants = {
        { name = "control", script = "checkout" },
        { name = "one_page", script = "checkout_one_page" },
      } } }
      """)
    let command = try Command.run("assign", folder.path, "--attr", "user_id=1..100000")
    #expect(command.status == 0)
    #expect(
      command.output == """
        checkout: 100000 units by user_id
          control                 50012   50.01 %
          one_page                49988   49.99 %
          not in the experiment       0    0.00 %

        """)
  }

  @Test("who is not in an experiment is counted with the reason")
  func splitOutside() throws {
    let folder = try Self.project()
    let one = try Command.run("assign", folder.path, "--attr", "user_id=1..10")
    #expect(
      one.output.hasSuffix(
        """
        paying: 10 units by user_id
          control                 0    0.00 %
          one_page                0    0.00 %
          not in the experiment  10  100.00 %
            not in its audience  10  100.00 %

        """))
    let json = try Command.run(
      "assign", folder.path, "--attr", "user_id=-500..499", "--attr", "country=DE", "--json")
    let paying = try #require(try json.values.first?["paying"])
    let variants = ["control", "one_page"].compactMap { paying["variants"]?[$0]?.integer }
    let outside = try #require(paying["not_in_experiment"]?.integer)
    #expect(paying["units"] == 1000)
    #expect(variants.reduce(outside, +) == 1000)
    // 0 is no unit.
    #expect(paying["reasons"]?["no_attribute"] == 1)
    #expect(paying["reasons"]?["not_in_coverage"]?.integer == outside - 1)
  }

  @Test("one unit's variants are printed with the reason")
  func single() throws {
    let folder = try Self.project()
    let command = try Command.run("assign", folder.path, "--attr", "user_id=42")
    #expect(command.status == 0)
    #expect(
      command.output == """
        checkout  one_page  by the hash of user_id
        paying    control   not in the experiment: not in its audience

        """)
    try folder.write(
      "store.json", Array(#"{"experiment/paying/user_id/42":"one_page"}"#.utf8))
    let others = try Command.run(
      "assign", folder.path, "--attr", "user_id=42", "--variant", "checkout=control", "--store",
      folder.url("store.json").path)
    #expect(
      others.output == """
        checkout  control   asked for
        paying    one_page  assigned before, and kept in the store

        """)
    let json = try Command.run("assign", folder.path, "--attr", "name=ada", "--json")
    #expect(
      try json.values == [
        [
          "checkout": ["variant": "control", "reason": "no_attribute", "in_experiment": false],
          "paying": ["variant": "control", "reason": "no_attribute", "in_experiment": false],
        ]
      ])
    let outside = try Command.run(
      "assign", folder.path, "--attr", "user_id=2000", "--attr", "country=DE")
    #expect(outside.output.contains("paying"))
  }

  @Test(
    "each reason has its words",
    arguments: [
      ("coverage = 0", "not in the experiment: outside its coverage of 0.0"),
      (
        "namespace = { 'shop', 0, 1e-9 }",
        "not in the experiment: outside its part of the namespace shop"
      ),
      ("audience = { country = 'DE' }", "not in the experiment: not in its audience"),
      ("key = 'x'", "by the hash of user_id"),
    ])
  func reasons(field: String, words: String) throws {
    let folder = try Self.project(
      """
      return { checkout = { by = "user_id", \(field),
        variants = { { name = "control", script = "checkout" } } } }
      """)
    let command = try Command.run("assign", folder.path, "--attr", "user_id=42")
    #expect(command.output == "checkout  control  \(words)\n")
  }

  @Test("lines of attributes give lines of variants, and a bad line spoils none")
  func lines() throws {
    let folder = try Self.project()
    let command = try Command.run(
      "assign", folder.path,
      input: """
        {"user_id":42}
        {"user_id":"42","country":"DE"}

        {"user_id":
        {}
        [1]
        {"user_id":43}
        """)
    #expect(command.status == 0)
    #expect(
      command.lines == [
        #"{"checkout":"one_page","paying":null}"#,
        #"{"checkout":"one_page","paying":\#(try Self.paying(folder))}"#,
        #"{"error":{"line":4,"message":"not JSON: column 12: expected a value, found the end"}}"#,
        #"{"checkout":null,"paying":null}"#,
        #"{"error":{"line":6,"message":"a line is an object of attributes, such as {\"user_id\":42}"}}"#,
        #"{"checkout":"control","paying":null}"#,
      ])
  }

  /// What the other way to ask says.
  private static func paying(_ folder: Folder) throws -> String {
    let command = try Command.run(
      "assign", folder.path, "--attr", "user_id=42", "--attr", "country=DE", "--json")
    let paying = try #require(try command.values.first?["paying"])
    return paying["in_experiment"] == true ? JSON.text(of: paying["variant"] ?? .null) : "null"
  }

  @Test(
    "a command line that cannot be carried out is told why",
    arguments: [
      (["--attr", "a=1..5", "--attr", "b=1..5"], "--attr: only one may be a range, not a and b"),
      (["--attr", "a=5..1"], "--attr a: a range goes up, 5..1 does not"),
      (["--attr", "a=1..10000001"], "--attr a: a range has at most 10000000 units"),
      (
        ["--attr", "a=-9000000000000000000..9000000000000000000"],
        "--attr a: a range has at most 10000000 units"
      ),
      (["--attr", "a"], "--attr is written KEY=VALUE, not a"),
      (
        ["--variant", "checkout"],
        "--variant is written SLOT=NAME, such as checkout=one_page, not checkout"
      ),
      (["--attr", "user_id=1.."], "--attr user_id: a range is written 1..100000, not 1.."),
      (["--attr", "user_id=1..x"], "--attr user_id: a range is written 1..100000, not 1..x"),
      (["--attr", "user_id=1..1e5"], "--attr user_id: a range is written 1..100000, not 1..1e5"),
      (["--attr", "user_id=1..+9k"], "--attr user_id: a range is written 1..100000, not 1..+9k"),
      (["--attr", "a=1", "--attr", "a=2"], "--attr a is given twice; once is enough"),
      (
        ["--variant", "checkout=control", "--variant", "checkout=control"],
        "--variant checkout is given twice; once is enough"
      ),
      (["--attr", "user_id=1...3"], "--attr user_id: a range is written 1..100000, not 1...3"),
      (
        ["--attr", "user_id=1..99999999999999999999"],
        "--attr user_id: a range is written 1..100000, not 1..99999999999999999999"
      ),
      (
        ["--variant", "chekout=control"],
        "--variant: there is no experiment \"chekout\": did you mean \"checkout\"?"
      ),
      (
        ["--variant", "checkout=contrl"],
        "--variant: checkout has no variant \"contrl\": did you mean \"control\"?"
      ),
      (["--varaint", "1"], "unknown option --varaint: did you mean \"--variant\"?"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let folder = try Self.project()
    let command = try Command.run(["assign", folder.path] + arguments)
    #expect(command.status == 2)
    #expect(command.messages.hasPrefix("sextant: \(message)"))
    #expect(command.output.isEmpty)
  }

  @Test("without experiments there is nothing to say")
  func none() throws {
    let folder = try Self.project("return {}")
    let command = try Command.run("assign", folder.path, "--attr", "user_id=1")
    #expect(command.status == 1)
    #expect(
      command.messages
        == "\(folder.path): error: there are no experiments: experiments.lua has them\n")
    let broken = try Self.project("return { checkout = {} }")
    let refused = try Command.run("assign", broken.path, "--attr", "user_id=1")
    #expect(refused.status == 1)
    #expect(refused.messages.contains("experiments.lua:1: error: checkout.variants is missing"))
  }

  @Test("--help tells it all, and an attribute that is no whole number stays as it is written")
  func help() throws {
    let command = try Command.run("assign", "--help")
    #expect(command.status == 0)
    #expect(command.output.hasPrefix("usage: sextant assign [PROJECT] [options]"))
    let folder = try Self.project()
    let zeros = try Command.run("assign", folder.path, "--attr", "user_id=0042", "--json")
    let lines = try Command.run("assign", folder.path, input: #"{"user_id":"0042"}"#)
    #expect(
      try zeros.values.first?["checkout"]?["variant"] == lines.values.first?["checkout"] ?? nil)
  }
}
