/// How long a test may take, and what is said of one that took longer.
struct TimeLimit {
  /// Seconds of processor time.
  let seconds: Double

  /// What a worker may use before it is ended. A test in Lua is stopped by its own Lua state, which
  /// can say where it was; a worker is ended only if that did not happen.
  var processor: Double { seconds + min(2, seconds / 2) }

  /// How long one that does nothing may wait. It is generous: on a machine that is busy a test that
  /// works may not get on.
  var wall: Double { seconds * 4 + 2 }

  /// What is said of the test, or the part of a file, that took too long.
  static func message(of place: String, _ seconds: Double) -> String {
    """
    \(place) was still running after \(text(seconds)) and was stopped
    It may never return: look for a loop without an end. Give it longer with --timeout SECONDS.
    """
  }

  private static func text(_ seconds: Double) -> String {
    let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    return number == "1" ? "1 second" : "\(number) seconds"
  }
}
