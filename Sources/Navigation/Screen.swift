import PlainValues

/// One screen that is on show or beneath others: an instance, so that two screens of one name are
/// told apart.
public struct Screen: Hashable, Sendable {
  public let id: ScreenID
  public let name: String
  public var params: PackedValue
  /// The gestures on it that are refused at their start.
  public var interception: Interception

  public init(
    id: ScreenID, name: String, params: PackedValue = .empty, interception: Interception = []
  ) {
    self.id = id
    self.name = name
    self.params = params
    self.interception = interception
  }
}

/// The gestures on a screen that are refused at their start and become requests instead, because
/// somebody wants to be asked first.
public struct Interception: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Swiping back.
  public static let back = Interception(rawValue: 1)
  /// Pulling a modal down.
  public static let dismiss = Interception(rawValue: 2)
}
