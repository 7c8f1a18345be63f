/// A file that was being run when the run was broken off.
public struct UnfinishedFile: Hashable, Sendable {
  /// What was under way.
  public enum Part: Hashable, Sendable {
    case loading
    case test(TestID)
    case hook(SpecHook)
    /// Something between tests.
    case other
  }

  public var file: String
  public var part: Part

  public init(file: String, part: Part) {
    self.file = file
    self.part = part
  }

  /// What it was, with its place.
  public var text: String {
    switch part {
    case .loading: "\(file): loading it"
    case .test(let id): "\(id.file):\(id.line): \(id.fullName)"
    case .hook(let hook): "\(file): \(hook.text)"
    case .other: file
    }
  }
}
