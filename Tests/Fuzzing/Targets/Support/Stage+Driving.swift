import Coordination
import Navigation
import PlainValues

/// What a user does who tries everything once.
extension Stage {
  /// Does what there is to do, a few times over. A turn that fails leaves all as it was.
  func drive() throws {
    for round in 0..<3 {
      for event in offers.prefix(8) {
        try step { host.send(event.name, event.payload, from: event.screen) }
      }
      try step { host.appEvent(round == 0 ? "sign_in" : "speak", Self.payload) }
      try step { host.open(["cart", "product/7?a=1", "home/item/3"][round]) }
      if let tabs = host.navigation.showingTabs.first.flatMap({ host.navigation.tabs(of: $0) }) {
        try step { host.selectTab(tabs.names[round % max(tabs.names.count, 1)]) }
      }
      for slot in project.experiments.slots.prefix(2) {
        let variants = project.experiments[slot]?.variants ?? []
        guard !variants.isEmpty else { continue }
        try step {
          host.swap(
            slot, to: variants[round % variants.count].name, live: round == 1 ? .follow : .finish)
        }
      }
      host.advance(by: Double(round) * 7)
      try check()
      try step { round == 1 ? host.dismiss() : host.back() }
      try pullAway(round)
    }
  }

  private static let payload: PackedValue =
    (try? PackedValue(["email": "a@b.c", "sku": "tea", "n": 2])) ?? .empty

  private struct Offer {
    let screen: ScreenID
    let name: String
    let payload: PackedValue
  }

  /// What the screens in front can send.
  private var offers: [Offer] {
    host.navigation.front.flatMap { screen in
      host.events(of: screen.id).map { Offer(screen: screen.id, name: $0, payload: Self.payload) }
    }
  }

  /// The user's fingers: facts, which nothing can refuse.
  private func pullAway(_ round: Int) throws {
    if round == 0, let front = host.navigation.front.last, !front.interception.contains(.back) {
      try step { host.userWentBack(from: front.id) }
    }
    let navigation = host.navigation
    if round == 2, let modal = navigation.visibleModals.last, modal.canBePulledDown,
      !navigation.refusesPulling(modal)
    {
      try step { host.userPulledDown(modal.id) }
    }
  }

  /// Takes a step, after which all that holds between turns holds, and of which nothing is left
  /// where it has failed.
  private func step(_ body: () -> Void) throws {
    let before = settled
    let turns = host.records.last?.turn ?? 0
    body()
    try check()
    let records = host.records.filter { $0.turn > turns }
    if records.count == 1, records[0].result == .failed {
      let after = settled
      try require(
        after == before,
        "a failed turn has left something behind: \(after.text) was \(before.text)")
    }
  }
}
