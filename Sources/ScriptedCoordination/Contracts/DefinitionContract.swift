import Coordination
import LuaRuntime
import PlainValues

/// Reads what a definition says in `contract` and `implements`, and checks that it keeps what can
/// be known without running it.
struct DefinitionContract {
  private let definition: ScriptDefinition
  private let catalog: ProtocolCatalog
  private var types: TypeReader
  private var composer: ContractComposer
  /// The path of what asks for an event to be handled.
  private var asking: [String: [String]] = [:]

  var problems: [Problem] { types.problems }

  init(_ definition: ScriptDefinition, _ catalog: ProtocolCatalog, sourceMap: SourceMap) {
    self.definition = definition
    self.catalog = catalog
    composer = ContractComposer(types: catalog.types)
    types = TypeReader(
      file: definition.script + ".lua", sourceMap: sourceMap, names: Set(catalog.types.names))
  }

  /// Notes in the definition what it has agreed to.
  mutating func read() {
    let contract = definition.table.entry("contract")
    if !contract.isNil { readContract(contract) }
    let implements = definition.table.entry("implements")
    if !implements.isNil { readImplements(implements) }
    for conflict in composer.conflicts {
      types.error([implements.isNil ? "contract" : "implements"], conflict)
    }
    guard let contract = composer.contract else { return }
    definition.contract = contract
    checkHandled(contract)
    checkEmitted(contract)
  }

  private mutating func readContract(_ value: LuaValue) {
    let path = ["contract"]
    do {
      let plain = try value.packed(label: "contract").value
      var reader = ContractReader(types: types, subject: "contract") { "contract of \($0)" }
      var contract = reader.read(plain, path)
      types = reader.types
      contract.takeTypes(from: catalog.types)
      take(contract, path + ["handles"])
    } catch {
      types.error(path, "contract is not plain data: \(error.plainMessage)")
    }
  }

  private mutating func readImplements(_ value: LuaValue) {
    let path = ["implements"]
    let plain = try? value.packed(label: "implements").value
    let list = plain?.string.map { [Value.string($0)] } ?? plain?.array ?? []
    guard !list.isEmpty, list.allSatisfy({ $0.string != nil }) else {
      return types.error(
        path,
        "implements has to be a protocol's name, or a list of names: { \"buying\", \"paying\" }")
    }
    var seen: Set<String> = []
    for (index, item) in list.enumerated() {
      guard let name = item.string, seen.insert(name).inserted else { continue }
      let itemPath = path + (list.count > 1 ? [String(index + 1)] : [])
      definition.implements.insert(name)
      guard types.problems.hasRoom else { return }
      if let problem = catalog.problem(withNaming: name) { types.error(itemPath, problem) }
      if let contract = catalog[name] { take(contract, itemPath) }
    }
  }

  private mutating func take(_ part: Contract, _ path: [String]) {
    composer.add(part)
    for event in part.handles.keys where asking[event] == nil { asking[event] = path }
  }

  // MARK: What has to be kept

  private mutating func checkHandled(_ contract: Contract) {
    let handled = Set(definition.transitions.values.flatMap(\.keys))
    let known = handled.sorted()
    for (event, origin) in contract.handles.sorted(by: { $0.key < $1.key })
    where !handled.contains(event) && types.problems.hasRoom {
      let near =
        Suggestion.nearest(to: event, among: known)
        .map { "; \"\($0)\" is there" } ?? ""
      types.error(
        asking[event] ?? [],
        "\"\(event)\" has to be handled (\(origin)): name it in transitions, under where it comes from\(near)"
      )
    }
  }

  private mutating func checkEmitted(_ contract: Contract) {
    guard let emits = contract.emits else { return }
    for (event, use) in definition.namesInUse.emitted.sorted(by: { $0.key < $1.key })
    where emits[event] == nil && types.problems.hasRoom {
      guard let problem = contract.problem(withEmitted: event, .empty) else { continue }
      types.error(use.path, "emit \"\(event)\": \(problem)")
    }
  }
}
