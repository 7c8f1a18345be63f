-- The home tab: from the kinds of tea to one tea.
local catalog = {}

function catalog:start()
  self.router:push("catalog", { categories = self.services.catalog.categories() })
end

catalog.transitions = {
  catalog = {
    selected = function(self, category)
      local products = self.services.catalog.products(category.name)
      self.router:push("category", { name = category.name, products = products })
    end,
  },
  category = {
    selected = { start = "product", with = true },
  },
}

-- `tea/sencha`, of which `sencha` has come down to here. Whatever lay over the list goes, another
-- tea among it.
catalog.links = { [":sku"] = "show" }

function catalog:show(link)
  self.router:pop_to_root()
  self.children:start("product", { sku = link.sku })
end

return catalog
