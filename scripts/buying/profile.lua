-- The second tab: who the user is and what was bought. Its screen's `create_account` is not named
-- here, so it goes up to the parent.
local profile = {}

function profile:start()
  self.router:push("profile", self:summary())
end

profile.transitions = {
  parent = {
    orders_changed = { update = "profile", with = "summary" },
    signed_in = { update = "profile", with = "summary" },
  },
}

function profile:summary()
  local store = self.services.store
  local user = store.get("user") or { name = "Guest" }
  return { name = user.name, email = user.email, orders = store.get("orders") or {} }
end

return profile
