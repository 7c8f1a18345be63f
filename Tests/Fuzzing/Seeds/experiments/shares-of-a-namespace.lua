return {
  checkout = {
    by = "id", namespace = { "one", 0, 0 }, coverage = 1,
    variants = { { name = "a", script = "checkout", weight = 1e308 }, { name = "b", script = "one_page", weight = 1e308 } },
  },
  auth = {
    by = "id", namespace = { "one", 0.999999999, 1 },
    variants = { { name = "only", script = "auth", weight = 0 } },
    audience = { none = { { none = { { none = { { id = 1 } } } } } } },
  },
}
--unit
{"id":1}
--unit
{"id":"1"}
--unit
{"id":true}
