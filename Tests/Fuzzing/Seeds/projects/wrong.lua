--file app.lua
return { start = 1, transition = {}, transitions = { any = { back = { push = 1, pop = true } }, x = 2 } }
--file screens.lua
return { [1] = 2, home = { body = { { feild = 1 }, 3 }, needs = { "nothing" } } }
--file services.lua
return 1
--file experiments.lua
return { timer = { by = 1, coverage = 2, variants = {}, namespace = { "a", 1, 0 }, audience = { x = {} } } }
--file protocols.lua
return { types = { a = "b", b = "a", c = { array_of = "c" } }, p = { inputs = {} } }
--file lib/a.lua
return require "lib.b"
--file lib/b.lua
return require "lib.a"
