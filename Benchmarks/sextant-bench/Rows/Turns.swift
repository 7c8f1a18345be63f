import Coordination
import PlainValues

extension Row {
  static let turns = Row(
    name: "turns", summary: "one event, from its arrival to the committed push or pop, observed"
  ) { effort, _ in
    let scripted = try HostedFlow(["app.lua": TurnFlow.script])
    let coordinators = SwiftCoordinators()
    coordinators.register("app") { NativeFlow() }
    let native = try HostedFlow(coordinators)
    let floor = try FloorFlow()
    let plain = PlainFlowRun()

    let samples = try effort.measure([
      Subject("scripted", scripted.runTurns), Subject("native", native.runTurns),
      Subject("floor", floor.run), Subject("plain", plain.run),
      Subject("from dictionaries", scripted.runTurnsFromDictionaries),
    ])
    let (own, compiled, least, byHand) = (samples[0], samples[1], samples[2], samples[3])
    return [
      Figure("an event, scripted, against C", own, against: "C", least, .ratio(4)),
      Figure(
        "an event, scripted, against Swift on this host", own, against: "native", compiled,
        .ratio(2.5)),
      Figure(
        "an event, payload from a dictionary, against C", samples[4], against: "C", least, nil),
      Figure("an event, scripted, against plain Swift", own, against: "plain", byHand, nil),
      Figure("an event, native, against plain Swift", compiled, against: "plain", byHand, nil),
    ]
  }
}
