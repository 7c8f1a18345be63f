import Coordination
import PlainValues

/// Services that answer when the soak says so, wrongly, or never.
final class LateAnswers {
  private struct Open {
    let call: ServiceCall
    let right: ([Value]) -> [Value]
  }

  private var open: [Open] = []

  /// What a project is given in place of functions of its services.lua.
  func services(of project: String) -> ServiceTable {
    var table = ServiceTable()
    switch project {
    case "auth", "shop":
      table["accounts"] = [
        "sign_in": function { arguments in
          guard arguments.first == "ada@example.com" else {
            return [.null, "Nobody is called that."]
          }
          return [["name": "Ada", "email": "ada@example.com"]]
        }
      ]
      if project == "shop" {
        table["payments"] = ["charge": function { [["cents": $0.count > 1 ? $0[1] : 0]] }]
      }
    case "buying":
      table["orders"] = [
        "place": function { arguments in
          guard let order = arguments.first, let quantity = order["quantity"]?.integer,
            let price = order["price"]?.integer
          else { return [.null, "How many?"] }
          return [
            [
              "product": order["product"] ?? "", "quantity": .integer(quantity),
              "total": .integer(price &* quantity), "address": order["address"] ?? "",
            ]
          ]
        }
      ]
    default: break
    }
    return table
  }

  private func function(_ right: @escaping ([Value]) -> [Value]) -> ServiceFunction {
    // Alive: the session that drives the host holds this as long as the host.
    .pending { [unowned self] call in
      open.append(Open(call: call, right: right))
      // Of those that nobody waits for any more, too, some are answered.
      if open.count > 50 { open.removeFirst() }
    }
  }

  func answer(_ number: Int, _ answer: SoakStep.Answer) {
    guard !open.isEmpty else { return }
    let (call, right) = { ($0.call, $0.right) }(open.remove(at: number % open.count))
    switch answer {
    case .right: call.answer(right(call.arguments))
    case .wrong: call.answer([.array([.bytes([0xff]), 7])])
    case .failure: call.fail("There is no network.")
    case .never: break
    }
  }
}
