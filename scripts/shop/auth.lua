-- Signs in, keeps the user in the store, and finishes with it. Started by whoever needs a user.
local auth = {}

function auth:start()
  self.router:push("login")
end

auth.transitions = {
  login = {
    close = { cancel = true },
    forgot_password = {
      start = "auth/forgot_password", as = "forgot_password", present = "sheet",
      with = "shown_email",
    },
    submitted = function(self, fields)
      local user, problem = self.services.accounts.sign_in(fields.email, fields.password)
      if not user then
        return self.router:update { email = fields.email, problem = problem }
      end
      self.services.store.set("user", user)
      self:finish(user)
    end,
  },
  forgot_password = {
    finished = function(self, result)
      self.router:update("login", { email = result.email, problem = "" })
    end,
  },
}

function auth:shown_email(payload, event)
  return { email = event.params.email }
end

return auth
