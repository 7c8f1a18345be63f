/// Where an object is, as long as it lives: for who is to find it and not to hold it.
///
/// An object that somebody holds by Swift's `weak` costs more from then on whenever anybody takes or
/// lets go of it. Those that every turn goes through have one of these instead.
package final class Whereabouts<Object: AnyObject> {
  // Whoever it is of clears it first of all when it ends, in the isolation domain that both belong
  // to: until then it is alive.
  private unowned(unsafe) var place: Object?

  package init() {}

  /// The object; nil once it has ended.
  package var object: Object? { place }

  /// To be called by the object when it is made.
  package func begin(_ object: Object) { place = object }

  /// To be called by the object, as the first of its `deinit`.
  package func end() { place = nil }
}
