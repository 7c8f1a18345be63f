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

  -- Half of the users get either, always the same. `false`: the experiment is to choose.
  local first_screens = { ada = "order_form", grace = "quantity" }

  for user, screen in pairs(first_screens) do
    it("lets " .. user .. " buy on the screen " .. screen .. ", and counts it once", function()
      local app = launch("app", {
        attributes = { user_id = user }, variants = { buying = false },
      })
      app:send("selected", folding)
      for _ = 1, 2 do
        app:send("buy")
        assert.same({ screen }, app.modals)
        app:dismiss()
      end
      assert.equal(1, #app.exposures)
      assert.equal(user, app.exposures[1].unit)
    end)
  end

  it("lets who buys just now finish in the old script when the variant is swapped", function()
    local app = launch("app", { variants = { buying = "steps" } })
    app:send("selected", folding)
    app:send("buy")
    app:send("chosen", { quantity = 1 })
    app:swap("buying", "one_page")
    app:send("chosen", { address = "Long Lane 1", email = "grace@example.com" })
    app:send("confirmed")
    app:send("ok")
    app:send("buy")
    assert.screen("order_form", app)
  end)

  it("thanks for an order, and shows it in the profile", function()
    local app = launch("app", { variants = { buying = "one_page" } })
    order(app)
    assert.same({ "thanks" }, app.modals)
    app:send("see_orders")
    assert.equal("profile", app.tab)
    assert.equal("Folding bicycle", app.params.orders[1].product)
  end)

  it("greets who creates an account while buying", function()
    local app = launch("app", { variants = { buying = "one_page" } })
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
