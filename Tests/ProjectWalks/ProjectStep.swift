/// What a user does in a flow project, in words that mean something wherever the flow is, so that
/// steps can be left out.
package enum ProjectStep: Hashable, Sendable {
  /// One of what the screens in front offer, filled in one way or another.
  case choose(Int, filling: Int)
  case back
  case dismiss
  case swipeBack
  case pullDown
  case tab(Int)
  case app(Int)
  case open(Int)
  case advance(Double)

  package static func random(using random: inout SeededGenerator) -> ProjectStep {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: .back
    case 1: .dismiss
    case 2: .swipeBack
    case 3: .pullDown
    case 4, 5: .tab(Int.random(in: 0..<4, using: &random))
    case 6: .app(Int.random(in: 0..<4, using: &random))
    case 7: .advance(Double(Int.random(in: 0..<40, using: &random)) / 2)
    case 8, 9: .open(Int.random(in: 0..<6, using: &random))
    default:
      .choose(
        Int.random(in: 0..<12, using: &random), filling: Int.random(in: 0..<3, using: &random))
    }
  }
}
