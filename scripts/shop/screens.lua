local shopping = require "lib.screens.shopping"
local checkout = require "lib.screens.checkout"
local account = require "lib.screens.account"

local screens = {}
for _, part in ipairs { shopping, checkout, account } do
  for name, screen in pairs(part) do screens[name] = screen end
end
return screens
