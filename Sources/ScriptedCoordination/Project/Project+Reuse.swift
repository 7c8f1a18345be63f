import Coordination

/// Running one project by one host after the other, for who runs many short flows.
extension Project {
  /// From now on remembers what scripts are like before they run. To be called before the first
  /// host is made.
  package func rememberLoaded() throws { image = try ProjectImage(runtime) }

  /// The coordinators that have ended and that scripts still hold, by the names that started them.
  ///
  /// Where no script has changed what it keeps outside the state of its coordinators, nothing can
  /// hold one; else it costs a collection of garbage.
  package func leakedCoordinators() -> [String] {
    guard let image, image.hasChanged || image.isOpaque else { return [] }
    collectGarbage()
    return image.endedButThere
  }

  /// Makes scripts what they were when loaded, for another host.
  ///
  /// - Returns: false where that cannot be done: the project is to be loaded anew.
  package func restoreLoaded() -> Bool {
    guard let image, !image.isOpaque else { return false }
    pending = [:]
    return (try? image.restore(runtime)) != nil
  }
}
