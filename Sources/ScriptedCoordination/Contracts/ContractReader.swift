import Coordination
import PlainValues

/// Reads `{ input =, result =, emits =, handles = }`: a coordinator's contract, or a protocol.
struct ContractReader {
  var types: TypeReader
  /// What messages call it: `contract`, or the protocol.
  let subject: String
  /// Who says so, given the place where it stands.
  let origin: (String) -> String

  static let keys = ["emits", "handles", "input", "result"]

  /// - Parameter path: where it stands in its file.
  mutating func read(_ value: Value, _ path: [String]) -> Contract {
    var contract = Contract(origin: origin(types.place(path)))
    guard let entries = value.object else {
      types.error(
        path,
        "\(subject) is \(value.kind), it has to be a table such as { input = { sku = \"string\" } }"
      )
      return contract
    }
    for key in entries.keys.sorted() where !Self.keys.contains(key) && types.problems.hasRoom {
      types.error(
        path + [key], "\(subject) has no \"\(key)\"\(Suggestion.near(key, among: Self.keys))")
    }
    contract.input = entries["input"].map { clause($0, path + ["input"]) }
    contract.result = entries["result"].map { clause($0, path + ["result"]) }
    contract.emits = entries["emits"].flatMap { emits($0, path + ["emits"]) }
    if let list = entries["handles"] { contract.handles = handles(list, path + ["handles"]) }
    return contract
  }

  private mutating func clause(_ value: Value, _ path: [String]) -> Contract.Clause {
    Contract.Clause(type: types.read(value, path), origin: origin(types.place(path)))
  }

  private mutating func emits(_ value: Value, _ path: [String]) -> [String: Contract.Clause]? {
    guard let entries = value.object else {
      types.error(
        path,
        "\(subject): emits is \(value.kind), it has to be a table of payloads by event: { added = \"integer\", closed = true }"
      )
      return nil
    }
    var emits: [String: Contract.Clause] = [:]
    for (event, payload) in entries.sorted(by: { $0.key < $1.key }) {
      if EventNames.reserved.contains(event) {
        types.error(
          path + [event],
          "\(subject): \"\(event)\" is an event that only the host sends; give yours another name")
      }
      // An absent payload is an empty table, so that none is a table without keys.
      emits[event] = clause(payload == true ? .empty : payload, path + [event])
    }
    return emits
  }

  private mutating func handles(_ value: Value, _ path: [String]) -> [String: String] {
    guard let list = value.array, list.allSatisfy({ $0.string?.isEmpty == false }) else {
      types.error(path, "\(subject): handles has to be a list of events' names")
      return [:]
    }
    let origin = origin(types.place(path))
    return Dictionary(list.compactMap(\.string).map { ($0, origin) }) { first, _ in first }
  }
}
