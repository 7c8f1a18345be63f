-- The main coordinator: two tabs with a coordinator each, and the flows that either may ask for.
local app = {}

function app:start()
  self.router:set_tabs {
    { name = "products", start = "products", title = "Bicycles", icon = "bicycle" },
    { name = "profile", start = "profile", title = "Profile", icon = "person" },
  }
end

app.transitions = {
  -- `any`: whichever child it comes from, and however deep below that child.
  any = {
    -- Two scripts can do the buying: one asks step by step, the other all at once. Both implement
    -- the protocol `buying`, and experiments.lua says who gets which. Here they are one thing.
    buy = { start = "buying", with = true, present = "sheet" },
    create_account = { start = "account_creating", with = true, present = "sheet" },
  },

  buying = {
    finished = {
      steps = { { call = "keep_order" }, { present = "thanks", style = "alert", with = true } },
    },
  },
  account_creating = { finished = "keep_user" },

  thanks = {
    see_orders = { select_tab = "profile" },
    ok = { ignore = true },
  },
}

function app:keep_order(order)
  local orders = self.services.store.get("orders") or {}
  table.insert(orders, order)
  self.services.store.set("orders", orders)
  self:tell("profile", "orders_changed")
end

function app:keep_user(user)
  self.services.store.set("user", user)
  self:tell("profile", "signed_in")
  self:tell("buying", "signed_in", user)
end

-- A tab that was never opened has no coordinator yet, and nobody may be buying just now.
function app:tell(name, event, payload)
  local child = self.children:find(name)
  if child then child:send(event, payload) end
end

return app
