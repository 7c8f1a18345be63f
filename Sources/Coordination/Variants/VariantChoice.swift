import PlainValues

/// What a source of coordinators can know while it chooses the variant of one that is started, and
/// what it leaves behind: undone with the turn where that fails.
public struct VariantChoice {
  let turn: Turn

  /// Who the user is.
  public var attributes: [String: Value] { turn.world.attributes }

  /// The variant that was chosen by hand for that slot; nil for none.
  public func override(of slot: String) -> String? { turn.world.variants[slot] }

  /// What was remembered under that key.
  public func remembered(_ key: String) -> Value? { turn.world.store.value(forKey: key) }

  /// Tells of something that is likely a mistake.
  public func note(_ text: String) { turn.note(.warning, text) }

  /// The coordinator of that script, from whichever source has it.
  public func coordinator(_ script: String) throws -> (Binding, any Behavior)? {
    for source in turn.sources {
      if let found = try source.coordinator(for: script) { return found }
    }
    return nil
  }

  /// Keeps a value in the host's store.
  public func remember(_ key: String, _ value: Value) { turn.world.setStored(key, value) }

  /// Tells the application once the turn has succeeded (``HostOptions/onExposure``).
  public func expose(_ exposure: Exposure) { turn.record.happenings.exposures.append(exposure) }
}
