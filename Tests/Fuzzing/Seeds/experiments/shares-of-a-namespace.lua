return {
  checkout = {
    by = "id", namespace = { "one", 0, 1e-9 }, coverage = 1,
    variants = { { name = "a", script = "checkout", weight = 1000000 }, { name = "b", script = "one_page", weight = 1000000 } },
  },
  auth = {
    by = "id", namespace = { "one", 0.999999999, 1 },
    variants = { { name = "only", script = "auth", weight = 1e-300 } },
    audience = { none = { { none = { { none = { { id = 1 } } } } } } },
  },
}
--unit
{"id":1}
--unit
{"id":"1"}
--unit
{"id":true}
