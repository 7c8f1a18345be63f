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
      "device": [
        "kind": .string(device.kind.rawValue), "orientation": .string(device.orientation.rawValue),
      ],
      "store": .object(store),
      "services": .object(services.mapValues { .array($0.map { .string($0) }) }),
      "scripts": .object(scripts.mapValues { .string($0) }),
    ]
  }

  /// - Throws: ``TraceError`` that says what is not as it should be.
  public init(value: Value) throws(TraceError) {
    guard let entries = value.object, let version = entries["sextant_trace"] else {
      throw TraceError("this is not a trace: its first line has no \"sextant_trace\"")
    }
    guard let number = version.integer, number >= 1 else {
      throw TraceError("sextant_trace is \(JSON.text(of: version)), it has to be a version number")
    }
    guard number <= Self.version else {
      throw TraceError(
        "the trace is of version \(number), this Sextant reads up to \(Self.version): take a newer one"
      )
    }
    seed = try Self.read("seed", entries, "a whole number in a string") {
      $0.string.flatMap { UInt64($0) }
    }
    time = try Self.read("time", entries, "seconds") {
      $0.number.flatMap { $0.isFinite ? $0 : nil }
    }
    attributes = try Self.read("attributes", entries, "a table") { $0.object }
    store = try Self.read("store", entries, "a table") { $0.object }
    device = try Self.read("device", entries, "{\"kind\":\"phone\",\"orientation\":\"portrait\"}") {
      guard let kind = $0["kind"]?.string.flatMap(Device.Kind.init),
        let orientation = $0["orientation"]?.string.flatMap(Device.Orientation.init)
      else { return nil }
      return Device(kind, orientation: orientation)
    }
    services = try Self.read("services", entries, "lists of names by name") { services in
      let names = services.object?.mapValues { ($0.array ?? []).compactMap(\.string) }
      return names
    }
    scripts = try Self.read("scripts", entries, "marks by path") {
      $0.object?.compactMapValues(\.string)
    }
  }

  private static func read<Result>(
    _ key: String, _ entries: [String: Value], _ expected: String, _ read: (Value) -> Result?
  ) throws(TraceError) -> Result {
    guard let value = entries[key] else { throw TraceError("the trace's first line has no \(key)") }
    guard let result = read(value) else {
      throw TraceError("\(key) is \(JSON.text(of: value).prefix(60)), it has to be \(expected)")
    }
    return result
  }
}

/// Why something is not a trace.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
