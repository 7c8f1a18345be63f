-- Which of the two buying scripts somebody gets: half of the users each, always the same.
-- Try it: sextant assign buying --attr user_id=1..100000
return {
  buying = {
    key = "buying-one-page",
    by = "user_id",
    variants = {
      { name = "steps", script = "buying" },
      { name = "one_page", script = "buying_one_page" },
    },
  },
}
