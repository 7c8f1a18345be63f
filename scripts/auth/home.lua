-- Finishes when the user signs out, with the address to sign in with next time: { email = … }.
local home = {}

function home:start(user)
  self.router:push("home", { name = user.name })
end

home.transitions = {
  home = {
    sign_out = { present = "confirm_sign_out", style = "alert" },
  },
  -- An alert closes itself with whichever button is chosen; what is said here is what comes of it.
  confirm_sign_out = {
    confirmed = { finish = true, with = "address" },
    stay = { ignore = true },
  },
}

function home:address()
  return { email = self.input.email }
end

return home
