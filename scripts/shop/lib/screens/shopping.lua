-- What is for sale, and the cart.
return {
  catalog = {
    title = "Tea",
    body = { { list = "categories", title = "{name}", event = "selected" } },
  },
  category = {
    title = "{name} tea",
    body = { { list = "products", title = "{name}", detail = "{price_text}", event = "selected" } },
  },
  search = {
    title = "Search",
    body = {
      { field = "text", label = "Name of a tea" },
      { text = "{problem}", style = "error" },
      { button = "Search", event = "submitted" },
    },
  },
  results = {
    title = "“{text}”",
    body = {
      { field = "text", label = "Name of a tea" },
      { text = "{problem}", style = "error" },
      { button = "Search", event = "submitted" },
      { list = "products", title = "{name}", detail = "{price_text}", event = "selected" },
    },
  },

  details = {
    title = "{name}",
    body = {
      { text = "{price_text} for 100 g" },
      { link = "Photo", event = "show_photo" },
      { button = "Add to cart", event = "add_to_cart" },
      { button = "Buy now", event = "buy_now" },
    },
  },
  photo = {
    title = "{name}",
    body = { { text = "{file}" }, { button = "Close", event = "close" } },
  },
  sold_out = {
    title = "Sold out",
    body = { { text = "The next harvest is in May." }, { button = "OK", event = "ok" } },
  },
  no_such_tea = {
    title = "{problem}",
    body = { { button = "OK", event = "ok" } },
  },

  cart = {
    title = "Cart",
    body = {
      {
        list = "lines", title = "{quantity} × {name}", detail = "{price_text}",
        event = "selected",
      },
      { text = "Total {total}" },
      { button = "Check out", event = "check_out" },
    },
  },
  line = {
    title = "{name}",
    body = {
      { button = "One more", event = "one_more" },
      { button = "One less", event = "one_less" },
      { button = "Keep as it is", event = "keep" },
    },
  },
  nothing_yet = {
    title = "Your cart is empty",
    body = { { button = "Look around", event = "continue_shopping" } },
  },
}
