import PlainValues

/// A root that starts `child` with an input when it is told to, and shows what comes of it.
enum ContractFixtures {
  static let app = """
    local app = {}
    function app:start() self.router:push("home") end
    app.transitions = { home = {
      go = { start = "child", with = true },
      try = function(self, input)
        print(select(2, pcall(self.children.start, self.children, "child", input)))
      end,
    }, child = { ended = { ignore = true } }, any = {
      added = { ignore = true }, closed = { ignore = true },
    } }
    return app
    """

  /// A child with these fields beside its start, which shows a screen.
  static func child(_ fields: String, transitions: String = "") -> String {
    """
    local child = { \(fields) }
    function child:start(input)
      self.router:push("form")
    end
    child.transitions = { form = {
      \(transitions)
    } }
    return child
    """
  }

  static func files(
    _ fields: String, transitions: String = "", protocols: String? = nil
  )
    -> [String: String]
  {
    var files = ["app.lua": app, "child.lua": child(fields, transitions: transitions)]
    files["protocols.lua"] = protocols
    return files
  }
}
