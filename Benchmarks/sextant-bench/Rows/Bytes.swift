import PlainValues

extension Row {
  private static let scripts = [
    "app.lua": """
    local app = {}

    function app:start()
      self.router:push("root")
    end

    app.transitions = { any = { more = "more" } }

    function app:more(payload)
      for number = 1, payload.count do self.children:start("item", { number = number }) end
    end

    return app
    """,
    "item.lua": """
    local item = {}

    function item:start(input)
      self.state.number = input.number
      self.state.name = "item"
      self.state.is_read = false
      self.state.price = 2.5
      self.router:push("item", { number = input.number })
    end

    return item
    """,
  ]

  static let bytes = Row(
    name: "bytes", summary: "a live scripted coordinator with one screen and four state fields"
  ) { _, _ in
    let flow = try HostedFlow(scripts)
    func start(_ count: Int) throws -> (all: Int, lua: Int) {
      for _ in 0..<count / 100 { flow.host.send("more", ["count": 100]) }
      try flow.checkNothingFailed()
      flow.project?.collectGarbage()
      return (try Memory.allocated(), flow.project?.luaMemory ?? 0)
    }
    // By then the host keeps no more records than before, and tables have the room that they need.
    let count = 20_000
    let before = try start(count)
    let after = try start(count)
    try check("live coordinators", flow.host.liveCount, 2 * count + 1)
    let all = Double(after.all - before.all) / Double(count)
    let lua = Double(after.lua - before.lua) / Double(count)
    return [
      Figure(
        "a live scripted coordinator", unit: .bytes, [all], .value(1_200),
        note: "of them in Lua \(Figure.Unit.bytes.text(lua))")
    ]
  }
}
