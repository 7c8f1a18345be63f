-- What the app will get from a server one day. Until then these answers are enough to try the
-- flow; the application later registers its own `accounts`, and no coordinator changes.
local users = {
  ["ada@example.com"] = {
    name = "Ada",
    password = "analytical",
    mailed_password = "engine", -- what a reset mail would bring
  },
}

local accounts = {}

-- A service answers with a value, or with nil and a message that a user can read.
function accounts.sign_in(email, password)
  local user = users[email]
  if not user then return nil, "There is no account for this address." end
  if password ~= user.password and password ~= user.mailed_password then
    return nil, "That is not the password of this account."
  end
  return { name = user.name, email = email }
end

function accounts.reset_password(email)
  if not users[email] then return nil, "There is no account for this address." end
  return true
end

return { accounts = accounts }
