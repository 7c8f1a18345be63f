-- From the lines to buy to an order that is paid.
local ada = { name = "Ada", email = "ada@example.com" }
local lines = {
  { sku = "assam", name = "Assam", price = 690, price_text = "€6.90", quantity = 2 },
}
local home = { label = "Home", street = "Marylebone Road 12", city = "London", country = "GB" }
local post = { name = "Post", price = 450, price_text = "€4.50" }

describe("checkout #checkout", function()
  local charge

  local function begin(store)
    charge = unanswered()
    return launch("checkout", {
      input = { lines = lines },
      store = store,
      services = { payments = { charge = charge } },
    })
  end

  it("asks who is buying, and goes on with the address", function()
    local app = begin {}
    assert.equal("€13.80", app.params.total)
    app:send("continue")
    assert.same({ "login" }, app.modals)
    app:send("submitted", { email = "ada@example.com", password = "analytical" })
    assert.stack({ "summary", "addresses" }, app)
  end)

  it("ends without an order for who leaves", function()
    local app = begin { user = ada }
    app:send("continue")
    app:send("close")
    assert.same({ "leave_checkout" }, app.modals)
    app:send("leave")
    assert.equal("cancelled", app.cancelled)
  end)

  describe("with address and shipping chosen", function()
    local app

    before_each(function()
      app = begin { user = ada }
      app:send("continue")
      app:send("selected", home)
      app:send("selected", post)
      app:send("submitted", { number = "4242424242424242", code = "123" })
    end)

    it("waits for the bank", function()
      assert.screen("card", app)
      assert.equal("One moment…", app.params.note)
      local card = { number = "4242424242424242", code = "123" }
      assert.same({ card, 1830 }, charge.calls[1].arguments)
    end)

    it("has no way back once the order is paid", function()
      charge:resolve { cents = 1830 }
      assert.stack({ "thank_you" }, app)
      app:send("done")
      assert.finished(app)
      assert.equal("€18.30", app.result.order.total)
    end)

    it("lets the user try again when the bank declines", function()
      charge:reject("The bank declined this card.")
      assert.screen("card", app)
      assert.equal("The bank declined this card.", app.params.problem)
      app:send("submitted", { number = "4111111111111111", code = "123" })
      assert.equal(2, #charge.calls)
    end)

    it("finds each step as it was left", function()
      app:back()
      app:back()
      assert.stack({ "summary", "addresses" }, app)
    end)

    it("shows no card while the app is in the background", function()
      app:app_event("did_enter_background")
      assert.equal("", app.params.number)
    end)
  end)

  describe("an address that is being written", function()
    local app

    before_each(function()
      app = begin { user = ada }
      app:send("continue")
      app:send("add")
      app:send("typed", { street = "Ring 5", city = "", country = "" })
    end)

    it("is not lost without asking, whether by button or by gesture", function()
      app:back()
      assert.same({ "discard_address" }, app.modals)
      app:send("keep")
      assert.is_false(app:begin_back())
      assert.same({ "discard_address" }, app.modals)
    end)

    it("goes when the user says so", function()
      app:back()
      app:send("discard")
      assert.stack({ "summary", "addresses" }, app)
    end)

    it("has to be complete", function()
      app:send("submitted", { street = "Ring 5", city = "", country = "" })
      assert.equal("Please fill in street, city and country.", app.params.problem)
    end)
  end)
end)

-- One step alone. What it emits goes to a parent that this test does not have.
describe("payment #checkout", function()
  it("tells the receipt", function()
    local charge = stub.new().returns { cents = 990 }
    local app = launch("checkout/payment", {
      input = { cents = 990 },
      services = { payments = { charge = charge } },
      exhaustive = true,
    })
    app:expect { "push card" }
    app:send("submitted", { number = "4242424242424242" })
    app:expect { "update card", emitted = { "paid" } }
  end)

  it("takes a second with the shop's own stand-in for a bank", function()
    local app = launch("checkout/payment", { input = { cents = 990 } })
    app:send("submitted", { number = "4242424242424242" })
    assert.equal(1, #app.suspended)
    app:advance(1)
    assert.same({ { name = "paid", payload = { cents = 990 } } }, app.emitted)
  end)
end)
