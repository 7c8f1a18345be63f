return {
  checkout = {
    key = "one-page", by = "user_id", coverage = 0.5,
    variants = {
      { name = "a", script = "checkout", weight = 0 },
      { name = "b", script = "one_page", weight = 3.5 },
      { name = "c", script = "checkout" },
    },
    namespace = { "space", 0.25, 1 },
    audience = {
      country = { one_of = { "DE", "AT" } }, age = { at_least = 18, at_most = 99.5 },
      email = { matches = "*@b.?" }, none = { { plan = "free" } },
      any = { { a = 1 }, { b = true } },
    },
  },
  auth = { by = "user_id", variants = { { name = "one", script = "auth" } } },
}
--unit
{"user_id":42,"country":"DE","age":18,"email":"a@b.c","a":1.0}
--unit
{"user_id":"ü🧭","country":"AT","age":99.5,"b":true,"plan":"free"}
--unit
{"user_id":1e21}
--unit
{"user_id":{"$number":"inf"}}
--unit
{"user_id":""}
