return {
  checkout = {
    key = "sizes", by = "id", coverage = 1e-9,
    variants = { { name = "a", script = "checkout" }, { name = "b", script = "one_page", weight = 1e-300 } },
    audience = {
      id = { one_of = { 0, "", "NaN", 1e308, false } }, version = { matches = "*?*?*" },
      none = { { id = { at_least = -0.0, at_most = 0 } }, { any = { { a = 1 } } } },
    },
  },
}
--unit
{"id":-0.0,"version":""}
--unit
{"id":9007199254740993,"version":"????"}
--unit
{"id":{"$number":"nan"}}
--unit
{"id":{"$number":"-inf"},"version":["x"]}
--unit
{"id":[1,[2,[3]]],"version":null}
--unit
{"id":"a\u0000b","version":"\ud83e\udded"}
--unit
{"ID":1}
--unit
{}
