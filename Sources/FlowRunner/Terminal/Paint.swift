/// Colours, where they are wanted.
public struct Paint: Sendable {
  private let isColored: Bool

  public init(colored: Bool) { isColored = colored }

  func title(_ text: String) -> String { wrap(text, "1") }
  func quiet(_ text: String) -> String { wrap(text, "2") }
  func error(_ text: String) -> String { wrap(text, "31") }
  func choice(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// What a script or a file says, without anything that a terminal would act on.
  public var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
