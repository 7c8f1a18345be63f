-- The cart is kept in the store, so that it outlives the tabs and the launch. The empty cart's
-- `continue_shopping` is for the root, which has the tabs.
local money = require "lib.money"

local cart = {}

function cart:start()
  self.router:push("cart", self:contents())
  self:emit("changed", self:count())
end

cart.transitions = {
  cart = {
    selected = { present = "line", style = "action_sheet", with = true },
    check_out = {
      { when = "is_empty", present = "nothing_yet", style = "alert" },
      { start = "checkout", present = "full_screen", with = "purchase" },
    },
  },
  line = {
    one_more = function(self, payload, event) self:change(event.params, 1) end,
    one_less = function(self, payload, event) self:change(event.params, -1) end,
    keep = { ignore = true },
  },
  checkout = {
    finished = { steps = { { call = "empty" }, { emit = "ordered", with = true } } },
  },
  parent = {
    add = function(self, line) self:change(line, line.quantity) end,
  },
}

function cart:lines()
  return self.services.store.get("cart") or {}
end

function cart:is_empty()
  return #self:lines() == 0
end

function cart:count()
  local count = 0
  for _, line in ipairs(self:lines()) do count = count + line.quantity end
  return count
end

function cart:contents()
  local lines = self:lines()
  return { lines = lines, total = money.format(money.total(lines)) }
end

function cart:purchase()
  return { lines = self:lines() }
end

function cart:change(item, by)
  local lines = self:lines()
  for index, line in ipairs(lines) do
    if line.sku == item.sku then
      line.quantity = line.quantity + by
      if line.quantity == 0 then table.remove(lines, index) end
      return self:keep(lines)
    end
  end
  table.insert(lines, item)
  self:keep(lines)
end

function cart:empty()
  self:keep {}
end

function cart:keep(lines)
  self.services.store.set("cart", lines)
  self.router:update("cart", self:contents())
  self:emit("changed", self:count())
end

return cart
