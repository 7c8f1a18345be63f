import Foundation

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
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw ProjectError([
        Problem(.error, file: folder, "there is no such folder; name one with Lua scripts in it")
      ])
    }
    guard isFolder.boolValue else {
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
    // A link is not entered by itself.
    let place = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    guard mayRead(folder: place), let walker = FileManager.default.enumerator(atPath: place) else {
      throw ProjectError([Problem(.error, file: folder, "this folder cannot be read")])
    }
    var paths: [String] = []
    for case let path as String in walker {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      guard isHidden || mayRead(folder: place + "/" + path) else {
        throw ProjectError([Problem(.error, file: path, "this folder cannot be read")])
      }
      guard path.hasSuffix(".lua"), !isHidden else { continue }
      paths.append(path)
      guard paths.count <= mostFiles else {
        throw ProjectError([
          Problem(
            .error, file: folder,
            "there are more than \(mostFiles) Lua files here; name the folder of one project")
        ])
      }
    }
    return paths.sorted()
  }

  /// False of a folder that may not be read: walking passes over it, as if nothing were in it.
  private static func mayRead(folder path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return true }
    return access(path, R_OK) == 0
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
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Unreadable(description: String(cString: strerror(errno)))
    }
    defer { try? file.close() }
    let data = try file.read(upToCount: largestFile + 1) ?? Data()
    guard data.count <= largestFile else {
      throw Unreadable(description: "it is larger than \(largestFile >> 20) MiB")
    }
    return text(of: Array(data))
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
