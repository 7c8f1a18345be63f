/// What a worker is told to do.
enum WorkerOrder: Hashable, Sendable {
  /// Loads a file, in a Lua state of its own; the one from before is let go. It may say that all of its
  /// tests run then.
  case load(SpecRequest)
  /// Runs tests of the file, by their indices.
  case run([Int])
}

extension WorkerOrder {
  var frame: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .load(let request):
      writer.write(0)
      writer.write(request.path)
      writer.write(request.libraries.rawValue)
      writer.write(request.luaPath)
      writer.write(request.shuffleSeed) { $0.write($1) }
      writer.write(request.seconds) { $0.write($1.bitPattern) }
      writer.write(request.coverage.rawValue)
      writer.write(request.snapshots.rawValue)
      writer.write(request.variants.words)
      writer.write(request.reach.rawValue)
      writer.write(request.run.rawValue)
    case .run(let indices):
      writer.write(1)
      writer.write(indices) { $0.write($1) }
    }
    return writer.frame
  }

  init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    switch try reader.number() {
    case 0:
      var request = SpecRequest(path: try reader.text())
      guard let libraries = SpecOptions.Libraries(rawValue: try reader.text()) else {
        throw WireError()
      }
      request.libraries = libraries
      request.luaPath = try reader.texts()
      request.shuffleSeed = try reader.optional { reader throws(WireError) in try reader.number() }
      request.seconds = try reader.optional { reader throws(WireError) in
        Double(bitPattern: try reader.number())
      }
      guard let coverage = SpecOptions.Coverage(rawValue: try reader.text()) else {
        throw WireError()
      }
      guard let snapshots = SnapshotMode(rawValue: try reader.text()) else { throw WireError() }
      let words = try reader.texts()
      guard let variants = try? TestedVariants(words: words) else { throw WireError() }
      request.variants = variants
      guard let reach = SpecOptions.Reaching(rawValue: try reader.text()) else { throw WireError() }
      guard let run = SpecRequest.Run(rawValue: try reader.text()) else { throw WireError() }
      request.run = run
      (request.coverage, request.snapshots, request.reach) = (coverage, snapshots, reach)
      self = .load(request)
    case 1: self = .run(try reader.list { reader throws(WireError) in try reader.count() })
    default: throw WireError()
    }
  }
}
