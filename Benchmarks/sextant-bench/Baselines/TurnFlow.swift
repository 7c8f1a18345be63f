import PlainValues

/// The flow that turns are measured with: a screen is pushed with a param from the payload, and
/// popped again. Everybody who is measured does just this.
enum TurnFlow {
  /// As a script; the floor in C runs the same text.
  static let script = """
    local app = {}

    function app:start()
      self.router:push("home")
    end

    app.transitions = {
      home = { tapped = "tapped" },
      detail = { closed = "closed" },
    }

    function app:tapped(payload)
      self.router:push("detail", { id = payload.id })
    end

    function app:closed()
      self.router:pop()
    end

    return app
    """

  /// Payloads as a host takes them, made once.
  static let payloads: [PackedValue] = (0..<64).map { ["id": .integer($0)] }
}
