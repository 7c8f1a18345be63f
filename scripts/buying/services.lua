local stock = { ["City bicycle"] = 12, ["Cargo bicycle"] = 2, ["Folding bicycle"] = 5 }

local products = {}

function products.list()
  return {
    { name = "City bicycle", price = 690, about = "Seven gears, a basket, no complaints." },
    { name = "Cargo bicycle", price = 3200, about = "Two children or six crates." },
    { name = "Folding bicycle", price = 1150, about = "Fits under the seat of any train." },
  }
end

local orders = {}

function orders.place(order)
  local left = stock[order.product]
  if math.type(order.quantity) ~= "integer" or order.quantity < 1 then
    return nil, "How many would you like? Go back to say so."
  end
  if order.quantity > left then return nil, ("There are only %d left."):format(left) end
  return {
    product = order.product,
    quantity = order.quantity,
    total = order.price * order.quantity,
    address = order.address,
  }
end

local accounts = {}

function accounts.create(name, email)
  if not name or name == "" then return nil, "Please tell us your name." end
  return { name = name, email = email }
end

return { products = products, orders = orders, accounts = accounts }
