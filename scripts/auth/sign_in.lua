-- Finishes with the user who signed in.
local sign_in = {}

-- What has to survive belongs in `self.state`: `sextant run --save` keeps it, and a run that is
-- restored goes on with it. The password is left to the screen, so that no file ever has it.
function sign_in:start(input)
  self.state.email = input.email
  self.router:push("login", { email = input.email })
end

sign_in.transitions = {
  login = {
    -- The field says in screens.lua that it sends this when it has been filled in.
    typed = function(self, fields) self:keep { email = fields.email } end,

    -- A function, because what happens next depends on an answer.
    submitted = function(self, fields)
      local user, problem = self.services.accounts.sign_in(fields.email, fields.password)
      if user then
        self:finish(user)
      else
        self:keep { email = fields.email, problem = problem }
      end
    end,

    -- `present` gives the child a sheet with a stack of its own. Pulling the sheet down cancels
    -- the child, which needs no line here: the login screen is still there beneath it.
    forgot_password = { start = "forgot_password", present = "sheet", with = "address" },
  },

  forgot_password = {
    finished = function(self, result) self:keep { email = result.email, problem = "" } end,
  },
}

-- `update` merges into what the screen shows: what is not named stays as it is.
function sign_in:keep(shown)
  self.state.email = shown.email
  self.router:update("login", shown)
end

function sign_in:address()
  return { email = self.state.email }
end

return sign_in
