import Navigation

/// The events of screens that somebody names: their owner, or a coordinator above it. Compared before
/// and after, they tell what screens can send no longer.
package struct NamedEvents {
  /// A screen that can send no longer what it could.
  package struct Loss: Hashable {
    /// The path of its coordinator.
    package let coordinator: String
    package let screen: String
    /// Sorted.
    package let events: [String]
  }

  private let screens: [(id: ScreenID, events: Set<String>)]

  /// - Parameter ids: of screens that are there.
  init(_ ids: some Sequence<ScreenID>, in world: World) {
    screens = ids.sorted().compactMap { id in world.screens[id].map { (id, $0.namedEvents) } }
  }

  /// What has been lost since, in the order of the screens; of several that have lost the same, once.
  func losses(in world: World) -> [Loss] {
    var losses: [Loss] = []
    var known: Set<Loss> = []
    for (id, events) in screens {
      guard let record = world.screens[id] else { continue }
      let lost = events.subtracting(record.namedEvents).sorted()
      let loss = Loss(coordinator: record.owner.path, screen: record.name, events: lost)
      if !lost.isEmpty, known.insert(loss).inserted { losses.append(loss) }
    }
    return losses
  }
}

extension ScreenRecord {
  /// The events of it that somebody names.
  fileprivate var namedEvents: Set<String> {
    var named: Set<String> = []
    // What bubbles has the child's name as its source.
    var source = name
    for coordinator in owner.chain {
      named.formUnion(coordinator.behavior.events(ofScreen: source))
      named.formUnion(coordinator.behavior.events(ofScreen: EventNames.anySource))
      source = coordinator.name
    }
    return named
  }
}
