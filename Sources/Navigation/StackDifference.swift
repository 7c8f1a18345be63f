/// What it takes to get from one version of a stack to another, found by the identity of the
/// screens.
///
/// It looks only at the nodes that the two do not share, so that its cost follows what changed and
/// not how deep the stacks are.
struct StackDifference {
  /// The screens above the lowest one that was there before or is there now and not in its place,
  /// the lowest first: those of before, and those of now.
  private let removed: ArraySlice<Screen>
  private let added: ArraySlice<Screen>
  private let target: Stack
  /// Screens that are in both and have other params now, as they are now, the lowest first.
  let updated: [Screen]
  /// How many nodes had to be looked at.
  let visited: Int

  init(from old: Stack, to new: Stack) {
    let (before, after) = Self.unshared(old.node, new.node)
    visited = before.count + after.count
    let same = zip(before, after).prefix { $0.id == $1.id }.count
    removed = before.dropFirst(same)
    added = after.dropFirst(same)
    target = new
    updated = Self.updated(from: before, to: after)
  }

  /// The one call that does it, the first that fits of scripting.md's list; none where no screen
  /// came or went.
  var action: RouterCall.Action? {
    guard !removed.isEmpty || !added.isEmpty else { return nil }
    guard let top = target.top else { return .clear }
    if removed.isEmpty, added.count == 1 { return .push(top) }
    if added.count == 1, target.count == 1, !removed.contains(where: { $0.id == top.id }) {
      return .setRoot(top)
    }
    if added.isEmpty, let gone = removed.last {
      return removed.count == 1 ? .pop(gone) : .popTo(top)
    }
    if added.count == 1, removed.count == 1, let gone = removed.first {
      return .replace(gone, with: top)
    }
    return .setStack(target)
  }

  /// The screens above what the two stacks share as one piece of memory, the lowest first.
  private static func unshared(
    _ old: Stack.Node?, _ new: Stack.Node?
  ) -> (before: [Screen], after: [Screen]) {
    var (old, new) = (old, new)
    var (before, after): ([Screen], [Screen]) = ([], [])
    while old !== new {
      let (oldDepth, newDepth) = (old?.depth ?? 0, new?.depth ?? 0)
      if oldDepth >= newDepth, let node = old {
        before.append(node.screen)
        old = node.below
      }
      if newDepth >= oldDepth, let node = new {
        after.append(node.screen)
        new = node.below
      }
    }
    return (before.reversed(), after.reversed())
  }

  private static func updated(from before: [Screen], to after: [Screen]) -> [Screen] {
    guard !before.isEmpty, !after.isEmpty else { return [] }
    if before.count == 1, after.count == 1 {
      return before[0].id == after[0].id && before[0].params != after[0].params ? after : []
    }
    let params = Dictionary(before.map { ($0.id, $0.params) }) { first, _ in first }
    return after.filter { screen in params[screen.id].map { $0 != screen.params } ?? false }
  }
}
