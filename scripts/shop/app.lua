-- The root: five tabs with a coordinator each, and what concerns more than one of them.
local session = require "lib.session"

local app = { signed_out = session.signed_out }

function app:start()
  self:show_tabs()
end

app.transitions = {
  -- Where a guard does not hold, the tab is selected as if nothing were said here.
  tabs = {
    orders = { when = "signed_out", start = "auth", as = "auth_for_orders", present = "sheet" },
    account = { when = "signed_out", start = "auth", as = "auth_for_account", present = "sheet" },
  },
  auth_for_orders = { finished = { select_tab = "orders" } },
  auth_for_account = { finished = { select_tab = "account" } },

  cart = {
    changed = function(self, count) self.router:set_badge("cart", count > 0 and count or nil) end,
    continue_shopping = { select_tab = "home" },
  },

  any = {
    add_to_cart = function(self, line) self.children:find("cart"):send("add", line) end,
    ordered = "show_order",
    show_orders = { select_tab = "orders" },
    sign_out = "start_over",
  },

  app = {
    session_expired = {
      { when = "signed_out", ignore = true },
      { steps = { { call = "start_over" }, { present = "signed_out_notice", style = "alert" } } },
    },
  },
  signed_out_notice = {
    sign_in = { start = "auth", present = "sheet" },
    later = { ignore = true },
  },
  auth = { finished = "go_on" }, -- whoever asks for the user finds them in the store
}

-- What can be opened from outside: from a mail, a notice, another app. What is left of a link goes
-- on to the `links` of whatever runs in the tab.
app.links = {
  ["tea/*"] = { select_tab = "home" },
  ["cart"] = { select_tab = "cart" },
  ["orders/*"] = {
    -- Kept until somebody has signed in.
    { when = "signed_out", steps = { { defer = true }, { start = "auth", present = "sheet" } } },
    { select_tab = "orders" },
  },
}

function app:show_tabs()
  self.router:set_tabs {
    { name = "home", start = "catalog", title = "Tea", icon = "leaf" },
    { name = "search", start = "search", title = "Search", icon = "magnifyingglass" },
    { name = "cart", start = "cart", title = "Cart", icon = "cart", eager = true }, -- for its badge
    { name = "orders", start = "orders", title = "Orders", icon = "shippingbox" },
    { name = "account", start = "account", title = "Account", icon = "person" },
  }
end

function app:go_on()
  self:resume_link() -- the one that had to wait, if there is one
end

-- New tabs are new coordinators: nothing of the user who has left is anywhere beneath.
function app:start_over()
  self.services.store.remove("user")
  self:show_tabs()
end

function app:show_order(result)
  if result.view then self.router:select_tab("orders") end
  local orders = self.children:find("orders")
  if orders then orders:send("placed", result) end
end

return app
