/// Where it becomes known that something in a folder has changed.
protocol FolderSource: AnyObject {
  /// What becomes readable when there is something to tell; nil where it has to be asked.
  var descriptor: Int32? { get }
  /// When it is to be asked even if its descriptor is silent; nil for never.
  var nextLook: Double? { get }

  /// Begins anew with the folder as it is now.
  func begin() throws(SourceError)
  /// Lets go of a folder that is not there any more.
  func end()
  /// What has happened since it was asked last. Never waits.
  func events(at time: Double) throws(SourceError) -> [ChangeGatherer.Event]
}

/// Why a source cannot go on, and another has to take its place.
struct SourceError: Error {
  let reason: String
}
