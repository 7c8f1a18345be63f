-- Finishes with the user who signed in.
local sign_in = {}

function sign_in:start(input)
  self.router:push("login", { email = input.email })
end

sign_in.transitions = {
  login = {
    -- A function, because what happens next depends on an answer.
    submitted = function(self, fields)
      local user, problem = self.services.accounts.sign_in(fields.email, fields.password)
      if user then
        self:finish(user)
      else
        -- `update` merges into what the screen shows: the address stays in its field.
        self.router:update { email = fields.email, problem = problem }
      end
    end,

    -- `present` gives the child a sheet with a stack of its own. Pulling the sheet down cancels
    -- the child, which needs no line here: the login screen is still there beneath it.
    forgot_password = { start = "forgot_password", present = "sheet", with = "shown_email" },
  },

  forgot_password = {
    finished = function(self, result)
      self.router:update("login", { email = result.email, problem = "" })
    end,
  },
}

function sign_in:shown_email(payload, event)
  return { email = event.params.email }
end

return sign_in
