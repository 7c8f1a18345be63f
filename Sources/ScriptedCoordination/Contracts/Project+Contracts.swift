import Coordination

/// Protocols, contracts, and what screens need.
extension Project {
  /// What the script of that name has agreed to; nil for one without a contract, and where there is
  /// none.
  public func contract(of slot: String) -> Contract? { definitions[slot]?.contract }

  func loadProtocols() -> [Problem] {
    guard let source = files[ProtocolReader.file] else { return [] }
    do {
      let value = try ModuleLoader(runtime, files).run(ProtocolReader.file)
      var reader = ProtocolReader(sourceMap: SourceMap(source))
      protocols = reader.read(value)
      return reader.problems
    } catch {
      protocols.source = .unreadable
      return [Problem(error, loading: ProtocolReader.file)]
    }
  }

  /// Reads all contracts, and checks who shows screens that need a protocol. To be called when
  /// protocols, definitions and screens are there.
  func checkContracts() -> [Problem] {
    runtime.screenNeeds = ScreenNeeds(screens)
    runtime.contract = { [weak self] in self?.contract(of: $0) }
    var problems = checkNeeds()
    for (_, definition) in definitions.sorted(by: { $0.key < $1.key })
    where definition.mentionsContract || !runtime.screenNeeds.isEmpty {
      problems += readContract(of: definition)
    }
    return problems
  }

  /// Gives a definition its contract, and says what is wrong with that and with what it shows.
  private func readContract(of definition: ScriptDefinition) -> [Problem] {
    let file = definition.script + ".lua"
    let map = SourceMap(files[file] ?? [])
    var contract = DefinitionContract(definition, protocols, sourceMap: map)
    contract.read()
    var problems = contract.problems
    for (screen, use) in definition.namesInUse.screens.sorted(by: { $0.key < $1.key }) {
      guard let text = runtime.screenNeeds.problem(withShowing: screen, in: definition)
      else { continue }
      problems.append(
        Problem(.error, file: file, line: map.line(of: use.path), text))
    }
    return problems
  }

  private func checkNeeds() -> [Problem] {
    let map = SourceMap(files["screens.lua"] ?? [])
    var problems: [Problem] = []
    for (name, screen) in screens.screens.sorted(by: { $0.key < $1.key }) {
      for needed in screen.needs {
        guard let problem = protocols.problem(withNaming: needed) else { continue }
        problems.append(
          Problem(
            .error, file: "screens.lua", line: map.line(of: [name, "needs"]),
            "the screen \(name): \(problem)"))
      }
    }
    return problems
  }
}

extension ScriptDefinition {
  /// Whether it says anything of what it agrees to.
  fileprivate var mentionsContract: Bool {
    !table.entry("contract").isNil || !table.entry("implements").isNil
  }
}
