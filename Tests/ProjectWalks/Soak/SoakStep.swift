/// What happens to a flow that is soaked, beside what its user does.
enum SoakStep {
  case user(ProjectStep)
  /// What a screen in front can send, with a payload that no screen would send.
  case odd(Int, payload: Int)
  /// An event of any screen, also of one that is covered or gone, or of no screen at all.
  case stray(Int, event: Int, payload: Int)
  /// A service that has been waited for says something.
  case answer(Int, Answer)
  case save
  case swap(follow: Bool)
  /// It is left, and another host goes on from where it was.
  case restore
  /// It is left for good.
  case leave

  enum Answer: CaseIterable { case right, wrong, failure, never }

  static func random(using random: inout SeededGenerator) -> SoakStep {
    let number = Int.random(in: 0..<12, using: &random)
    let payload = Int.random(in: 0..<OddPayloads.all.count, using: &random)
    switch Int.random(in: 0..<10_000, using: &random) {
    case 0..<300: return .odd(number, payload: payload)
    case 300..<500:
      return .stray(number, event: Int.random(in: 0..<40, using: &random), payload: payload)
    case 500..<1_000:
      let kinds: [Answer] = [.right, .right, .right, .right, .right, .wrong, .failure, .failure]
      return .answer(number, kinds[Int.random(in: 0..<kinds.count, using: &random)])
    case 1_000..<1_010: return .answer(number, .never)
    case 1_010..<1_030: return .save
    case 1_030..<1_060: return .swap(follow: Bool.random(using: &random))
    case 1_060..<1_062: return .restore
    case 1_062..<1_072: return .leave
    default: return .user(.random(using: &random))
    }
  }
}
