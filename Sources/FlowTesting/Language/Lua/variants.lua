-- `for_each_variant(slot, body)`: a block for each variant of a slot, in which flows are launched
-- with that variant.
local variants_of, choose, words = ...
local error, ipairs = error, ipairs -- as they are before the file runs

-- The variants of the blocks whose bodies run.
local around = {}

local function register(slot, variant, body)
  around[slot] = variant
  local ok, problem = pcall(body, variant)
  around[slot] = nil
  if not ok then error(problem, 0) end
end

return function(slot, body)
  -- Within a block of one variant there is that one.
  if around[slot] then return body(around[slot]) end
  local variants, problem = variants_of(slot)
  if not variants then error(problem, 2) end
  for _, variant in ipairs(variants) do
    words.describe(slot .. " = " .. variant, function()
      words.before_each(function() choose(slot, variant) end)
      register(slot, variant, body)
    end)
  end
end
