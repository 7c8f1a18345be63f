import CLuaBridge

/// What a script may use up. `nil` stands for no limit; what is less than 1, or no number, for the
/// least there is.
public struct LuaLimits: Hashable, Sendable {
  /// Instructions of Lua's virtual machine, and steps of library functions that loop.
  public var instructions: Int?
  /// Seconds of the thread's processor time.
  public var seconds: Double?
  /// Bytes that the whole state may hold, garbage not counted.
  public var bytes: Int?
  /// Calls from Swift to Lua within each other; Lua itself bears about 60. Taken from the state's
  /// own limits only.
  public var depth: Int
  /// How instructions and time are counted.
  public var counting: Counting
  /// For doing again what was done before, on a machine of another speed.
  public var replay: Replay?

  /// How what a script does is counted.
  public enum Counting: Hashable, Sendable {
    /// In samples, from when it has run for some hundredths of a second. Costs nothing until then, and a
    /// few hundredths of the time from then on. Time is looked at each hundredth of a second.
    /// Instructions are counted for a small part of it, and what runs between is taken to be less than
    /// it is: a script is stopped after more than the bound, often twice as many, and not at the same
    /// one each time.
    ///
    /// Bounds of less than ten million instructions are exact all the same. The thread that runs the
    /// script is sent a signal for each sample, ``LuaLimits/setSignal(_:)``.
    case late
    /// From the first instruction, so that a script is stopped at the same place each time. Code that
    /// only computes takes about twice the time.
    case exact
  }

  /// The signal by which each sample of late counting begins, on the thread that runs for long. `SIGURG`
  /// unless another is named, which everybody ignores who does not handle it. To be called before there
  /// is any state.
  public static func setSignal(_ number: Int32) { sx_watch_signal(number) }

  /// Time is not looked at. What it, or memory, stopped the first time is stopped there again.
  public struct Replay: Hashable, Sendable {
    public var stop: LuaStop?

    public init(stop: LuaStop? = nil) { self.stop = stop }
  }

  /// What is not named is as by default: 100,000,000 instructions, 5 seconds and 512 MiB.
  public init(
    instructions: Int? = 100_000_000, seconds: Double? = 5, bytes: Int? = 512 << 20,
    depth: Int = 48, counting: Counting = .late
  ) {
    self.instructions = instructions
    self.seconds = seconds
    self.bytes = bytes
    self.depth = depth
    self.counting = counting
  }

  public static let `default` = LuaLimits()

  /// None but that of depth.
  public static let none = LuaLimits(instructions: nil, seconds: nil, bytes: nil)

  /// What takes less time than it takes to begin late is counted exactly.
  private static let fewInstructions = 10_000_000

  private var isLate: Bool {
    guard counting == .late, replay == nil, instructions != nil || seconds != nil else {
      return false
    }
    return instructions.map { $0 >= Self.fewInstructions } ?? true
  }

  var bridged: sx_limits {
    sx_limits(
      instructions: instructions.map { UInt64(Swift.max(1, $0)) } ?? 0,
      seconds: seconds.map { $0 > 0 ? $0 : .leastNonzeroMagnitude } ?? 0,
      bytes: bytes.map { Swift.max(1, $0) } ?? 0, depth: Int32(clamping: depth), late: isLate,
      replaying: replay != nil,
      stop_at: replay?.stop?.use ?? 0,
      stop_limit: replay?.stop?.limit.raw ?? Int32(bitPattern: SX_LIMIT_NONE.rawValue))
  }
}

/// Which limit was exceeded.
public enum LuaLimitKind: Hashable, Sendable {
  case instructions, seconds, memory, depth
  /// One of the host's own: see ``LuaState/halt(_:)``.
  case host

  init?(_ raw: Int32) {
    switch UInt32(bitPattern: raw) {
    case SX_LIMIT_INSTRUCTIONS.rawValue: self = .instructions
    case SX_LIMIT_SECONDS.rawValue: self = .seconds
    case SX_LIMIT_MEMORY.rawValue: self = .memory
    case SX_LIMIT_DEPTH.rawValue: self = .depth
    case SX_LIMIT_HOST.rawValue: self = .host
    default: return nil
    }
  }
}

extension LuaLimitKind {
  fileprivate var raw: Int32 {
    let limit =
      switch self {
      case .instructions: SX_LIMIT_INSTRUCTIONS
      case .seconds: SX_LIMIT_SECONDS
      case .memory: SX_LIMIT_MEMORY
      case .depth: SX_LIMIT_DEPTH
      case .host: SX_LIMIT_HOST
      }
    return Int32(bitPattern: limit.rawValue)
  }
}

/// Where a limit has stopped a budget.
public struct LuaStop: Hashable, Sendable {
  public var limit: LuaLimitKind
  /// What the budget had used by then, in instructions and steps of library functions.
  public var use: UInt64

  public init(limit: LuaLimitKind, use: UInt64) {
    self.limit = limit
    self.use = use
  }
}

/// What a state asks of its host.
public struct LuaHostServices {
  /// Seconds since 1970: what `os.time`, `os.date` and `os.clock` say.
  public var clock: () -> Double
  /// A line that a script printed, without its end.
  public var print: (String) -> Void
  /// What `math.random` is seeded with.
  public var randomSeed: UInt64

  public init(
    clock: @escaping () -> Double = { 0 }, print: @escaping (String) -> Void = { _ in },
    randomSeed: UInt64 = 0
  ) {
    self.clock = clock
    self.print = print
    self.randomSeed = randomSeed
  }
}
