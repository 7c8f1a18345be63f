import Navigation
import PlainValues

/// Carries out one turn: everything that one event causes, in order, on the world.
///
/// A handler's calls take effect at once; what they emit, send and end is delivered when it has
/// returned. If anything fails, the whole is undone, unless the turn is a fact: then handlers do
/// not run in it at all, but as follow-ups.
final class Turn {
  let whereabouts = Whereabouts<Turn>()
  let world: World
  let limits: HostLimits
  let services: ServiceTable
  var device: Device
  let sources: [any CoordinatorSource]

  private(set) var isRunning = false
  private(set) var isFact = false
  var effects = TurnEffects()
  /// What is said of the turn, or of the one before where none runs.
  private(set) var record: TurnRecord

  /// The time of the commit, on the host's clock.
  var now = 0.0

  /// The handlers that run, the innermost last.
  var handling: [Handling] = []
  /// Why nothing may be changed just now; nil where it may.
  var readingOnly: String?
  /// The screen whose `back` or `dismiss` is being handled: taking it away is the user's doing.
  var screenLeftByUser: (ScreenID, RemovalReason)?
  /// Starts that are under way, one within another.
  var nestedStarts = 0
  /// Children to be waited for that ended before anybody came to wait.
  var endedAwaited: [CoordinatorID: Outcome] = [:]
  /// The timer whose turn it is.
  var firing: HostTimer?
  /// The call of a service whose answer's turn it is.
  var calling: OpenCall?
  /// The link that the turn follows.
  var following: Following?
  /// Whose screens may be left, as they have said.
  var agreed: Set<ScreenID> = []
  /// Why a request is refused. The turn is undone, whoever has caught the error.
  var refusal: Refusal?
  /// What the store's disk kept it from, as the record says.
  private(set) var stops: [TurnStop] = []
  /// Why the store could not be written when this turn was done before; nil where it could.
  var storeFailure: String?
  /// Whether the turn repeats a request that was refused.
  private(set) var isProceeding = false
  private var deliveries = 0
  private var logged = 0
  private var charged = 0
  /// The bytes of data and log that the turn has made.
  var weight: Int { charged + logged }
  /// A bound that this turn has reached. It fails, whoever has caught the error.
  private var exceeded: FlowError?

  /// A coordinator that is running one of its functions.
  struct Handling {
    let coordinator: LiveCoordinator
    let event: Event?
    let origin: RouterID?
    /// The suspended handler that goes on in it.
    let resuming: Suspension?
  }

  init(
    world: World, limits: HostLimits, services: ServiceTable, device: Device,
    sources: [any CoordinatorSource]
  ) {
    self.world = world
    self.limits = limits
    self.services = services
    self.device = device
    self.sources = sources
    record = TurnRecord(
      turn: 0, commit: 0, time: 0,
      event: EventRecord(kind: .fact, name: "", source: nil, payload: .empty),
      navigation: world.navigation)
    whereabouts.begin(self)
  }

  deinit { whereabouts.end() }

  /// How a turn went.
  enum Ending {
    case committed
    case failed(FlowError)
    case blocked(Refusal)

    var isCommitted: Bool { if case .committed = self { true } else { false } }
  }

  /// Runs a turn that can fail: then nothing of it is left but what its record says.
  ///
  /// - Parameters:
  ///   - record: takes up what is said of it.
  ///   - agreed: whose screens may be left, because they have said so when the same was asked
  ///     before.
  func run(
    _ record: TurnRecord, agreed: Set<ScreenID> = [], _ body: () throws -> Void
  ) -> Ending {
    begin(record, isFact: false)
    self.agreed = agreed
    isProceeding = !agreed.isEmpty
    defer { end() }
    let savepoint = savepoint()
    do {
      try body()
      try settle()
      if let exceeded { throw exceeded }
      if let refusal { return undo(to: savepoint, .blocked(refusal)) }
      try commitStore()
      return .committed
    } catch {
      if let refusal, exceeded == nil { return undo(to: savepoint, .blocked(refusal)) }
      var failure = (error as? FlowError) ?? FlowError(.failure, "\(error)", cause: error)
      // Whatever has become of it on its way: it is what the turn fails with.
      if let exceeded, failure.kind != .limit {
        let traceback = failure.traceback
        failure = exceeded
        failure.traceback = traceback
      }
      failure.message = failure.message.beginning(limits.messageBytes)
      return undo(to: savepoint, .failed(failure))
    }
  }

  private func undo(to savepoint: Savepoint, _ ending: Ending) -> Ending {
    // What was said on the way helps to find out why; it is kept, as is what services answered.
    let said = (record.diagnostics, record.log, record.services)
    record.undonePlace = record.handlers.last?.place
    rollback(to: savepoint)
    (record.happenings.diagnostics, record.happenings.log, record.happenings.services) = said
    return ending
  }

  /// Runs a turn for something that has happened already. Whoever is to hear of it does so in a
  /// follow-up.
  func runFact(_ record: TurnRecord, _ body: () -> Void) {
    begin(record, isFact: true)
    defer { end() }
    body()
    do {
      try commitStore()
    } catch {
      note(.failure, "what a finish hook has stored is not kept: \(error)")
    }
  }

  /// Makes what was stored last; where a turn is done again, what kept it from that does so again.
  private func commitStore() throws {
    do {
      if let storeFailure { throw StoredBefore(description: storeFailure) }
      try world.store.commit()
    } catch {
      stops.append(TurnStop(bound: "store", detail: "\(error)"))
      throw error
    }
  }

  private struct StoredBefore: Error, CustomStringConvertible { let description: String }

  private func begin(_ record: TurnRecord, isFact: Bool) {
    stops = []
    self.record = record
    self.isFact = isFact
    isRunning = true
    deliveries = 0
    logged = 0
    charged = 0
    exceeded = nil
    endedAwaited = [:]
    agreed = []
    refusal = nil
    isProceeding = false
    following = nil
  }

  private func end() { isRunning = false }

  /// What the turn that ran last has left; after that, nothing.
  func takeEffects() -> TurnEffects {
    defer { effects = TurnEffects() }
    return effects
  }

  func savepoint() -> Savepoint { world.savepoint(effects.mark, record.happenings.mark) }

  func rollback(to savepoint: Savepoint) {
    world.rollback(to: savepoint)
    effects.rollback(to: savepoint.effects)
    record.happenings.rollback(to: savepoint.happenings)
  }

  /// Does something whole or not at all: where it throws, what it has done by then is undone.
  func whole<Result>(_ body: () throws -> Result) throws -> Result {
    let savepoint = savepoint()
    do {
      return try body()
    } catch {
      // What services have answered has been, whatever became of it.
      let services = record.services
      rollback(to: savepoint)
      record.happenings.services = services
      throw error
    }
  }

  /// Delivers, judges and tells until nothing is left to do.
  private func settle() throws {
    var suspects = Suspects()
    while true {
      if !effects.suspects.isEmpty {
        suspects.add(effects.suspects)
        effects.suspects = []
      }
      if let delivery = effects.deliveries.popFirst() {
        deliveries += 1
        guard deliveries <= limits.deliveries else { throw doesNotSettle(delivery) }
        try deliver(delivery)
      } else if let suspect = suspects.popNext() {
        judge(suspect)
      } else if !effects.notices.isEmpty {
        let notices = effects.notices
        effects.notices = []
        for notice in notices { if let told = delivery(of: notice) { post(told) } }
      } else {
        return
      }
    }
  }

  /// Sends something on its way: within this turn, or after a fact in a turn of its own.
  func post(_ delivery: Delivery) {
    let waiting = isFact ? effects.sequels.count : deliveries + effects.deliveries.count
    guard waiting < limits.deliveries else {
      _ = doesNotSettle(delivery)
      return
    }
    if isFact {
      effects.sequels.append(.delivery(delivery))
    } else {
      effects.deliveries.append(delivery)
    }
  }

  /// The error of a bound that is reached.
  ///
  /// - Parameter place: where a script has what reached it; else it is where one runs, or has last.
  func exceeds(_ message: String, at place: SourcePlace? = nil) -> FlowError {
    let asking = handling.last?.coordinator
    let error = FlowError(
      .limit, message,
      place: place ?? asking?.behavior.place ?? record.handlers.last?.place,
      coordinator: asking?.path)
    exceeded = error
    for participant in world.participants { participant.halt(error) }
    return error
  }

  /// Makes the turn fail at a bound, though what reached it cannot be told.
  func refuse(_ message: String) {
    if isRunning {
      _ = exceeds(message)
    } else if record.diagnostics.count < limits.diagnostics {
      note(.dropped, message)
    }
  }

  private func doesNotSettle(_ delivery: Delivery) -> FlowError {
    let last = record.handlers.suffix(6).map { handler in
      handler.place.map { "\(handler.name) (\($0))" } ?? handler.name
    }
    return exceeds(
      """
      the turn does not settle: \(limits.deliveries) events within it, and \
      \(delivery.sender) sent "\(delivery.event.name)" again. The last handlers: \
      \(last.joined(separator: " → ")). Break the cycle: one of them has to stop answering.
      """)
  }

  func note(_ kind: Diagnostic.Kind, _ text: String, of event: EmittedRecord? = nil) {
    guard record.diagnostics.count < limits.diagnostics else {
      return refuse("more than \(limits.diagnostics) diagnostics in one turn")
    }
    record.happenings.diagnostics.append(
      Diagnostic(kind: kind, text: text.beginning(limits.messageBytes), event: event))
  }

  func log(_ text: String) throws {
    logged += text.utf8.count + 1
    guard logged <= limits.logBytes else {
      throw exceeds("the turn logs more than \(limits.logBytes) bytes")
    }
    record.happenings.log.append(text)
  }

  /// Counts data that the turn makes and the host keeps, which no budget of scripts sees.
  func charge(_ data: PackedValue) throws { try charge(data.bytes.count) }

  /// Counts a name, and bounds it.
  ///
  /// - Parameter what: what it is the name of, as in `a screen`.
  func charge(name: String, of what: String) throws {
    let bytes = name.utf8.count
    guard bytes <= limits.nameBytes else {
      throw exceeds(
        """
        the name of \(what) has \(bytes) bytes, and \(limits.nameBytes) at most are allowed: \
        "\(name.beginning(40))"
        """)
    }
    // What it names takes room too, in the log to undo it from and in the record.
    try charge(bytes + 64)
  }

  private func charge(_ bytes: Int) throws {
    charged += bytes
    guard charged <= limits.dataBytes else {
      throw exceeds("the turn makes more than \(limits.dataBytes) bytes of params and payloads")
    }
    world.unmeasured += bytes
    // All of it is looked through only when it may have grown by so much.
    guard world.unmeasured > limits.keptBytes / 8 else { return }
    guard world.dataBytes + charged <= limits.keptBytes else {
      throw exceeds(
        """
        more than \(limits.keptBytes) bytes are kept of params, inputs, payloads of timers, attributes \
        and stored values
        """)
    }
    world.unmeasured = 0
  }
}
