import ScriptedCoordination
import Testing

@Suite("Contracts of variants")
struct VariantContractTests {
  private func problems(_ one: String, _ other: String) -> [String] {
    let script = { (fields: String) in
      """
      return { \(fields)
        start = function(self) self.router:push("form") end,
        transitions = { form = { buy = { finish = true }, pay = { finish = true } } },
      }
      """
    }
    let files = [
      "app.lua": script(""), "checkout.lua": script(one), "one_page.lua": script(other),
      "protocols.lua": """
      return { buying = { input = { sku = 'string' } }, types = {
        sku = { sku = 'string' }, tree = { leaves = { array_of = 'tree' } },
        bush = { leaves = { array_of = 'bush' } }, stone = { leaves = { array_of = 'string' } },
      } }
      """,
      "experiments.lua": """
      return { checkout = { by = "user_id", variants = {
        { name = "control", script = "checkout" },
        { name = "one_page", script = "one_page" },
      } } }
      """,
    ]
    do {
      return try Project(ProjectFiles(files)).warnings.map(\.description)
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test(
    "variants that ask the same are fine, wherever that is written",
    arguments: [
      ("", ""), ("implements = 'buying',", "implements = 'buying',"),
      ("implements = 'buying',", "contract = { input = { sku = 'string' } },"),
      ("contract = { input = 'sku' },", "contract = { input = { sku = 'string' } },"),
      ("contract = { input = 'tree' },", "contract = { input = 'bush' },"),
      (
        "contract = { input = { a = { one_of = { 'x', 'y' } } } },",
        "contract = { input = { a = { one_of = { 'y', 'x' } } } },"
      ),
      (
        "contract = { handles = { 'buy', 'pay' }, emits = { a = true } },",
        "contract = { handles = { 'pay', 'buy' }, emits = { a = {} } },"
      ),
    ])
  func same(one: String, other: String) {
    #expect(problems(one, other) == [])
  }

  @Test(
    "variants that do not are an error that shows the difference",
    arguments: [
      (
        "contract = { input = 'tree' },", "contract = { input = 'stone' },",
        "input is \"stone\" (contract of one_page.lua:1) and \"tree\" (contract of checkout.lua:1)"
      ),
      (
        "implements = 'buying',", "",
        "one_page.lua has none, checkout.lua has one (protocol \"buying\", protocols.lua:1)"
      ),
      (
        "", "implements = 'buying',",
        "one_page.lua has one (protocol \"buying\", protocols.lua:1), checkout.lua has none"
      ),
      (
        "implements = 'buying',", "contract = { input = { sku = 'integer' } },",
        "input is { sku = \"integer\" } (contract of one_page.lua:1) and { sku = \"string\" } (protocol \"buying\", protocols.lua:1)"
      ),
      (
        "contract = { result = 'string' },", "contract = {},",
        "result is anything (contract of one_page.lua:1) and \"string\" (contract of checkout.lua:1)"
      ),
      (
        "contract = { emits = { a = 'string' } },", "contract = { emits = { b = 'string' } },",
        "emits.a is missing (contract of one_page.lua:1) and \"string\" (contract of checkout.lua:1); emits.b is \"string\" (contract of one_page.lua:1) and missing (contract of checkout.lua:1)"
      ),
      (
        "contract = { emits = { a = 'string' } },", "contract = {},",
        "emits is anything (contract of one_page.lua:1) and a (contract of checkout.lua:1)"
      ),
      (
        "contract = { emits = {} },", "contract = {},",
        "emits is anything (contract of one_page.lua:1) and nothing (contract of checkout.lua:1)"
      ),
      (
        "contract = { handles = { 'buy' } },", "contract = { handles = { 'pay' } },",
        "handles \"buy\" is asked for (contract of checkout.lua:1) and is not (contract of one_page.lua:1); handles \"pay\" is asked for (contract of one_page.lua:1) and is not (contract of checkout.lua:1)"
      ),
    ])
  func different(one: String, other: String, difference: String) {
    #expect(
      problems(one, other) == [
        "experiments.lua:3: error: checkout: the variants \"one_page\" and \"control\" have different contracts: \(difference); let both say the same"
      ])
  }
}
