import Console

/// The command that runs one test again.
public struct Rerun: Hashable, Sendable {
  /// The options that a run was started with and that a test may depend on, as words.
  private let options: [String]

  public init(options: [String] = []) { self.options = options }

  /// A name that several tests have means all of them: then the line says which.
  func command(_ result: TestResult) -> String {
    result.sharesName ? command(at: result.id) : command(result.id)
  }

  func command(_ id: TestID) -> String {
    // What a terminal would act on cannot be shown, so that the name could not be copied.
    guard id.fullName.printable == id.fullName else { return command(at: id) }
    return words(["sextant", "test", id.file, "--name", id.fullName])
  }

  private func command(at id: TestID) -> String {
    words(["sextant", "test", "\(id.file):\(id.line)"])
  }

  func command(file: String) -> String {
    words(["sextant", "test", file])
  }

  private func words(_ words: [String]) -> String {
    (words + options).map(Self.quoted).joined(separator: " ")
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let plain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./=:,+@%".utf8.contains(byte)
        }
      }
    return plain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
