-- What each screen shows and may send. Coordinators never look in here: a designer can change a
-- text or move a button without touching a flow. `{name}` is filled in from the screen's params.
return {
  welcome = {
    title = "Welcome",
    body = {
      { text = "Notes that are there when you need them." },
      { button = "Next", event = "next" },
      { link = "Skip", event = "skip" },
    },
  },

  privacy = {
    title = "Your notes are yours",
    body = {
      { text = "Nobody but you can read them. We keep your address, and nothing else." },
      { button = "Agree and continue", event = "agree" },
    },
  },

  login = {
    title = "Log in",
    body = {
      -- With an event, a field says so as soon as it has been filled in.
      { field = "email", label = "E-mail", kind = "email", event = "typed" },
      { field = "password", label = "Password", kind = "secure" },
      { text = "{problem}", style = "error" },
      { button = "Log in", event = "submitted" },
      { text = "To try it: ada@example.com, analytical." },
      { link = "Forgot your password?", event = "forgot_password" },
    },
  },

  reset_request = {
    title = "Forgotten password",
    body = {
      { text = "We will send a new password to your address." },
      { field = "email", label = "E-mail", kind = "email" },
      { text = "{problem}", style = "error" },
      { button = "Send", event = "submitted" },
    },
  },

  reset_sent = {
    title = "Look in your mail",
    body = {
      { text = "A new password is on its way to {email}. (It would say: engine.)" },
      { button = "Done", event = "done" },
    },
  },

  home = {
    title = "Notes",
    body = {
      { text = "Good to see you, {name}." },
      { button = "Sign out", event = "sign_out" },
    },
  },

  confirm_sign_out = {
    title = "Sign out?",
    body = {
      { text = "Your notes stay on this device." },
      { button = "Sign out", event = "confirmed" },
      { button = "Stay", event = "stay" },
    },
  },
}
