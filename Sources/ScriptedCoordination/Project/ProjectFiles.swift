import SystemCalls

/// The Lua files of a project, by their paths within it.
public struct ProjectFiles: Sendable {
  /// The folder, for messages; empty where the files come from elsewhere.
  public let name: String
  public private(set) var contents: [String: [UInt8]]

  /// Files that are in memory already.
  public init(_ contents: [String: String], name: String = "") {
    self.name = name
    self.contents = contents.mapValues { Array($0.utf8) }
  }

  /// The same, of what need not be UTF-8.
  package init(contents: [String: [UInt8]], name: String = "") {
    self.name = name
    self.contents = contents.mapValues(Self.text)
  }

  public internal(set) subscript(path: String) -> [UInt8]? {
    get { contents[path] }
    set { contents[path] = newValue }
  }

  /// What is wrong with a path within a project; nil where it could be that of a script.
  static func problem(withPath path: String) -> Problem? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else {
      return Problem(
        .error, file: path,
        "no script is there: a path leads from the project's folder to it, such as checkout/payment.lua"
      )
    }
    guard path.hasSuffix(".lua") else {
      return Problem(.error, file: path, "a script's file is called .lua: \(path).lua?")
    }
    return nil
  }

  /// What the project's bounds are.
  static let largestFile = 4 << 20
  static let mostFiles = 10_000

  /// Reads a folder: every `.lua` file in it, at any depth, but for hidden ones.
  ///
  /// - Throws: ``ProjectError`` where the folder is not there or a file cannot be read.
  public init(folder: String) throws(ProjectError) {
    name = folder
    contents = [:]
    guard File.exists(folder) else {
      throw ProjectError([
        Problem(.error, file: folder, "there is no such folder; name one with Lua scripts in it")
      ])
    }
    guard Folder.exists(folder) else {
      throw ProjectError([
        Problem(.error, file: folder, "this is a file; name the folder that it is in")
      ])
    }
    var problems: [Problem] = []
    for path in try Self.paths(in: folder) {
      do {
        contents[path] = try Self.read(folder + "/" + path)
      } catch {
        problems.append(Problem(.error, file: path, "cannot be read: \(error)"))
      }
    }
    guard problems.isEmpty else { throw ProjectError(problems) }
  }

  private static func paths(in folder: String) throws(ProjectError) -> [String] {
    var paths: [String] = []
    var waiting = [""]
    while let inner = waiting.popLast() {
      for entry in try entries(of: inner, in: folder) {
        let path = inner.isEmpty ? entry.name : inner + "/" + entry.name
        if entry.isFolder { waiting.append(path) }
        guard entry.name.hasSuffix(".lua") else { continue }
        paths.append(path)
        guard paths.count <= mostFiles else {
          throw ProjectError([
            Problem(
              .error, file: folder,
              "there are more than \(mostFiles) Lua files here; name the folder of one project")
          ])
        }
      }
    }
    return paths.sorted()
  }

  /// What is in a folder of the project; empty names that itself.
  private static func entries(
    of inner: String, in folder: String
  ) throws(ProjectError) -> [Folder.Entry] {
    do {
      return try Folder.entries(inner.isEmpty ? folder : folder + "/" + inner)
    } catch {
      // One that has gone meanwhile has nothing.
      guard inner.isEmpty || error.number != ENOENT else { return [] }
      let file = inner.isEmpty ? folder : inner
      throw ProjectError([Problem(.error, file: file, "this folder cannot be read")])
    }
  }

  /// Why a file cannot be read.
  private struct Unreadable: Error, CustomStringConvertible { let description: String }

  private static func read(_ path: String) throws -> [UInt8] {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Unreadable(
        description: status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is no regular file"
      )
    }
    let bytes: [UInt8]
    do throws(SystemProblem) {
      bytes = try File.read(path, atMost: largestFile + 1)
    } catch {
      throw Unreadable(description: error.description)
    }
    guard bytes.count <= largestFile else {
      throw Unreadable(description: "it is larger than \(largestFile >> 20) MiB")
    }
    return text(of: bytes)
  }

  /// What is in a file, as Lua takes it: a byte order mark is no part of it; Lua's own loader passes
  /// over it too.
  static func text(of contents: [UInt8]) -> [UInt8] {
    contents.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(contents.dropFirst(3)) : contents
  }
}

/// What a file is to a project.
enum ProjectRole: Equatable {
  case coordinator(String)
  case module
  case special
  case test

  init(path: String) {
    let parts = path.split(separator: "/")
    let bare = path.hasSuffix(".lua") ? String(path.dropLast(4)) : path
    if parts.count > 1, parts[0] == "tests" || parts[0] == "spec" {
      self = .test
    } else if parts.count > 1, parts[0] == "lib" {
      self = .module
    } else if ["screens", "services", "experiments", "protocols"].contains(bare) {
      self = .special
    } else {
      self = .coordinator(bare)
    }
  }
}
