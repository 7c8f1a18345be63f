import Coordination
import LuaRuntime
import PlainValues

/// Reads what protocols.lua returns.
struct ProtocolReader {
  static let file = "protocols.lua"
  private let sourceMap: SourceMap
  private(set) var problems: [Problem] = []

  init(sourceMap: SourceMap) { self.sourceMap = sourceMap }

  mutating func read(_ value: LuaValue) -> ProtocolCatalog {
    var catalog = ProtocolCatalog()
    catalog.source = .unreadable
    guard case .table(let table) = value else {
      error(
        [],
        "protocols.lua returns \(value.isNil ? "nothing" : "a \(value.typeName)"), it has to return a table of protocols"
      )
      return catalog
    }
    do {
      guard let entries = try table.packed(label: "protocols").value.object else {
        error([], "protocols.lua returns a list, it has to return a table of protocols by name")
        return catalog
      }
      catalog.types = readTypes(entries["types"] ?? .empty)
      readProtocols(entries, into: &catalog)
      catalog.source = .read
    } catch {
      self.error([], "protocols are not plain data: \(error.plainMessage)")
    }
    return catalog
  }

  private mutating func error(_ path: [String], _ text: String) {
    problems.note(Problem(.error, file: Self.file, line: sourceMap.line(of: path), text))
  }

  private mutating func readTypes(_ value: Value) -> NamedTypes {
    guard let entries = value.object else {
      error(["types"], "types is \(value.kind), it has to be a table of types by name")
      return NamedTypes()
    }
    var reader = TypeReader(
      file: Self.file, sourceMap: sourceMap, names: Set(entries.keys), problems: problems)
    var types: [String: ContractType] = [:]
    for (name, type) in entries.sorted(by: { $0.key < $1.key }) {
      let path = ["types", name]
      if ContractType.plain[name] != nil {
        reader.error(path, "\"\(name)\" is a type already; give yours another name")
      }
      if name.isEmpty || name.hasSuffix("?") {
        reader.error(
          path,
          "a type cannot be called \"\(name)\": the ? says where it is used that it is optional"
        )
      }
      types[name] = reader.read(type, path)
    }
    problems = reader.problems
    let (known, circles) = NamedTypes.untangled(types)
    for circle in circles {
      let shown = circle.count > 12 ? circle.prefix(10) + ["…"] + circle.suffix(1) : circle[...]
      error(
        ["types", circle[0]],
        """
        the type "\(circle[0])" holds itself: \(shown.joined(separator: " → ")). No value can be \
        one: make a key on the way optional, or a list
        """)
    }
    return known
  }

  private mutating func readProtocols(
    _ entries: [String: Value], into catalog: inout ProtocolCatalog
  ) {
    let names = Set(catalog.types.names)
    for (name, value) in entries.sorted(by: { $0.key < $1.key }) where name != "types" {
      let types = TypeReader(
        file: Self.file, sourceMap: sourceMap, names: names, problems: problems)
      var reader = ContractReader(types: types, subject: "the protocol \"\(name)\"") { place in
        "protocol \"\(name)\", \(place)"
      }
      var contract = reader.read(value, [name])
      contract.takeTypes(from: catalog.types)
      catalog.protocols[name] = contract
      problems = reader.types.problems
    }
  }
}
