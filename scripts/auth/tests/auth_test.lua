-- Which flow has the screen: the first launch, the next ones, and signing out.
describe("the app", function()
  describe("launched for the first time", function()
    local app

    before_each(function() app = launch("app") end)

    it("begins with the onboarding", function()
      assert.same({ "push welcome" }, app.calls)
      assert.same({ "app", { "onboarding" } }, app.coordinators)
    end)

    it("asks to log in after it, and there is no way back into it", function()
      app:send("next")
      app:send("agree")
      assert.stack({ "login" }, app)
      assert.is_true(app.store.onboarded)
    end)

    it("can skip it", function()
      app:send("skip")
      assert.screen("login", app)
    end)
  end)

  it("does not show the onboarding again", function()
    local app = launch("app", { store = { onboarded = true } })
    assert.screen("login", app)
  end)

  it("remembers who has signed in", function()
    local ada = { name = "Ada", email = "ada@example.com" }
    local app = launch("app", { store = { onboarded = true, user = ada } })
    assert.screen("home", app)
    assert.same({ name = "Ada" }, app.params)
  end)

  describe("signed in", function()
    local app

    before_each(function()
      local ada = { name = "Ada", email = "ada@example.com" }
      app = launch("app", { store = { onboarded = true, user = ada } })
      app:send("sign_out")
    end)

    it("asks before it signs out", function()
      assert.same({ "confirm_sign_out" }, app.modals)
      app:send("stay")
      assert.stack({ "home" }, app)
      assert.is_not_nil(app.store.user)
    end)

    it("knows the address when it asks to log in again", function()
      app:send("confirmed")
      assert.stack({ "login" }, app)
      assert.equal("ada@example.com", app.params.email)
      assert.is_nil(app.store.user)
    end)
  end)
end)
