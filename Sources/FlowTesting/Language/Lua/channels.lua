-- `publish` and `subscribe` of busted, for specs that talk to themselves.
local channels = {}
local subscribers = {}
local count = 0

local function key_of(channel) return table.concat(channel, "\0") end

function channels.subscribe(channel, listener)
  count = count + 1
  local subscriber = { id = count, fn = listener }
  local key = key_of(channel)
  subscribers[key] = subscribers[key] or {}
  table.insert(subscribers[key], subscriber)
  return subscriber
end

function channels.unsubscribe(id, channel)
  local list = subscribers[key_of(channel)] or {}
  for index, subscriber in ipairs(list) do
    if subscriber.id == id then return table.remove(list, index) end
  end
end

function channels.publish(channel, ...)
  for _, subscriber in ipairs(subscribers[key_of(channel)] or {}) do subscriber.fn(...) end
end

return channels
