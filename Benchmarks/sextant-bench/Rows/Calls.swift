extension Row {
  static let calls = Row(
    name: "calls", summary: "a call between Swift and Lua, of an integer, with an integer back"
  ) { effort, _ in
    let swift = try CalledFunctions()
    let floor = try FloorCalls()
    func figure(
      _ name: String, _ goal: Double, _ own: @escaping (Int) throws -> Void,
      _ least: @escaping (Int) throws -> Void
    ) throws -> Figure {
      let samples = try effort.measure([Subject(name, own), Subject("C", least)])
      return Figure(name, samples[0], against: "C", samples[1], .ratio(goal))
    }
    return [
      try figure("Swift calls a Lua function", 1.5, swift.callFunction, floor.callFunction),
      try figure("Lua calls a closure of Swift", 3, swift.callClosure, floor.callClosure),
      try figure("Lua calls a method of a Swift object", 2, swift.callMethod, floor.callMethod),
    ]
  }
}
