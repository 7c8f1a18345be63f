-- Who the user is, and what was ordered.
return {
  login = {
    title = "Log in",
    body = {
      { field = "email", label = "E-mail", kind = "email" },
      { field = "password", label = "Password", kind = "secure" },
      { text = "{problem}", style = "error" },
      { button = "Log in", event = "submitted" },
      { text = "To try it: ada@example.com, analytical." },
      { link = "Forgot your password?", event = "forgot_password" },
      { link = "Close", event = "close" },
    },
  },
  reset_request = {
    title = "Forgotten password",
    body = {
      { text = "We will send a new password to your address." },
      { field = "email", label = "E-mail", kind = "email" },
      { text = "{problem}", style = "error" },
      { button = "Send", event = "submitted" },
    },
  },
  reset_sent = {
    title = "Look in your mail",
    body = {
      { text = "A new password is on its way to {email}. (It would say: engine.)" },
      { button = "Done", event = "done" },
    },
  },
  signed_out_notice = {
    title = "You have been signed out",
    body = {
      { text = "It has been a while. Please sign in again." },
      { button = "Sign in", event = "sign_in" },
      { button = "Later", event = "later" },
    },
  },

  account = {
    title = "{name}",
    body = {
      { text = "{email}" },
      { link = "Orders", event = "show_orders" },
      { link = "Addresses", event = "show_addresses" },
      { button = "Sign out", event = "sign_out" },
    },
  },
  saved_addresses = {
    title = "Addresses",
    body = { { list = "addresses", title = "{label}", detail = "{street}, {city}" } },
  },
  confirm_sign_out = {
    title = "Sign out?",
    body = {
      { button = "Sign out", event = "confirmed" },
      { button = "Stay", event = "stay" },
    },
  },

  order_list = {
    title = "Orders",
    body = {
      { list = "orders", title = "Order {number}", detail = "{status}", event = "selected" },
    },
  },
  no_order = { title = "Orders", body = { { text = "Choose an order to see it here." } } },
  order = {
    title = "Order {number}",
    body = {
      { text = "{status}, {total}" },
      { list = "lines", title = "{quantity} × {name}", detail = "{price_text}" },
      { button = "Cancel order", event = "cancel_order" },
    },
  },
  no_such_order = {
    title = "{problem}",
    body = { { button = "OK", event = "ok" } },
  },
  too_late = {
    title = "Too late",
    body = {
      { text = "This order can no longer be cancelled." },
      { button = "OK", event = "ok" },
    },
  },
  cancel_reason = {
    title = "Why cancel?",
    body = {
      { list = "reasons", title = "{text}", event = "chosen" },
      { button = "Keep the order", event = "keep" },
    },
  },
}
