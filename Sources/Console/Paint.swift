/// Colours, where they are wanted.
public struct Paint: Sendable {
  private let isColored: Bool

  public init(colored: Bool) { isColored = colored }

  public func title(_ text: String) -> String { wrap(text, "1") }
  public func quiet(_ text: String) -> String { wrap(text, "2") }
  public func error(_ text: String) -> String { wrap(text, "31") }
  public func choice(_ text: String) -> String { wrap(text, "36") }
  public func good(_ text: String) -> String { wrap(text, "32") }
  public func warning(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// What a script or a file says, without anything that a terminal would act on.
  public var printable: String {
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? " " : $0 }))
  }
}
