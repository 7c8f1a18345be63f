-- Two scripts keep one protocol, and an experiment says who gets which. What the protocol promises
-- is tested once, for both.
local bicycle = { name = "Cargo bicycle", price = 3200, about = "Two children or six crates." }

local ways = {
  steps = function(app)
    app:send("chosen", { quantity = 2 })
    app:send("chosen", { address = "Long Lane 1", email = "grace@example.com" })
    app:send("confirmed")
  end,
  one_page = function(app)
    app:send("confirmed", {
      quantity = 2, address = "Long Lane 1", email = "grace@example.com",
    })
  end,
}

for_each_variant("buying", function(variant)
  local buy = ways[variant]

  it("finishes with the order", function()
    local app = launch("buying", { input = bicycle })
    buy(app)
    assert.finished(app)
    assert.same({
      product = "Cargo bicycle", quantity = 2, total = 6400, address = "Long Lane 1",
    }, app.result)
  end)

  it("says what is wrong with an order, and goes on", function()
    local place = stub.new().returns(nil, "Sold out.")
    local app = launch("buying", { input = bicycle, services = { orders = { place = place } } })
    buy(app)
    assert.is_false(app.finished)
    assert.equal("Sold out.", app.params.problem)
  end)

  it("leaves it to others to create an account", function()
    local app = launch("buying", { input = bicycle })
    if variant == "steps" then
      app:send("chosen", { quantity = 1 })
      app:send("chosen", { address = "Long Lane 1", email = "grace@example.com" })
    end
    app:send("create_account", { email = "grace@example.com" })
    assert.same({ { name = "create_account", payload = { email = "grace@example.com" } } },
      app.emitted)
  end)
end)

describe("the steps of buying", function()
  it("keep what was answered when the user goes back", function()
    local app = launch("buying", { input = bicycle, variants = { buying = "steps" } })
    app:send("chosen", { quantity = 3 })
    app:back()
    app:send("chosen", { quantity = 2 })
    assert.same({ quantity = 2 }, app:state("buying"))
    assert.stack({ "quantity", "delivery" }, app)
  end)
end)
