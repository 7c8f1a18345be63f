-- Finishes with the address that a new password was sent to: { email = … }.
local forgot_password = {}

function forgot_password:start(input)
  self.router:push("reset_request", { email = input.email })
end

forgot_password.transitions = {
  reset_request = {
    submitted = function(self, fields)
      local sent, problem = self.services.accounts.reset_password(fields.email)
      if sent then
        -- `replace` rather than `push`: what has been sent cannot be gone back on.
        self.router:replace("reset_sent", { email = fields.email })
      else
        self.router:update { email = fields.email, problem = problem }
      end
    end,
  },
  reset_sent = {
    done = { finish = true, with = "address" },
  },
}

function forgot_password:address(payload, event)
  return { email = event.params.email }
end

return forgot_password
