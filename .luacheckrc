std = "lua54"
max_line_length = 100
unused_args = false -- a handler gets (self, payload, event) whether or not it needs them all
exclude_files = { ".build" }

files["scripts/*/services.lua"] = { read_globals = { "emit", "sleep" } }
