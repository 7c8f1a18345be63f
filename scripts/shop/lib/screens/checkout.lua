-- From the order to the thanks.
return {
  summary = {
    title = "Your order",
    body = {
      { list = "lines", title = "{quantity} × {name}", detail = "{price_text}" },
      { text = "Total {total}" },
      { button = "Continue", event = "continue" },
      { link = "Close", event = "close" },
    },
  },
  addresses = {
    title = "Where to?",
    body = {
      { list = "addresses", title = "{label}", detail = "{street}, {city}", event = "selected" },
      { button = "Another address", event = "add" },
      { link = "Close", event = "close" },
    },
  },
  address_form = {
    title = "New address",
    body = {
      { field = "street", label = "Street", event = "typed" },
      { field = "city", label = "City", event = "typed" },
      { field = "country", label = "Country", event = "typed" },
      { text = "{problem}", style = "error" },
      { button = "Send it here", event = "submitted" },
      { link = "Close", event = "close" },
    },
  },
  discard_address = {
    title = "Discard the address?",
    body = {
      { button = "Discard", event = "discard" },
      { button = "Keep", event = "keep" },
    },
  },
  methods = {
    title = "How?",
    body = {
      { list = "methods", title = "{name}", detail = "{price_text}", event = "selected" },
      { link = "Close", event = "close" },
    },
  },
  card = {
    title = "Pay {amount}",
    body = {
      { field = "number", label = "Card number" },
      { field = "code", label = "Security code", kind = "secure" },
      { text = "{note}" },
      { text = "{problem}", style = "error" },
      { button = "Pay", event = "submitted" },
      { link = "Close", event = "close" },
    },
  },
  thank_you = {
    title = "Thank you",
    body = {
      { text = "Order {number}, {total}, is on its way." },
      { button = "Done", event = "done" },
      { link = "View order", event = "view_order" },
    },
  },
  leave_checkout = {
    title = "Leave the checkout?",
    body = {
      { text = "Nothing has been ordered yet." },
      { button = "Leave", event = "leave" },
      { button = "Stay", event = "stay" },
    },
  },
}
