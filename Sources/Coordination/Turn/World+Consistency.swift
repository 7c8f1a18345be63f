import Navigation

extension Host {
  /// What is wrong with the host's tables, each in a sentence; nothing between turns. Costs what
  /// lives and is on show: for tests and soaks.
  package var inconsistencies: [String] { world.inconsistencies }
}

extension World {
  /// The same between turns.
  var inconsistencies: [String] {
    treeFaults + screenFaults + routerFaults
  }

  private var treeFaults: [String] {
    var faults: [String] = []
    let reachable = root.map { Array($0.postOrder) } ?? []
    if Set(reachable.map(\.id)) != Set(coordinators.keys) {
      faults.append("the tree and the table of coordinators differ")
    }
    for coordinator in reachable {
      let path = coordinator.path
      if coordinator.lifecycle.phase != .active {
        faults.append("\(path) is \(coordinator.lifecycle.phase)")
      }
      if coordinator !== root, coordinator.parent == nil { faults.append("\(path): no parent") }
      if routers[coordinator.router] == nil { faults.append("\(path): its router is gone") }
      let below = coordinator.postOrder.reduce(0) { $0 + $1.screens.count }
      if below != coordinator.subtreeScreens {
        faults.append("\(path): \(below) screens below, counted \(coordinator.subtreeScreens)")
      }
      for (name, children) in Dictionary(grouping: coordinator.children.newestFirst, by: \.name)
      where coordinator.children.newest(named: name) !== children.first {
        faults.append("\(path): the newest \(name) is not found")
      }
      for router in coordinator.containers
      where routers[router]?.containerOwner !== coordinator {
        faults.append("\(path): does not own \(router)")
      }
    }
    for (name, listeners) in appListeners {
      for (id, listener) in listeners where coordinators[id] !== listener {
        faults.append("\(listener.name) has ended and listens to \(name)")
      }
    }
    return faults
  }

  private var screenFaults: [String] {
    var faults: [String] = []
    if Set(navigation.screens.map(\.id)) != Set(screens.keys) {
      faults.append("the navigation and the table of screens differ")
    }
    if navigation.screens.count != screens.count { faults.append("a screen is on show twice") }
    for (id, record) in screens {
      if coordinators[record.owner.id] !== record.owner {
        faults.append("\(record.name): its owner \(record.owner.name) is not alive")
      }
      if !record.owner.screens.contains(id) {
        faults.append("\(record.name): \(record.owner.path) does not know it")
      }
      if let place = navigation.locate(id), place.router != record.router {
        faults.append("\(record.name): is on \(place.router), not on \(record.router)")
      }
    }
    let owned = coordinators.values.reduce(0) { $0 + $1.screens.count }
    if owned != screens.count { faults.append("\(owned) screens owned, \(screens.count) known") }
    return faults
  }

  private var routerFaults: [String] {
    var faults: [String] = []
    for router in navigation.routers where routers[router.id] == nil {
      faults.append("\(router.id) is in the navigation and unknown")
    }
    for (id, record) in routers {
      let state = navigation.router(id)
      if state == nil, record.modal == nil || record.residents.isEmpty {
        faults.append("\(id) is not in the navigation and waits for nothing")
      }
      for (resident, coordinator) in record.residents
      where coordinators[resident] !== coordinator || coordinator.router != id {
        faults.append("\(id): its resident \(coordinator.name) is not there")
      }
      if let owner = record.containerOwner {
        if coordinators[owner.id] !== owner { faults.append("\(id): its owner has ended") }
        if !owner.containers.contains(id) { faults.append("\(id): its owner does not know") }
        if state?.stack != nil { faults.append("\(id) shows a stack and has an owner") }
      } else if let state, state.stack == nil {
        faults.append("\(id) shows a container and has no owner")
      }
    }
    return faults
  }
}
