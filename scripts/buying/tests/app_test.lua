-- The tabs, and the flows that either may ask for.
describe("the bicycle shop", function()
  local folding = {
    name = "Folding bicycle", price = 1150, about = "Fits under the seat of any train.",
  }

  local function order(app)
    app:send("selected", folding)
    app:send("buy")
    app:send("confirmed", { quantity = 1, address = "Long Lane 1", email = "grace@example.com" })
  end

  it("begins with the products", function()
    local app = launch("app")
    assert.same({ "products", "profile" }, app.tabs)
    assert.equal("products", app.tab)
    assert.screen("products", app)
  end)

  it("buys on one page for who is chosen for that, step by step for others", function()
    local chosen = launch("app", { attributes = { buying = "one_page" } })
    chosen:send("selected", folding)
    chosen:send("buy")
    assert.same({ "order_form" }, chosen.modals)

    local other = launch("app")
    other:send("selected", folding)
    other:send("buy")
    assert.same({ "quantity" }, other.modals)
  end)

  it("thanks for an order, and shows it in the profile", function()
    local app = launch("app", { attributes = { buying = "one_page" } })
    order(app)
    assert.same({ "thanks" }, app.modals)
    app:send("see_orders")
    assert.equal("profile", app.tab)
    assert.equal("Folding bicycle", app.params.orders[1].product)
  end)

  it("greets who creates an account while buying", function()
    local app = launch("app", { attributes = { buying = "one_page" } })
    app:send("selected", folding)
    app:send("buy")
    app:send("create_account", { email = "grace@example.com" })
    assert.same({ "order_form", "account_form" }, app.modals)
    app:send("submitted", { name = "Grace", email = "grace@example.com" })
    app:send("done")
    assert.screen("order_form", app)
    assert.equal("You are signed in as Grace.", app.params.greeting)
  end)

  it("keeps an account that was created, also when the sheet is pulled down then", function()
    local app = launch("app")
    app:select_tab("profile")
    app:send("create_account")
    app:send("submitted", { name = "Grace", email = "grace@example.com" })
    assert.is_false(app:begin_dismiss()) -- the flow wants to be asked first
    assert.same({}, app.modals)
    assert.equal("Grace", app.params.name)
  end)
end)
