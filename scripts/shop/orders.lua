-- Orders: side by side with one of them on a tablet; on a phone the one is pushed over the list.
local orders = {}

orders.reasons = {
  { text = "I ordered by mistake" },
  { text = "It takes too long" },
  { text = "Something else" },
}

function orders:start()
  self.router:split {
    primary = { start = "orders/list" },
    secondary = { screen = "no_order" },
  }
end

orders.transitions = {
  ["orders/list"] = {
    selected = { show_detail = "order", with = true },
  },
  order = {
    cancel_order = {
      { unless = "is_open", present = "too_late", style = "alert" },
      { present = "cancel_reason", style = "action_sheet", with = "cancellation" },
    },
  },
  no_such_order = { ok = { ignore = true } },
  too_late = { ok = { ignore = true } },
  cancel_reason = {
    chosen = function(self, reason, event)
      local order = self.services.orders.cancel(event.params.number, reason.text)
      self.router:update("order", order)
      self:refresh()
    end,
    keep = { ignore = true },
  },
  parent = {
    placed = function(self, result)
      self:refresh()
      if result.view then self.router:show_detail("order", result.order) end
    end,
  },
}

orders.links = { [":number"] = "show" }

function orders:show(link)
  local order, problem = self.services.orders.find(tonumber(link.number))
  if not order then
    return self.router:present("no_such_order", { problem = problem }, { style = "alert" })
  end
  self.router:show_detail("order", order)
end

function orders:is_open(payload, event)
  return event.params.status == "open"
end

function orders:cancellation(payload, event)
  return { number = event.params.number, reasons = self.reasons }
end

function orders:refresh()
  self.children:find("orders/list"):send("refresh")
end

return orders
