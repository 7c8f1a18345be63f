return {
  products = {
    title = "Bicycles",
    body = {
      { list = "items", title = "{name}", detail = "€{price}", event = "selected" },
    },
  },

  product = {
    title = "{name}",
    body = {
      { text = "{about}" },
      { text = "€{price}" },
      { button = "Buy", event = "buy" },
    },
  },

  profile = {
    title = "{name}",
    body = {
      { text = "{email}" },
      { list = "orders", title = "{quantity} × {product}", detail = "€{total}" },
      { link = "Create an account", event = "create_account" },
    },
  },

  quantity = {
    title = "How many?",
    body = {
      { text = "{name}, €{price} each" },
      { field = "quantity", label = "Quantity", kind = "number" },
      { button = "Next", event = "chosen" },
    },
  },

  delivery = {
    title = "Where to?",
    body = {
      { field = "address", label = "Address" },
      { field = "email", label = "E-mail", kind = "email" },
      { button = "Next", event = "chosen" },
    },
  },

  -- `needs`: whoever shows this screen knows what to do with its events, and is checked for it.
  review = {
    needs = { "buying" },
    title = "Your order",
    body = {
      { text = "{quantity} × {product}, €{price} each" },
      { text = "To {address}" },
      { text = "{greeting}" },
      { text = "{problem}", style = "error" },
      { button = "Buy now", event = "confirmed" },
      { link = "Create an account to follow your order", event = "create_account" },
    },
  },

  order_form = {
    needs = { "buying" },
    title = "Your order",
    body = {
      { text = "{name}, €{price} each" },
      { field = "quantity", label = "Quantity", kind = "number" },
      { field = "address", label = "Address" },
      { field = "email", label = "E-mail", kind = "email" },
      { text = "{greeting}" },
      { text = "{problem}", style = "error" },
      { button = "Buy now", event = "confirmed" },
      { link = "Create an account to follow your order", event = "create_account" },
    },
  },

  account_form = {
    needs = { "account_creating" },
    title = "New account",
    body = {
      { field = "name", label = "Name" },
      { field = "email", label = "E-mail", kind = "email" },
      { text = "{problem}", style = "error" },
      { button = "Create account", event = "submitted" },
    },
  },

  account_created = {
    title = "Hello, {name}",
    body = {
      { text = "Your account is ready." },
      { button = "Done", event = "done" },
    },
  },

  thanks = {
    title = "Thank you",
    body = {
      { text = "{quantity} × {product} will be with you soon." },
      { button = "See my orders", event = "see_orders" },
      { button = "OK", event = "ok" },
    },
  },
}
