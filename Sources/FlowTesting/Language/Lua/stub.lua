-- `stub`: a spy in place of a function, which answers as it was told.
local part, host = ...
local spy, arguments, compare, failing =
  part "spy", part "arguments", part "compare", part "failing"
local is_callable = part "assertions".is_callable

local stub = setmetatable(host.shells.stub, nil)

local function answering(...)
  local results = arguments.make(...)
  return function() return arguments.unpack(results) end
end

local function invoking(func)
  return function(...) return func(...) end
end

function stub.new(object, key, ...)
  if object == nil and key == nil then object, key = {}, "" end
  if type(object) ~= "table" or key == nil then
    failing.fail(
      "stub.new(): Can only create stub on a table key, call with 2 params; table, key")
  end
  local original = object[key]
  if original ~= nil and not is_callable(original) then
    failing.fail(
      "stub.new(): The element for which to create a stub must either be callable, or be nil")
  end
  local first = ...
  local default = select("#", ...) == 1 and is_callable(first) and first or answering(...)
  local expected, answers = {}, {}
  object[key] = function(...)
    local found = compare.find_expected(expected, arguments.make(...))
    if found then return answers[found](...) end
    return default(...)
  end
  local made = spy.on(object, key)
  local revert_spy = made.revert

  function made.revert(self)
    if not self.reverted then
      revert_spy(self)
      object[key] = original
      self.reverted = true
    end
    return original
  end

  function made.returns(...)
    default = answering(...)
    return made
  end

  function made.invokes(func)
    default = invoking(func)
    return made
  end

  made.by_default = { returns = made.returns, invokes = made.invokes }

  function made.on_call_with(...)
    local wanted = compare.keep(arguments.make(...))
    local function answer(with)
      expected[#expected + 1] = wanted
      answers[wanted] = with
      return made
    end
    return {
      returns = function(...) return answer(answering(...)) end,
      invokes = function(func) return answer(invoking(func)) end,
    }
  end

  return made
end

return setmetatable(stub, { __call = function(_, ...) return stub.new(...) end })
