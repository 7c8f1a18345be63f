/// What a ``FolderWatcher`` has to tell.
public enum WatchReport: Hashable, Sendable {
  /// It has become quiet, and these files are not what they were; sorted by their paths.
  case changed([FileChange])
  /// The folder is not there any more. Its files count as they were until it is back.
  case vanished
  /// The folder is there again; a ``changed(_:)`` follows where files differ from those before.
  case returned
  /// From now on the files are looked at every so often, since the system does not tell of them.
  case polling(because: String)
  /// A folder in it, or a part of it, is not watched.
  case overlooked(String, because: String)
}

/// A file that is not what it was.
public struct FileChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// It has come.
    case added([UInt8])
    /// Its contents are others.
    case changed([UInt8])
    case removed
    /// It is there and cannot be read; why.
    case unreadable(String)
  }

  /// Relative to the folder, with `/`.
  public let path: String
  public let kind: Kind

  public init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// What is in it now; nil where it has gone or cannot be read.
  public var contents: [UInt8]? {
    switch kind {
    case .added(let contents), .changed(let contents): contents
    case .removed, .unreadable: nil
    }
  }
}

extension WatchReport {
  /// Whether files are not what they were.
  public var isChange: Bool { if case .changed = self { true } else { false } }
}

extension WatchReport: CustomStringConvertible {
  /// As a user is told.
  public var description: String {
    switch self {
    case .changed(let files): files.map(\.description).joined(separator: ", ")
    case .vanished: "the folder has gone; when it is back, watching goes on"
    case .returned: "the folder is back"
    case .polling(let reason): "files are looked at every now and then: \(reason)"
    case .overlooked(let folder, let reason):
      "\(folder.isEmpty ? "a part of the folder" : folder) is not watched: \(reason)"
    }
  }
}

extension FileChange: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .added: "\(path) added"
    case .changed: "\(path) changed"
    case .removed: "\(path) removed"
    case .unreadable(let reason): "\(path) cannot be read: \(reason)"
    }
  }
}

/// Why a folder cannot be watched.
public struct WatchError: Error, Hashable, CustomStringConvertible {
  public let description: String
}
