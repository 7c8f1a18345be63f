import Console
import PlainValues

/// Takes lines of attributes as JSON, and writes a line of variants for each.
///
/// A line that is no such JSON is answered with an error line, and the next is taken.
public struct AssignmentLines {
  private let assigner: Assigner
  private let output: Output

  public init(_ assigner: Assigner, output: Output) {
    self.assigner = assigner
    self.output = output
  }

  /// Takes lines until the input ends. Empty ones are passed over.
  ///
  /// - Parameter input: an open file descriptor.
  /// - Throws: ``InputError`` where the input cannot be read, `OutputError` where the output cannot
  ///   be written.
  public func run(from input: Int32) throws {
    let reader = LineReader(descriptor: input, limit: LineDriver.longestLine)
    while let line = try reader.next() {
      let answer: Value
      do {
        guard let attributes = try read(line) else { continue }
        answer = assigner.names(for: attributes)
      } catch {
        try output.write(error.line(reader.lineNumber))
        continue
      }
      try output.write(JSON.text(of: answer) + "\n")
    }
  }

  private func read(_ line: LineReader.Line) throws(InputError) -> [String: Value]? {
    guard case .bytes(let bytes) = line else {
      throw InputError("the line is longer than \(LineDriver.longestLine >> 20) MiB")
    }
    if bytes.isBlankLine { return nil }
    let value: Value
    do {
      value = try JSON.parse(bytes)
    } catch {
      throw InputError("not JSON: column \(error.column): \(error.message)")
    }
    guard let attributes = value.object else {
      throw InputError("a line is an object of attributes, such as {\"user_id\":42}")
    }
    return attributes
  }
}
