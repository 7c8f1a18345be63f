-- The root coordinator. It shows nothing itself: it decides which flow has the screen, and hears
-- from each how it ended.
local app = {}

function app:start()
  local store = self.services.store
  local user = store.get("user")
  if not store.get("onboarded") then
    self.children:start("onboarding")
  elseif user then
    self.children:start("home", user)
  else
    self.children:start("sign_in")
  end
end

-- By the time a parent hears that a child has finished, the child's screens are gone. So all that
-- is left to do is to start what comes next. `with = true` passes on what the child finished with.
app.transitions = {
  onboarding = {
    finished = { steps = { { call = "remember_onboarding" }, { start = "sign_in" } } },
  },
  sign_in = {
    finished = { steps = { { call = "remember_user" }, { start = "home", with = true } } },
  },
  home = {
    finished = { steps = { { call = "forget_user" }, { start = "sign_in", with = true } } },
  },
}

-- What the next launch needs to know belongs in the store; `self.state` ends with the coordinator.

function app:remember_onboarding()
  self.services.store.set("onboarded", true)
end

function app:remember_user(user)
  self.services.store.set("user", user)
end

function app:forget_user()
  self.services.store.remove("user")
end

return app
