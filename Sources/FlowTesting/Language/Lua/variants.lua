-- `for_each_variant(slot, body)`: a block for each variant of a slot, in which flows are launched
-- with that variant.
local variants_of, choose, words = ...
local error, ipairs = error, ipairs -- as they are before the file runs

return function(slot, body)
  local variants, problem = variants_of(slot)
  if not variants then error(problem, 2) end
  for _, variant in ipairs(variants) do
    words.describe(slot .. " = " .. variant, function()
      words.before_each(function() choose(slot, variant) end)
      body(variant)
    end)
  end
end
