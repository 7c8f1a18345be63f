import CFloor

/// ``TurnFlow`` on the floor in C.
final class FloorFlow {
  private let flow: OpaquePointer

  init() throws {
    var problem = [CChar](repeating: 0, count: 200)
    guard let flow = cfloor_flow_open(TurnFlow.script, &problem, problem.count) else {
      let text = problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      throw WorkNotDone("the floor does not start: \(String(decoding: text, as: UTF8.self))")
    }
    self.flow = flow
  }

  deinit { cfloor_flow_close(flow) }

  /// - Parameter count: events; a pop follows each push.
  func run(_ count: Int) throws {
    let before = cfloor_flow_pushes(flow), sum = cfloor_flow_sum(flow)
    var expected: Int64 = 0
    for number in 0..<count / 2 {
      let id = Int64(number & 63)
      expected += id
      guard cfloor_flow_send(flow, "tapped", id), cfloor_flow_send(flow, "closed", 0) else {
        throw WorkNotDone("the floor has not handled an event")
      }
    }
    try check("pushes", Int(cfloor_flow_pushes(flow) - before), count / 2)
    try check("the sum of ids", cfloor_flow_sum(flow) - sum, expected)
    try check("screens", cfloor_flow_depth(flow), 1)
  }
}
