-- Thanks for the order. Finishes with { order = …, view = whether the user wants to see it }.
local confirmation = {}

-- The steps lose their screens by this, and end: there is no way back into an order that is paid.
function confirmation:start(order)
  self.router:set_root("thank_you", order)
end

confirmation.transitions = {
  thank_you = {
    done = { finish = true, with = function(self) return { order = self.input } end },
    view_order = {
      finish = true, with = function(self) return { order = self.input, view = true } end,
    },
  },
}

return confirmation
