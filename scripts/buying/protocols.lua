-- What flows here promise each other, whichever script keeps the promise: what they are started
-- with, what they finish with, what they say on the way, and what they listen to.
return {
  types = {
    product = { name = "string", price = "number", about = "string" },
    order = { product = "string", quantity = "integer", total = "number", ["address?"] = "string" },
    buyer = { ["email?"] = "string" },
    user = { name = "string", ["email?"] = "string" },
  },

  buying = {
    input = "product",
    result = "order",
    emits = { create_account = "buyer" },
    handles = { "confirmed", "create_account", "signed_in" },
  },

  account_creating = {
    input = "buyer",
    result = "user",
    handles = { "submitted" },
  },
}
