import PlainValues

extension FuzzTarget {
  /// A snapshot, whole or as edits of one: it is refused and nothing has changed, or taken and all
  /// holds that holds of a host, also after events.
  static let snapshots = FuzzTarget("snapshots") { input in
    let document: Value
    if input.first == UInt8(ascii: "{") {
      guard let read = try? JSON.parse(input, limits: .record) else { return }
      document = read
    } else {
      document = Edits(input).applied(to: [try SampleDocuments.snapshot()])[0]
    }
    let stage = try Stage.sample()
    guard stage.host.restore(document) == nil else {
      try require(stage.host.root == nil, "a refused snapshot leaves a root")
      try require(stage.router.calls.isEmpty, "a refused snapshot asks the router")
      stage.start()
      try stage.check()
      let other = try Stage.sample()
      other.start()
      try require(
        stage.document == other.document,
        "after a refused snapshot it starts as\n\(stage.document.text)\nnot\n\(other.document.text)"
      )
      return
    }
    try stage.check()
    try stage.checkSnapshot(Stage.sampleFiles)
    try stage.drive()
    try stage.checkSnapshot(Stage.sampleFiles)
  }
}
