// The system's own calls, by one import. A file that needs no more of the system imports this and not
// Foundation: on Linux that brings tables of all languages and 40,000 pointers, which each start of the
// command would pay for. (`@_exported` is how Foundation hands them on, too; Swift has no other way.)
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// Why a call of the system has failed.
package struct SystemProblem: Error, Hashable, CustomStringConvertible {
  /// The `errno` of the call.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Of the call that has just failed.
  static var last: SystemProblem { SystemProblem(number: errno) }

  package var description: String { String(cString: strerror(number)) }
}
