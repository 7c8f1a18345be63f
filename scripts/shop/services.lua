-- The shop's server, played by tables.
local money = require "lib.money"

local teas = {
  { sku = "sencha", name = "Sencha", category = "Green", price = 890, stock = 40 },
  { sku = "gyokuro", name = "Gyokuro", category = "Green", price = 2450, stock = 0 },
  { sku = "assam", name = "Assam", category = "Black", price = 690, stock = 25 },
  { sku = "darjeeling", name = "Darjeeling", category = "Black", price = 1250, stock = 8 },
  { sku = "peppermint", name = "Peppermint", category = "Herbal", price = 490, stock = 60 },
}

for _, tea in ipairs(teas) do
  tea.price_text = money.format(tea.price)
  tea.photo = ("photos/%s.jpg"):format(tea.sku)
end

local function choose(applies)
  local chosen = {}
  for _, tea in ipairs(teas) do
    if applies(tea) then
      table.insert(chosen, { sku = tea.sku, name = tea.name, price_text = tea.price_text })
    end
  end
  return chosen
end

local catalog = {}

function catalog.categories()
  return { { name = "Green" }, { name = "Black" }, { name = "Herbal" } }
end

function catalog.products(category)
  return choose(function(tea) return tea.category == category end)
end

function catalog.find(text)
  return choose(function(tea) return tea.name:lower():find(text:lower(), 1, true) end)
end

function catalog.product(sku)
  for _, tea in ipairs(teas) do
    if tea.sku == sku then return tea end
  end
  return nil, "We no longer have this tea."
end

local users = {
  ["ada@example.com"] = {
    name = "Ada",
    password = "analytical",
    mailed_password = "engine", -- what a reset mail would bring
    addresses = {
      { label = "Home", street = "Marylebone Road 12", city = "London", country = "GB" },
      { label = "Work", street = "Rathausplatz 1", city = "Vienna", country = "AT" },
    },
  },
}

local accounts = {}

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

function accounts.addresses(email)
  return users[email].addresses
end

local shipping = {}

function shipping.methods(country)
  local post = { name = "Post", price = 450, price_text = money.format(450) }
  local courier = { name = "Courier", price = 990, price_text = money.format(990) }
  if country == "GB" then return { post, courier } end
  return { post }
end

local payments = {}

-- Banks take their time. Whoever calls this waits; a tap on the button meanwhile changes nothing.
function payments.charge(card, cents)
  sleep(1)
  if not card.number or #card.number ~= 16 then return nil, "A card number has sixteen digits." end
  if card.number:sub(-4) == "0002" then return nil, "The bank declined this card." end
  return { cents = cents }
end

local orders = {}
local placed = {
  { number = 1001, email = "ada@example.com", status = "delivered", total = "€13.40", lines = {} },
}

function orders.of(email)
  local own = {}
  for _, order in ipairs(placed) do
    if order.email == email then table.insert(own, 1, order) end
  end
  return own
end

function orders.find(number)
  local order = number and placed[number - 1000]
  if not order then return nil, "We have no order of that number." end
  return order
end

function orders.place(order)
  order.number = 1001 + #placed
  order.status = "open"
  table.insert(placed, order)
  return order
end

function orders.cancel(number, reason)
  local order = placed[number - 1000]
  order.status = "cancelled"
  order.reason = reason
  return order
end

return {
  catalog = catalog, accounts = accounts, shipping = shipping, payments = payments, orders = orders,
}
