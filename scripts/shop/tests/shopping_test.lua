-- From the catalog to the cart.
describe("shopping", function()
  local app

  before_each(function() app = launch("app") end)

  local function show(tea, category)
    app:send("selected", { name = category })
    app:send("selected", { sku = tea })
  end

  it("begins with five tabs and the kinds of tea", function()
    assert.same({ "home", "search", "cart", "orders", "account" }, app.tabs)
    assert.screen("catalog", app)
  end)

  it("shows a tea, and its photo over everything", function()
    show("sencha", "Green")
    assert.stack({ "catalog", "category", "details" }, app)
    app:send("show_photo")
    assert.same({ "photo" }, app.modals)
    app:send("close")
    assert.screen("details", app)
  end)

  it("marks the cart with how much is in it", function()
    show("sencha", "Green")
    app:clear()
    app:send("add_to_cart")
    assert.same({ "set_badge cart 1", "update cart @cart" }, app.calls)
    app:send("add_to_cart")
    assert.equal(2, app.store.cart[1].quantity)
  end)

  it("says so when a tea is sold out", function()
    show("gyokuro", "Green")
    app:send("buy_now")
    assert.same({ "sold_out" }, app.modals)
    app:send("ok")
    assert.screen("details", app)
  end)

  it("updates the results in place when it searches again", function()
    app:select_tab("search")
    app:send("submitted", { text = "mint" })
    app:send("submitted", { text = "assam" })
    assert.stack({ "search", "results" }, app)
    assert.equal("Assam", app.params.products[1].name)
  end)

  it("goes shopping from an empty cart", function()
    app:select_tab("cart")
    app:send("check_out")
    assert.same({ "nothing_yet" }, app.modals)
    app:send("continue_shopping")
    assert.equal("home", app.tab)
  end)
end)
