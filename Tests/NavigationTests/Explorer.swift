import PlainValues

@testable import Navigation

/// Tries every operation on every router, to find all small navigations.
enum Explorer {
  /// Gives ids that it has not given before.
  final class Fresh {
    private var last: UInt64

    init(after navigation: Navigation) {
      let screens = navigation.screens.map(\.id.rawValue)
      last = (screens + navigation.allRouters.map(\.rawValue)).max() ?? 0
    }

    func id() -> UInt64 {
      last += 1
      return last
    }

    func screen() -> Screen {
      let id = id()
      return Screen(id: ScreenID(rawValue: id), name: "s\(id)")
    }

    func router(_ screens: Int) -> RouterState {
      RouterState(id: RouterID(rawValue: id()), (0..<screens).map { _ in screen() })
    }
  }

  typealias Operation = (inout Navigation, Fresh) throws -> Removal

  /// One navigation of each form that so many operations lead to. None of them has an id in common
  /// with another, but for what they have from a common ancestor.
  static func states(depth: Int) -> [Navigation] {
    let empty = Navigation(base: RouterID(rawValue: 1))
    let fresh = Fresh(after: empty)
    var forms: Set<String> = [form(of: empty)]
    var (all, newest) = ([empty], [empty])
    for _ in 0..<depth {
      newest = newest.flatMap { state in
        operations(on: state).compactMap { operation in
          var next = state
          guard (try? operation(&next, fresh)) != nil, isSmall(next) else { return nil }
          return forms.insert(form(of: next)).inserted ? next : nil
        }
      }
      all += newest
    }
    return all
  }

  /// What so many operations make of a navigation, in whatever order.
  static func turns(from state: Navigation, operations count: Int) -> [Navigation] {
    let fresh = Fresh(after: state)
    return (0..<count).reduce([state]) { states, _ in
      states.flatMap { state in
        operations(on: state).compactMap { operation in
          var next = state
          return (try? operation(&next, fresh)) == nil ? nil : next
        }
      }
    }
  }

  private static func isSmall(_ state: Navigation) -> Bool {
    state.modals.count <= 2
      && state.roots.flatMap(\.routers).allSatisfy { ($0.stack?.count ?? 0) <= 2 }
  }

  /// What a navigation looks like apart from its ids.
  private static func form(of state: Navigation) -> String {
    let order = state.allRouters
    return form(of: state.base)
      + state.modals.map { modal in
        "\(order.firstIndex(of: modal.over) ?? -1)\(modal.isSingle)\(form(of: modal.router))"
      }.joined()
  }

  private static func form(of router: RouterState) -> String {
    switch router.content {
    case .stack(let stack): "[" + stack.screens.map { $0.params.isEmpty ? "s" : "u" }.joined() + "]"
    case .tabs(let tabs):
      "t\(tabs.selected)("
        + tabs.tabs.map { form(of: $0.router) + ($0.badge == nil ? "" : "b") }.joined() + ")"
    case .split(let split):
      (split.isCollapsed ? "c(" : "e(") + form(of: split.primary) + form(of: split.secondary) + ")"
    }
  }
}

// MARK: - Operations

extension Explorer {
  static func operations(on state: Navigation) -> [Operation] {
    state.roots.flatMap(\.routers).flatMap { operations(on: $0) }
      + state.screens.flatMap { operations(on: $0) }
      + state.modals.map { modal in { state, _ in try state.dismiss(modal: modal.id) } }
  }

  private static func operations(on router: RouterState) -> [Operation] {
    let id = router.id
    let anywhere: [Operation] = [
      { state, fresh in try state.setRoot(fresh.screen(), on: id) },
      { state, fresh in
        let tabs = ["a", "b"].map { Tab(name: $0, router: fresh.router($0 == "a" ? 1 : 0)) }
        return try state.setTabs(tabs, on: id)
      },
      { state, fresh in
        try state.split(
          Split(primary: fresh.router(1), secondary: fresh.router(1)), on: id)
      },
      { state, fresh in
        try state.split(
          Split(primary: fresh.router(1), secondary: fresh.router(1), isCollapsed: true), on: id)
      },
      { state, fresh in
        try state.present(Modal(router: fresh.router(1), over: id, style: .sheet))
        return Removal()
      },
      { state, fresh in
        try state.present(Modal(router: fresh.router(0), over: id, style: .sheet))
        return Removal()
      },
      { state, fresh in
        let router = RouterID(rawValue: fresh.id())
        try state.present(Modal(fresh.screen(), router: router, over: id, style: .alert))
        return Removal()
      },
      { state, _ in try state.dismiss(over: id) },
      { state, _ in try state.dismissAll(over: id) },
    ]
    switch router.content {
    case .stack: return anywhere + stackOperations(on: id)
    case .tabs: return anywhere + tabOperations(on: id)
    case .split:
      return anywhere + [{ state, fresh in try state.showDetail(fresh.screen(), on: id) }]
    }
  }

  private static func stackOperations(on id: RouterID) -> [Operation] {
    [
      { state, fresh in
        try state.push(fresh.screen(), on: id)
        return Removal()
      },
      { state, fresh in try state.replace(with: fresh.screen(), on: id) },
      { state, _ in try state.pop(on: id) },
      { state, _ in try state.popToRoot(on: id) },
    ]
  }

  private static func tabOperations(on id: RouterID) -> [Operation] {
    let selections: [Operation] = ["a", "b"].map { name in
      { state, _ in
        try state.selectTab(name, on: id)
        return Removal()
      }
    }
    let badges: [Operation] = [Value.integer(3), nil].map { badge in
      { state, _ in
        try state.setBadge(badge, tab: "b", on: id)
        return Removal()
      }
    }
    return selections + badges
  }

  private static func operations(on screen: Screen) -> [Operation] {
    [
      { state, _ in try state.pop(through: screen.id) },
      { state, _ in state.remove([screen.id]) },
      { state, _ in
        state.update(screen.id, params: try PackedValue(["n": 1]))
        return Removal()
      },
    ]
  }
}
