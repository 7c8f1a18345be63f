-- `spy`: a function that remembers its calls, and the assertions on that.
local part, host = ...
local words, arguments, compare, failing =
  part "namespaces", part "arguments", part "compare", part "failing"
local is_callable = part "assertions".is_callable

local spy = setmetatable(host.shells.spy, nil)
local metatable = {}

function metatable:__call(...)
  self.calls[#self.calls + 1] = compare.keep(arguments.make(...))
  local function keep_results(...)
    self.returnvals[#self.returnvals + 1] = compare.keep(arguments.make(...))
    return ...
  end
  return keep_results(self.callback(...))
end

local function revert(self)
  if not self.reverted then
    if self.target_table and self.target_key then
      self.target_table[self.target_key] = self.callback
    end
    self.reverted = true
  end
  return self.callback
end

local function clear(self)
  self.calls, self.returnvals = {}, {}
  return self
end

local function called(self, times, compares)
  local count = #self.calls
  if not times and not compares then return count > 0, count end
  if compares then return compares(count, times), count end
  return count == times, count
end

-- Whether a kept list fits, and that one, or the last that there is.
local function find(kept, expected)
  local found = compare.find_last(kept, expected)
  if found then return true, found.vals end
  local last = kept[#kept]
  return false, last and last.vals
end

local function called_with(self, expected) return find(self.calls, expected) end
local function returned_with(self, expected) return find(self.returnvals, expected) end

function spy.new(callback)
  callback = callback or function() end
  if not is_callable(callback) then
    failing.fail(
      "Cannot spy on type '" .. type(callback) .. "', only on functions or callable elements")
  end
  local made = setmetatable({
    calls = {}, returnvals = {}, callback = callback, revert = revert, clear = clear,
    called = called, called_with = called_with, returned_with = returned_with,
  }, metatable)
  part "snapshots".add_spy(made)
  return made
end

function spy.is_spy(value) return type(value) == "table" and getmetatable(value) == metatable end

function spy.on(target, key)
  local made = spy.new(target[key])
  target[key] = made
  made.target_table, made.target_key = target, key
  return made
end

-- MARK: Assertions

for _, name in ipairs { "spy", "stub" } do
  words.register("modifier", name, function(state, list)
    state.payload = list[1]
    if list[2] ~= nil then state.failure_message = list[2] end
  end)
end

local function register_with(name)
  words.register("assertion", name, function(state, list, level)
    local payload = rawget(state, "payload")
    if not (type(payload) == "table" and payload[name]) then
      error("'" .. name .. "' must be chained after 'spy(aspy)'", level + 1)
    end
    local expected = compare.shallow_copy(list)
    local holds, actual = payload[name](payload, list)
    arguments.clear(list)
    arguments.insert(list, 1, actual)
    arguments.insert(list, 2, expected)
    if not holds then list.difference = { expected = expected, actual = actual } end
    return holds
  end, "assertion." .. name .. ".positive", "assertion." .. name .. ".negative")
end
register_with("called_with")
register_with("returned_with")

local function register_count(name, opposite, compares)
  words.register("assertion", name, function(state, list, level)
    local times = list[1]
    if not times and not state.mod then
      state.mod = true
      times = 0
    end
    local payload = rawget(state, "payload")
    if type(payload) == "function" then
      error("When calling 'spy(aspy)', 'aspy' must not be the original function, "
        .. "but the spy function replacing the original", level + 1)
    elseif not (type(payload) == "table" and payload.called) then
      error("'called' must be chained after 'spy(aspy)'", level + 1)
    end
    local holds, count = payload:called(times, compares)
    list[1] = tostring(times or ">0")
    arguments.insert(list, 2, tostring(count))
    list.nofmt = list.nofmt or {}
    list.nofmt[1], list.nofmt[2] = true, true
    return holds
  end, "assertion." .. name .. ".positive", "assertion." .. opposite)
end
register_count("called", "called.negative")
register_count("called_at_least", "called_less_than.positive", function(count, times)
  return count >= times
end)
register_count("called_at_most", "called_more_than.positive", function(count, times)
  return count <= times
end)
register_count("called_more_than", "called_at_most.positive", function(count, times)
  return count > times
end)
register_count("called_less_than", "called_at_least.positive", function(count, times)
  return count < times
end)

return setmetatable(spy, { __call = function(_, ...) return spy.new(...) end })
