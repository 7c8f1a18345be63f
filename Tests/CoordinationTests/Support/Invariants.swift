import PlainValues

@testable import Coordination
@testable import Navigation

extension Flow {
  /// What is wrong with the host's tables, each in a sentence; nothing between turns.
  var inconsistencies: [String] { host.world.inconsistencies }

  /// All that a turn can change: two equal ones say that nothing differs.
  var dump: Dump {
    host.dump { ($0.behavior as? SwiftBehavior<Scripted>)?.body?.memory ?? [] }
  }
}

/// All that a turn can change.
struct Dump: Equatable, CustomStringConvertible {
  var navigation: Navigation
  var lines: [String] = []
  var attributes: [String: Value] = [:]
  var stored: [String: Value] = [:]

  var description: String {
    ([navigation.description] + lines + ["\(attributes)", "\(stored)"]).joined(separator: "\n")
  }

  func adding(_ line: String) -> Dump {
    var dump = self
    dump.lines.append(line)
    return dump
  }
}

extension Host {
  /// - Parameter memory: the state of a coordinator.
  func dump(_ memory: (LiveCoordinator) -> [String]) -> Dump {
    var lines = [outcome?.word ?? "-"]
    for coordinator in world.coordinators.values {
      lines.append(
        """
        \(coordinator.path) #\(coordinator.id.rawValue) \(coordinator.lifecycle.phase.rawValue) \
        router \(coordinator.router.rawValue) memory \(memory(coordinator).joined(separator: " ")) \
        screens \(list(coordinator.screens.keys)) of \(coordinator.subtreeScreens) children \
        \(list(coordinator.children.newestFirst.map(\.id))) \
        containers \(list(coordinator.containers))
        """)
    }
    for (id, record) in world.screens {
      lines.append("\(id) \(record.name) of \(record.owner.path) on \(record.router)")
    }
    for (id, record) in world.routers.sorted(by: { $0.key < $1.key }) {
      let modal = record.modal.map { "\($0.style.rawValue) over \($0.over) \($0.isLocked)" }
      lines.append(
        """
        \(id): residents \(list(record.residents.keys)) modal \(modal ?? "-") \
        container of \(record.containerOwner?.path ?? "-") starts \(record.start?.name ?? "-")
        """)
    }
    for (name, listeners) in world.appListeners.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name): \(list(listeners.keys))")
    }
    return Dump(
      navigation: navigation, lines: lines, attributes: world.attributes,
      stored: (world.store as? MemoryStore)?.values ?? [:])
  }

  private func list(_ ids: some Sequence<some RawRepresentable<UInt64>>) -> String {
    ids.map(\.rawValue).sorted().map { String($0) }.joined(separator: " ")
  }
}
