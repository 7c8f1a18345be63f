/// The protocols that screens need of whoever shows them.
struct ScreenNeeds {
  private var needs: [String: [String]] = [:]

  var isEmpty: Bool { needs.isEmpty }

  init() {}

  init(_ screens: ScreenCatalog) {
    needs = screens.screens.compactMapValues { $0.needs.isEmpty ? nil : $0.needs }
  }

  /// What is wrong where the coordinator of that definition shows that screen; nil where nothing is.
  func problem(withShowing screen: String, in definition: ScriptDefinition) -> String? {
    guard let needed = needs[screen],
      let missing = needed.first(where: { !definition.implements.contains($0) })
    else { return nil }
    return """
      the screen "\(screen)" needs the protocol "\(missing)", which \(definition.script) does not \
      implement: add "\(missing)" to implements in \(definition.script).lua, or let a coordinator \
      show it that does
      """
  }
}
