-- The hooks of blocks: what runs before and after their tests.
local part = ...
local attempt, use = part "failing".attempt, part "scope".use

local hooks = {}

local function run_list(list, env)
  if not list then return nil end
  local failures
  for _, hook in ipairs(list) do
    use(env)
    local failure = attempt(hook)
    if failure then
      failure.outcome = "error"
      failures = failures or {}
      failures[#failures + 1] = failure
    end
  end
  return failures
end

function hooks.setup(block) return run_list(block.strict_setup, block.env) end

function hooks.teardown(block)
  local failures = {}
  local function add(list)
    for _, failure in ipairs(list or {}) do failures[#failures + 1] = failure end
  end
  if block.is_woken ~= nil then add(run_list(block.lazy_teardown, block.env)) end
  block.is_woken = nil
  add(run_list(block.strict_teardown, block.env))
  if #failures > 0 then return failures end
end

-- Runs what is lazy, the outermost first, before the first test within.
function hooks.wake(block)
  if block.is_woken ~= nil then return block.is_woken end
  if block.parent then
    local is_up, failures = hooks.wake(block.parent)
    if not is_up then return false, failures end
  end
  local failures = run_list(block.lazy_setup, block.env)
  block.is_woken = failures == nil
  return block.is_woken, failures
end

local function before(block)
  if block.parent then
    local failures, at = before(block.parent)
    if failures then return failures, at end
  end
  if not block.before_each then return nil, block end
  return run_list(block.before_each, block.env), block
end

-- From a block outwards.
function hooks.after(block, failures)
  while block do
    local own = run_list(block.after_each, block.env)
    if own then
      failures = failures or {}
      table.move(own, 1, #own, #failures + 1, failures)
    end
    block = block.parent
  end
  return failures
end

-- Runs a test between its hooks; what failed.
function hooks.run(test, body)
  local failures, at = before(test.block)
  return hooks.after(at, failures or body(test))
end

return hooks
