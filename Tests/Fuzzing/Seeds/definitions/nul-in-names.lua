return { start = function(self) self.router:push("a\0b") end,
  transitions = { any = { ["e\0"] = { push = "\0" }, go = { steps = { { push = "x" }, { pop = true }, { finish = { x = "\0" } } } } } } }
