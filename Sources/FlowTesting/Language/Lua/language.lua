-- The language of a spec file: its blocks, tests and hooks, and how each of them is carried out.
-- The host walks the blocks; here is what happens at each step.
local part, host = ...
local failing = part "failing"
local attempt = failing.attempt
local line_in, lines_of = debug.line_in, debug.lines_of
local has_length = utf8.len
local globals, builtins, source = host.globals, host.builtins, host.source

local blocks, tests = {}, {}
local registering -- the block whose body runs
local active -- the test that runs, its hooks included
local in_body = false -- of the active test
local at_end -- what `finally` was given
local scope = part "scope"
local use, revert_spies = scope.use, scope.revert_spies

local function refuse(word)
  error("'" .. word .. "' not supported inside current context block", 3)
end

-- MARK: Registering

local function add_test(word, name, body, is_pending)
  local block = registering
  if body == nil and type(name) == "function" then name, body = word, name end
  local id = #tests + 1
  local test = {
    id = id, name = name, body = body, line = line_in(source), block = block,
    is_pending = is_pending,
  }
  local children = block.children
  children[#children + 1] = test
  tests[id] = test
  -- `it "name" (function() … end)`
  if body == nil then return function(given) test.body = given end end
end

local function add_block(word, kind, name, body)
  local parent = registering
  if body == nil and type(name) == "function" then name, body = nil, name end
  local block = {
    name = name, body = body, kind = kind, line = line_in(source), parent = parent,
    children = {},
  }
  parent.children[#parent.children + 1] = block
  blocks[#blocks + 1] = block
  block.id = #blocks
  if body == nil then return function(given) block.body = given end end
end

for _, word in ipairs { "it", "spec", "test" } do
  builtins[word] = function(name, body)
    if not registering then refuse(word) end
    return add_test(word, name, body)
  end
end

for word, kind in pairs {
  describe = "describe", context = "describe", insulate = "insulate", expose = "expose",
} do
  builtins[word] = function(name, body)
    if not registering then refuse(word) end
    return add_block(word, kind, name, body)
  end
end

for word, hook in pairs {
  before_each = "before_each", after_each = "after_each",
  setup = "strict_setup", strict_setup = "strict_setup", lazy_setup = "lazy_setup",
  teardown = "strict_teardown", strict_teardown = "strict_teardown",
  lazy_teardown = "lazy_teardown",
} do
  builtins[word] = function(name, body)
    if not registering then refuse(word) end
    if body == nil then body = name end
    local list = registering[hook]
    if not list then
      list = {}
      registering[hook] = list
    end
    list[#list + 1] = body
  end
end

function builtins.pending(name, body)
  if registering then return add_test("pending", name, body, true) end
  if not in_body then refuse("pending") end
  failing.pend(name)
end

function builtins.randomize(...)
  if not registering then refuse("randomize") end
  registering.randomize = select("#", ...) == 0 or (...) or false
  if registering.randomize then
    registering.seed = tonumber((...)) or tonumber((select(2, ...)))
  end
end

-- MARK: Blocks

-- The order of Fisher and Yates with Lua's own generator, as busted has it.
local function shuffle(list, seed)
  math.randomseed(seed)
  for last = #list, 2, -1 do
    local other = math.random(last)
    list[last], list[other] = list[other], list[last]
  end
end

local function text_of_name(name)
  if name == nil then return false end
  if type(name) ~= "string" then name = globals.tostring(name) end
  return has_length(name) and name or failing.clean(name)
end

-- The line that a test or a block ends in, as far as its body shows it.
local function last_line(child)
  local first, last = lines_of(child.body, source)
  return first and first >= child.line and last or child.line
end

-- The children of a block, flat: for each whether it is a test, its id, its name, its first line
-- and its last.
local function listing(block)
  local list, count, children = {}, 0, block.children
  for index = 1, #children do
    local child = children[index]
    list[count + 1] = not child.children
    list[count + 2] = child.id
    list[count + 3] = text_of_name(child.name)
    list[count + 4] = child.line
    list[count + 5] = last_line(child)
    count = count + 5
  end
  return list
end

local session = {}

-- Runs a block's body, which registers what it has.
function session.enter(id)
  local block = blocks[id]
  scope.open(block)
  registering = block
  use(block.env)
  local failure = block.body ~= nil and attempt(block.body) or nil
  registering = nil
  if failure then return { failure = failure } end
  if block.randomize then shuffle(block.children, block.seed or host.seed) end
  return {
    children = listing(block), is_ordered = block.randomize ~= nil,
    has_setup = (block.strict_setup or block.lazy_setup) ~= nil,
    has_strict_setup = block.strict_setup ~= nil,
    has_teardown = (block.strict_teardown or block.lazy_teardown) ~= nil,
    is_apart = block.kind ~= "describe",
  }
end

function session.leave(id) scope.close(blocks[id]) end

function session.open_file(body)
  blocks[1] = { id = 1, kind = "file", body = body, children = {}, line = 0 }
  return session.enter(1)
end

-- MARK: Hooks

-- They are a part of their own: many files have none.

function session.setup(id) return part "hooks".setup(blocks[id]) end
function session.teardown(id) return part "hooks".teardown(blocks[id]) end

-- Whether there are hooks around the tests of a block.
local function has_hooks(block)
  local has = block.has_hooks
  if has == nil then
    has = (block.before_each or block.after_each or block.lazy_setup or block.lazy_teardown) ~= nil
      or block.parent ~= nil and has_hooks(block.parent)
    block.has_hooks = has
  end
  return has
end

-- MARK: Tests

-- Only the body of a test has it.
local function finally(body) at_end = body end

local function run_body(test)
  local block = test.block
  use(block.env, block.env_of_test)
  in_body, at_end, builtins.finally = true, nil, finally
  local failure = attempt(test.body)
  in_body, builtins.finally = false, nil
  if at_end then
    local later = attempt(at_end)
    at_end = nil
    if later and later.outcome ~= "skipped" then
      later.outcome = "error"
      return failure and failure.outcome ~= "skipped" and { failure, later } or { later }
    end
  end
  return failure and { failure }
end

-- Runs a test with its hooks. Nothing where it passed.
function session.test(id)
  local test = tests[id]
  if test.is_pending or test.body == nil then return { outcome = "skipped" } end
  local hooks = has_hooks(test.block) and part "hooks"
  if hooks then
    local is_up, unmade = hooks.wake(test.block)
    if not is_up then return { outcome = "skipped", unmade = unmade or {} } end
  end
  active = test
  local failures
  if hooks then failures = hooks.run(test, run_body) else failures = run_body(test) end
  active = nil
  revert_spies()
  if failures then return { outcome = failures[1].outcome, failures = failures } end
end

-- After a test that was stopped from outside: its hooks, and nothing is under way any more.
function session.abandon(id)
  registering, active, in_body, at_end = nil, nil, false, nil
  builtins.finally = nil
  local test = id and tests[id]
  local failures = test and has_hooks(test.block) and part "hooks".after(test.block) or nil
  revert_spies()
  return failures
end

session.is_in_test = function() return active ~= nil end

return session
