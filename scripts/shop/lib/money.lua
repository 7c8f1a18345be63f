-- Amounts are whole cents, so that adding them up is exact.
local money = {}

function money.format(cents)
  return ("€%d.%02d"):format(cents // 100, cents % 100)
end

function money.total(lines)
  local sum = 0
  for _, line in ipairs(lines) do sum = sum + line.price * line.quantity end
  return sum
end

return money
