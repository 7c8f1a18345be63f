-- A coordinator alone: launched as the root, with what it needs of services supplied by the test.
describe("sign_in", function()
  local ada = { name = "Ada", email = "ada@example.com" }

  describe("with a service that knows the user", function()
    local app, sign_in

    before_each(function()
      sign_in = stub.new().returns(ada)
      app = launch("sign_in", { services = { accounts = { sign_in = sign_in } } })
    end)

    it("finishes with the user", function()
      app:send("submitted", { email = "ada@example.com", password = "secret" })
      assert.finished(app)
      assert.same(ada, app.result)
      assert.stub(sign_in).was.called_with("ada@example.com", "secret")
    end)

    it("keeps the address that was typed, and nothing else", function()
      app:send("typed", { email = "ada@example.com", password = "secret" })
      assert.same({ email = "ada@example.com" }, app:state("sign_in"))
    end)
  end)

  it("shows what the service has against it", function()
    local sign_in = stub.new().returns(nil, "Who are you?")
    local app = launch("sign_in", { services = { accounts = { sign_in = sign_in } } })
    app:send("submitted", { email = "eve@example.com", password = "" })
    assert.is_false(app.finished)
    assert.equal("Who are you?", app.params.problem)
    assert.equal("update login", app.calls[#app.calls])
  end)

  -- A service of the real application takes its time.
  it("waits for an answer, and does not ask twice", function()
    local sign_in = unanswered()
    local app = launch("sign_in", { services = { accounts = { sign_in = sign_in } } })
    app:send("submitted", { email = "ada@example.com", password = "secret" })
    app:send("submitted", { email = "ada@example.com", password = "secret" })
    assert.equal(1, #sign_in.calls)
    sign_in:resolve(ada)
    assert.finished(app)
  end)

  describe("and a forgotten password", function()
    local app

    before_each(function()
      app = launch("sign_in", { input = { email = "ada@example.com" } })
      app:send("forgot_password")
    end)

    it("is a flow in a sheet that knows the address", function()
      assert.same({ "reset_request" }, app.modals)
      assert.equal("ada@example.com", app.params.email)
      assert.same({ "sign_in", { "forgot_password" } }, app.coordinators)
    end)

    it("comes back with the address that the mail went to", function()
      app:send("submitted", { email = "ada@example.com" })
      assert.stack({ "reset_sent" }, app)
      app:send("done")
      assert.stack({ "login" }, app)
      assert.equal("ada@example.com", app.params.email)
    end)

    it("can be pulled down, which is no answer", function()
      assert.is_true(app:begin_dismiss())
      app:complete()
      assert.same({}, app.modals)
      assert.same({ "sign_in" }, app.coordinators)
    end)
  end)
end)
