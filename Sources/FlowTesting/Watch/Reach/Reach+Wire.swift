extension WireWriter {
  mutating func write(_ reach: Reach) {
    write(reach.files.sorted())
    write(reach.projects.sorted())
    write(reach.extent == .everything ? 1 : 0)
  }
}

extension WireReader {
  mutating func reach() throws(WireError) -> Reach {
    var reach = Reach(files: Set(try texts()), projects: Set(try texts()))
    if try number() != 0 { reach.extent = .everything }
    return reach
  }
}
