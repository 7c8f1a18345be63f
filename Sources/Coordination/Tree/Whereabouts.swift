/// Where an object is, as long as it lives: for who is to find it and not to hold it.
///
/// An object that somebody holds by Swift's `weak` costs more from then on whenever anybody takes or
/// lets go of it. Those that every turn goes through have one of these instead.
package final class Whereabouts<Object: AnyObject> {
  // Never dangling: the object sets it once all of it is there (`begin`), and clears it as the first
  // thing of its `deinit` (`end`), which Swift runs in every case from then on, also where its
  // initializer throws afterwards. Nothing runs between its last release and that: no class that has
  // one is Sendable, so whoever can read this is in the object's own isolation domain.
  private unowned(unsafe) var place: Object?

  package init() {}

  /// The object; nil once it has ended.
  package var object: Object? { place }

  /// To be called by the object when it is made.
  package func begin(_ object: Object) { place = object }

  /// To be called by the object, as the first of its `deinit`.
  package func end() { place = nil }
}
