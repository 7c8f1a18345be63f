-- Who is signed in. A coordinator that asks takes these as methods of its own:
--   checkout.signed_out = session.signed_out
local session = {}

function session.user(self)
  return self.services.store.get("user")
end

function session.signed_out(self)
  return session.user(self) == nil
end

return session
