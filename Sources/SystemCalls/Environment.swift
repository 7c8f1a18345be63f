/// The variables that the process was started with.
package enum Environment {
  /// One of them; nil where it is not set. Costs a look at each, where a list of all would be made
  /// before one could be found in it.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
