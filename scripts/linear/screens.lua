return {
  welcome = {
    title = "The Anchor",
    body = { { button = "Book a table", event = "book" } },
  },
  party = {
    title = "How many of you?",
    body = {
      { field = "size", label = "Guests", kind = "number" },
      { button = "Next", event = "chosen" },
      { link = "We are more than ten", event = "help" },
    },
  },
  help = {
    title = "For large parties please call us.",
    body = { { button = "OK", event = "ok" } },
  },
  time = {
    title = "When?",
    body = {
      { text = "A table for {party}." },
      { text = "{note}" },
      { field = "time", label = "Time" },
      { button = "Next", event = "chosen" },
    },
  },
  name = {
    title = "Who is coming?",
    body = {
      { field = "name", label = "Name" },
      { text = "{problem}", style = "error" },
      { button = "Book", event = "answered" },
    },
  },
  confirming = {
    title = "One moment, {name}",
    body = { { text = "We are asking the restaurant." } },
  },
  booked = {
    title = "See you soon, {name}",
    body = { { text = "A table for {party} at {time}." } },
  },
}
