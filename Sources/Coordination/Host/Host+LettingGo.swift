/// Letting go of what lives when nobody is to be told any more.
extension Host {
  /// Closes the host and lets go of all coordinators: nothing of them runs again, their `finish`
  /// neither, and nothing in Swift or Lua is held for them. What is on show, and the records, can
  /// still be read. Costs what lives.
  package func letGo() {
    close()
    releaseCoordinators()
  }

  /// Breaks the circles between coordinators and what runs them: who ends has them broken by its
  /// end, and who still lives when its host goes, here. Costs what lives.
  func releaseCoordinators() {
    guard let root else { return }
    for coordinator in root.postOrder {
      for suspension in coordinator.suspensions.values { suspension.handler.drop() }
      coordinator.suspensions = [:]
      coordinator.behavior.release()
    }
  }
}
