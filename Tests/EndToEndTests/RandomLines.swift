import Foundation
import PlainValues

/// Lines for `sextant run --events`, at random: those that were recorded of a flow project, in any
/// order, and what a user and an application may do besides.
struct RandomLines {
  private let recorded: [String]
  private var state: UInt64

  init(of project: String, seed: UInt64) throws {
    let text = try String(
      contentsOfFile: Command.flow(project) + "/events.jsonl", encoding: .utf8)
    recorded = text.split(separator: "\n").map(String.init).filter { $0 != #"{"quit":true}"# }
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  /// That many, joined. The recorded session goes on between them, so that they come far.
  mutating func lines(count: Int) -> String {
    var lines: [String] = []
    var next = 0
    for _ in 0..<count {
      switch random(10) {
      case 0: lines.append(#"{"back":true}"#)
      case 1: lines.append(others[random(others.count)])
      case 2: lines.append(recorded[random(recorded.count)])
      default:
        lines.append(recorded[next % recorded.count])
        next += 1
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private let others = [
    #"{"dismiss":true}"#, #"{"advance":1.5}"#, #"{"advance":40}"#, #"{"tab":"home"}"#,
    #"{"app":"session_expired"}"#, #"{"app":"did_enter_background"}"#, #"{"send":"unknown"}"#,
    #"{"open":"app://tea/assam"}"#, #"{"open":"orders"}"#, #"{"open":"nowhere/at/all"}"#,
    #"{"snapshot":true}"#, "not JSON",
  ]

  private mutating func random(_ bound: Int) -> Int {
    // SplitMix64, by Guy Steele, Doug Lea and Christine Flood.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(bound))
  }
}
