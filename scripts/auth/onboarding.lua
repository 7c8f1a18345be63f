-- Two screens for whoever opens the app for the first time. No step needs a decision, so there is
-- no code in any: the whole flow can be read, and drawn, from the table.
local onboarding = {}

function onboarding:start()
  self.router:push("welcome")
end

onboarding.transitions = {
  welcome = {
    next = { push = "privacy" },
    skip = { finish = true },
  },
  privacy = {
    agree = { finish = true },
  },
}

return onboarding
