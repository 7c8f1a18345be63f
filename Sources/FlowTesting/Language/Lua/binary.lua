-- Shows a string's bytes, sixteen a line; a formatter that a spec may add.
return function(value)
  if type(value) ~= "string" then return nil end
  local lines = { ("Binary string length; %d bytes"):format(#value) }
  for first = 1, #value, 16 do
    local numbers, signs = {}, {}
    for index = first, math.min(first + 15, #value) do
      local byte = value:byte(index)
      numbers[#numbers + 1] = ("%2x "):format(byte)
      signs[#signs + 1] = byte < 32 and "." or string.char(byte)
    end
    local left = table.concat(numbers, "", 1, math.min(8, #numbers))
    local right = #numbers > 8 and table.concat(numbers, "", 9) or ""
    local text = table.concat(signs)
    lines[#lines + 1] = ("%-24s  %-24s %-8s %-8s"):format(
      left, right, text:sub(1, 8), text:sub(9))
  end
  return table.concat(lines, "\n") .. "\n"
end
