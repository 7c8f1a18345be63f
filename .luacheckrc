std = "lua54"
max_line_length = 100
unused_args = false -- a handler gets (self, payload, event) whether or not it needs them all
exclude_files = { ".build" }

files["scripts/*/services.lua"] = { read_globals = { "emit", "sleep" } }

-- What the host gives the test language beside Lua's own libraries.
files["Sources/FlowTesting/Language/Lua/**"] = {
  read_globals = { debug = { fields = { "line_in", "lines_of" } } },
}

-- The test language of `sextant test`, and what drives flows.
files["scripts/*/tests/**"] = {
  std = "lua54+busted",
  read_globals = { "for_each_variant", "launch", "sleep", "unanswered" },
}
