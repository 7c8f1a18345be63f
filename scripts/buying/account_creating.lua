-- Finishes with the new user. An address that is known already, from buying say, is filled in.
local account_creating = { implements = "account_creating" }

function account_creating:start(input)
  self.router:push("account_form", { email = input.email })
end

account_creating.transitions = {
  account_form = {
    submitted = function(self, fields)
      local user, problem = self.services.accounts.create(fields.name, fields.email)
      if not user then
        return self.router:update { name = fields.name, email = fields.email, problem = problem }
      end
      self.state.user = user
      self.router:set_root("account_created", { name = user.name })
    end,
  },
  account_created = {
    done = { finish = true, with = "new_user" },
    -- Pulling the sheet down would cancel this flow; but by now there is an account.
    dismiss = { finish = true, with = "new_user" },
  },
}

function account_creating:new_user()
  return self.state.user
end

return account_creating
