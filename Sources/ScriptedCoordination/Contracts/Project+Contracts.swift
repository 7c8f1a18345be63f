import Coordination

/// Protocols, contracts, and what screens need.
extension Project {
  /// What the script of that name has agreed to, or all variants of that slot; nil for one without
  /// a contract, and where there is none.
  public func contract(of slot: String) -> Contract? {
    scripts[experiments[slot]?.first.script ?? slot]?.definition.contract
  }
}

extension ScriptDefinition {
  /// Takes up its contract, and says what is wrong with that and with what it shows.
  func readContract(
    _ protocols: ProtocolCatalog, _ needs: ScreenNeeds, in files: ProjectFiles
  ) -> [Problem] {
    let file = script + ".lua"
    let map = SourceMap(files[file] ?? [])
    var reader = DefinitionContract(self, protocols, sourceMap: map)
    reader.read()
    var problems = reader.problems
    for (screen, use) in namesInUse.screens.sorted(by: { $0.key < $1.key }) where problems.hasRoom {
      guard let text = needs.problem(withShowing: screen, in: self) else { continue }
      problems.note(Problem(.error, file: file, line: map.line(of: use.path), text))
    }
    return problems
  }

  /// Whether it says anything of what it agrees to.
  var mentionsContract: Bool {
    !table.entry("contract").isNil || !table.entry("implements").isNil
  }
}

extension ProtocolCatalog {
  /// What is wrong with the protocols that screens need.
  func problems(withNeedsOf screens: ScreenCatalog, in files: ProjectFiles) -> [Problem] {
    let map = SourceMap(files["screens.lua"] ?? [])
    var problems: [Problem] = []
    for (name, screen) in screens.screens.sorted(by: { $0.key < $1.key }) {
      for needed in screen.needs where problems.hasRoom {
        guard let problem = problem(withNaming: needed) else { continue }
        problems.note(
          Problem(
            .error, file: "screens.lua", line: map.line(of: [name, "needs"]),
            "the screen \(name): \(problem)"))
      }
    }
    return problems
  }
}
