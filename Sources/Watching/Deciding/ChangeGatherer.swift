/// Gathers what is told of the files in a folder until it is quiet, and decides when to look at
/// them, and at which.
///
/// It knows no clock and no files: times are given to it, in seconds from wherever.
struct ChangeGatherer {
  /// What is told of a folder. Paths are relative to it.
  enum Event: Hashable, Sendable {
    /// A file is being written; ``finished(_:)`` follows when that is done.
    case begun(String)
    /// A file has been written, has come or has gone.
    case finished(String)
    /// Any file in that folder may have changed; `""` is the whole.
    case folder(String)
  }

  /// What is to be looked at.
  struct Gathered: Equatable {
    var files: Set<String> = []
    var folders: Set<String> = []
  }

  enum Step: Equatable {
    /// Nothing has happened.
    case idle
    /// Something has, and it goes on, or may: ask again then, or when more has happened.
    case wait(until: Double)
    case look(Gathered)
  }

  /// How long nothing has to happen.
  let quiet: Double
  /// The longest that it waits, counted from the first change, for what never gets quiet.
  let patience: Double

  private var gathered = Gathered()
  /// Files that are being written.
  private var open: Set<String> = []
  private var times: (first: Double, last: Double)?

  init(quiet: Double, patience: Double) {
    self.quiet = quiet
    self.patience = max(patience, quiet)
  }

  mutating func take(_ event: Event, at time: Double) {
    times = (times?.first ?? time, time)
    switch event {
    case .begun(let path): open.insert(path)
    case .finished(let path):
      open.remove(path)
      gathered.files.insert(path)
    case .folder(let path):
      // What was open in a folder that has gone is not heard of again.
      open = open.filter { !$0.isInside(path) }
      gathered.folders.insert(path)
    }
  }

  /// What to do at that time. What is to be looked at is given once.
  mutating func next(at time: Double) -> Step {
    guard let (first, last) = times else { return .idle }
    let due = open.isEmpty ? min(last + quiet, first + patience) : first + patience
    guard time >= due else { return .wait(until: due) }
    defer { (gathered, open, times) = (Gathered(), [], nil) }
    gathered.files.formUnion(open)
    return .look(gathered)
  }
}

extension String {
  /// Whether this path leads into that folder; `""` is the folder that paths begin from.
  func isInside(_ folder: String) -> Bool { folder.isEmpty || hasPrefix(folder + "/") }

  /// This folder's entry of that name.
  func entry(_ name: String) -> String { isEmpty ? name : self + "/" + name }
}
