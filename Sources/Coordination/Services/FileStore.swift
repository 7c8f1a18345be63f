import PlainValues
import SystemCalls

/// A store in one file of JSON, an object by keys.
///
/// What is committed is written whole or not at all (``WholeFile``). Two processes must not share a file; the last to write wins.
public final class FileStore: Store {
  public let path: String
  public private(set) var values: [String: Value]
  /// What has changed since the last commit, as it was then.
  private var before: [String: Value?] = [:]

  /// Reads the file; one that is not there is an empty store.
  ///
  /// - Throws: ``StoreError`` where it cannot be read or is not a store. Nothing is changed then.
  public init(path: String) throws(StoreError) {
    self.path = path
    values = try Self.read(path)
    let folder = AbsolutePath.folder(of: path)
    guard File.exists(folder) else {
      throw StoreError(path: path, problem: "there is no folder \(folder)")
    }
  }

  public func value(forKey key: String) -> Value? { values[key] }

  public func setValue(_ value: Value?, forKey key: String) {
    let old = values[key]
    values[key] = value
    // What is put back as it was, as a failed turn's is, has not changed.
    guard let first = before[key] else { return before[key] = .some(old) }
    if first == value { before[key] = nil }
  }

  /// Writes the file, if anything has changed. Costs the size of the store.
  public func commit() throws {
    guard !before.isEmpty else { return }
    try write(JSON.write(.object(values), style: .pretty) + [UInt8(ascii: "\n")])
    before = [:]
  }

  private static func read(_ path: String) throws(StoreError) -> [String: Value] {
    guard File.exists(path) else { return [:] }
    guard let bytes = File.contents(path) else {
      throw StoreError(path: path, problem: "it cannot be read")
    }
    guard !bytes.isEmpty else { return [:] }
    do {
      // Whatever the host lets in has to be let in again.
      let limits = PlainValueLimits(depth: 200, bytes: .max)
      guard let values = try JSON.parse(bytes, limits: limits).object else {
        throw StoreError(path: path, problem: "it is not an object of keys and values")
      }
      return values.compactMapValues(\.orNone)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(path: path, problem: "it is not JSON: \(error)")
    }
  }

  private func write(_ bytes: [UInt8]) throws(StoreError) {
    do {
      try WholeFile(path: path).write(bytes)
    } catch {
      throw StoreError(path: path, problem: error.problem)
    }
  }
}

/// Why a store cannot be read or written.
public struct StoreError: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let problem: String

  public var description: String { "the store \(path): \(problem)" }
}
