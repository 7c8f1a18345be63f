local search = {}

function search:start()
  self.router:push("search")
end

search.transitions = {
  search = { submitted = "find" },
  results = {
    submitted = "find",
    selected = { start = "product", with = true },
  },
}

-- `show` pushes the results the first time; a search from among them updates them in place.
function search:find(query)
  local products = self.services.catalog.find(query.text)
  if #products == 0 then
    self.router:update { text = query.text, problem = "No tea is called that." }
  else
    self.router:show("results", { text = query.text, products = products, problem = "" })
  end
end

return search
