import PlainValues

/// The first line of a trace: all that the host was made with. The lines after it are turns
/// (``TurnRecord/traceValue(coordinators:)``).
public struct TraceHeader: Hashable, Sendable {
  /// The version of the format that is written, and the newest that is read.
  public static let version = 1

  /// The seed of random numbers.
  public var seed: UInt64
  /// The host's clock when it was made, in seconds.
  public var time: Double
  public var attributes: [String: Value]
  public var device: Device
  /// The variants that were chosen by hand, by slot.
  public var variants: [String: String]
  /// What the store held.
  public var store: [String: Value]
  /// The functions of services that were written in Swift, by service: doing the trace again takes
  /// their answers from it.
  public var services: [String: [String]]
  /// A mark of the contents of each script, by its path: to tell which have changed since.
  public var scripts: [String: String]

  /// What a host with these options begins with.
  public init(_ options: HostOptions, seed: UInt64 = 0, scripts: [String: String] = [:]) {
    self.seed = seed
    self.scripts = scripts
    time = options.clock.now
    attributes = options.attributes
    device = options.device
    variants = options.variants
    store = options.store.values
    services = Dictionary(
      uniqueKeysWithValues: options.services.names.map {
        ($0, options.services[$0].keys.sorted())
      })
  }

  /// The same, with other scripts.
  public func with(scripts: [String: String]) -> TraceHeader {
    var header = self
    header.scripts = scripts
    return header
  }

  public var value: Value {
    [
      "sextant_trace": .integer(Self.version),
      // As a string, because a seed may be larger than JSON's integers.
      "seed": .string(String(seed)),
      "time": .number(time),
      "attributes": .object(attributes),
      "device": device.value,
      "store": .object(store),
      "variants": .object(variants.mapValues { .string($0) }),
      "services": .object(services.mapValues { .array($0.map { .string($0) }) }),
      "scripts": .object(scripts.mapValues { .string($0) }),
    ]
  }

  private static let keys = [
    "sextant_trace", "seed", "time", "attributes", "device", "store", "services", "scripts",
    "variants",
  ]

  /// - Throws: ``TraceError`` that says what is not as it should be.
  public init(value: Value) throws(TraceError) {
    do throws(ValueProblem) {
      let reader = ValueReader(value, path: "trace", suggestion: Suggestion.near)
      try Self.checkVersion(reader)
      let entries = try reader.object(Self.keys)
      let seed = try entries.required("seed")
      guard let number = UInt64(try seed.string()) else {
        throw seed.problem("it has to be a whole number from 0, in a string")
      }
      self.seed = number
      time = try entries.required("time").number()
      attributes = try entries.required("attributes").entries()
      device = try Device(try entries.required("device"))
      store = try entries.required("store").entries()
      variants = try entries["variants"]?.names() ?? [:]
      services = [:]
      let all = try entries.required("services")
      for (service, functions) in try all.entries() {
        let names = functions.array?.compactMap(\.string) ?? []
        guard !names.isEmpty, names.count == functions.array?.count else {
          throw all.problem("\(service) has to be a list of functions' names")
        }
        guard Set(names).count == names.count else {
          throw all.problem("\(service) has a function's name twice")
        }
        services[service] = names
      }
      scripts = try entries.required("scripts").names()
    } catch {
      throw TraceError(error.description)
    }
  }

  private static func checkVersion(_ reader: ValueReader) throws(ValueProblem) {
    guard let found = reader.value["sextant_trace"] else {
      throw reader.problem(
        "this is no trace: its first line is an object with \"sextant_trace\", its version, in it")
    }
    guard let version = found.integer, version > 0 else {
      throw reader.problem("sextant_trace is its version, a whole number from 1")
    }
    guard version <= Self.version else {
      throw reader.problem(
        "of a later format: this trace is of version \(version), this Sextant reads \(Self.version). Take a newer one."
      )
    }
  }
}

/// Why something is not a trace.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
