-- Booking a table, as a flow that reads from top to bottom: `ask` shows a screen and waits for its
-- answer, `run` starts another flow and waits for its result, `wait` waits.
--
-- What waits is not kept when the app is closed. A flow that has to survive that is written as
-- transitions, as in ../auth.
local app = {}

function app:start()
  self.router:push("welcome")
end

app.transitions = {
  welcome = { book = "book" },
  party = { help = { present = "help", style = "alert" } },
  help = { ok = { ignore = true } },
}

function app:book()
  local party, time
  repeat
    party = self:ask("party")
    if not party then return end -- gone back to the beginning
    time = self:ask("time", { party = party.size })
  until time -- going back from the second question asks the first again

  -- The child's screens are its own affair; `nil` means that the guest changed their mind.
  local guest = self:run("guest", { party = party.size }, { present = "sheet" })
  if not guest then return self.router:update("time", { note = "Nothing is booked yet." }) end

  self.router:push("confirming", { name = guest.name })
  self:wait(2) -- as long as the restaurant takes to answer
  self.router:set_root("booked", { name = guest.name, party = party.size, time = time.time })
end

return app
