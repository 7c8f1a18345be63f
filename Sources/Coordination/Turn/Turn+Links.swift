import Navigation
import PlainValues

/// Following links.
extension Turn {
  /// A link that is being followed.
  struct Following {
    /// The links that led to this one, itself last.
    let chain: [String]
    /// The coordinators that it has led to.
    var reached: [LiveCoordinator] = []
    /// Whether it is kept for later instead.
    var isDeferred = false
  }

  /// Follows a link from the root. The modals that were up then go, but for those that are locked
  /// and those that the link has led into.
  func open(_ url: String, chain: [String]) throws {
    guard let root = world.root, root.lifecycle.isLive else {
      return note(.note, "the link \(url) leads nowhere: nothing is running")
    }
    let before = world.navigation.modals.map(\.id)
    following = Following(chain: chain + [url])
    try follow(try Link(url), in: root)
    guard let following, !following.isDeferred else { return }
    try dismiss(before, exceptFor: following)
  }

  /// Takes a link on to a coordinator: the first of its patterns that matches and whose guards
  /// hold.
  ///
  /// - Throws: ``FlowError`` where there is none.
  func follow(_ link: Link, in coordinator: LiveCoordinator) throws {
    following?.reached.append(coordinator)
    let patterns = coordinator.behavior.linkPatterns
    for pattern in patterns {
      guard let rest = pattern.match(link) else { continue }
      let event = Event(pattern.text, from: .link, payload: rest.payload)
      let disposition: Disposition
      do {
        disposition = try running(coordinator, event, origin: nil) { context in
          try coordinator.behavior.follow(event, under: pattern.text, context)
        }
      } catch {
        throw FlowError.wrapping(error, in: coordinator)
      }
      if disposition == .handled { return }
    }
    throw FlowError(.misuse, leadsNowhere(link, coordinator), coordinator: coordinator.path)
  }

  private func leadsNowhere(_ link: Link, _ coordinator: LiveCoordinator) -> String {
    let what = link.rest.isEmpty ? link.url : link.rest
    let patterns = coordinator.behavior.linkPatterns
    guard !patterns.isEmpty else {
      return "no link leads to \"\(what)\": \(coordinator.name) has no links"
    }
    if let match = patterns.first(where: { $0.match(link) != nil }) {
      return
        "no link leads to \"\(what)\" now: it matches \(match.text) of \(coordinator.name), which declines: its guards do not hold, or it passes"
    }
    let near = Suggestion.patterns(near: link, among: patterns)
    return "no link leads to \"\(what)\": \(coordinator.name) has \(near)"
  }

  /// Passes on what is left of a link to a child that it has led to.
  /// One that is kept for later goes no further now.
  func pass(_ link: Link, to child: LiveCoordinator, from parent: LiveCoordinator) throws {
    guard !isLinkDeferred else { return }
    guard child.lifecycle.isLive else {
      return note(.note, "\(child.name) has ended: \"\(link.rest)\" of \(link.url) is not followed")
    }
    // Where nothing is left, a child is asked only if it says what that means.
    let asks = child.behavior.linkPatterns.contains { $0.match(link) != nil }
    guard link.path.isEmpty, !asks else { return try follow(link, in: child) }
    following?.reached.append(child)
  }

  // MARK: Later

  /// Whether the link that is followed is kept for later instead.
  var isLinkDeferred: Bool { following?.isDeferred ?? false }

  /// Keeps a link until it is resumed; the newest one only.
  func deferLink(_ link: Link, by coordinator: LiveCoordinator) throws {
    try permit(.act("defer a link"), for: coordinator)
    try charge(name: link.url, of: "a link")
    world.setDeferredLink(link.url)
    following?.isDeferred = true
  }

  /// Follows the link that is kept, after this turn.
  func resumeLink(by coordinator: LiveCoordinator) throws {
    try permit(.act("resume a link"), for: coordinator)
    guard let url = world.deferredLink else { return }
    world.setDeferredLink(nil)
    try postLink(url)
  }

  /// Follows a link from the root, after this turn.
  func openLink(_ url: String, by coordinator: LiveCoordinator) throws {
    _ = try Link(url)
    try permit(.act("open \(url)"), for: coordinator)
    try charge(name: url, of: "a link")
    try postLink(url)
  }

  private func postLink(_ url: String) throws {
    let chain = following?.chain ?? []
    guard chain.count < limits.linkHops else {
      throw exceeds(
        "links open each other, \(limits.linkHops) in a row: … → \((chain.suffix(3) + [url]).joined(separator: " → "))"
      )
    }
    effects.sequels.append(.open(OpenedLink(url: url, chain: chain)))
  }

  // MARK: Modals

  private func dismiss(_ before: [RouterID], exceptFor following: Following) throws {
    var kept: Set<RouterID> = []
    func keep(_ router: RouterID) {
      var next: RouterID? = router
      while let current = next, let modal = world.navigation.modal(of: current) {
        kept.insert(modal.id)
        next = modal.over
      }
    }
    for coordinator in following.reached { keep(coordinator.router) }
    for modal in world.navigation.modals where modal.isLocked { keep(modal.id) }
    let isNew = Set(world.navigation.modals.map(\.id)).subtracting(before)
    for modal in isNew { keep(modal) }
    for id in before.reversed()
    where !kept.contains(id) && world.navigation.modal(of: id) != nil {
      let removal = try takeAway(by: nil, .link) { try $0.dismiss(modal: id) }
      account(for: removal, by: nil, reason: .link)
    }
  }
}

/// A link that a coordinator opens.
struct OpenedLink {
  let url: String
  /// The links that led to it.
  let chain: [String]
}
