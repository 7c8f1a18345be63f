extension Row {
  static let trivialTests = Row(
    name: "tests", summary: "5,000 trivial tests in one file and in 100, by the time that passes"
  ) { effort, place in
    let tests = 5_000
    guard let program = place.busted else { throw WorkNotDone("busted is not on the PATH") }
    return try [("one file", 1), ("100 files", 100)].flatMap { name, files in
      let folder = try Suites.trivial(tests, files: files, in: place.folder + "/trivial_\(files)")
      let sextant = WholeProcess("sextant", [place.sextant, "test"], in: folder)
      let single = WholeProcess("sextant", [place.sextant, "test", "--jobs", "1"], in: folder)
      let luaunit = WholeProcess("luaunit", ["lua5.4", "unit.lua"], in: folder)
      let busted = WholeProcess("busted", ["lua5.4", program, "tests"], in: folder)
      let own = (sextant, "\(tests) passed")
      let times = try WholeProcess.measure(
        [own, (single, "\(tests) passed"), (luaunit, "Ran \(tests) tests")],
        rounds: effort.processes)
      // It takes seconds, and its ratio is far from its goal's.
      let slow = try WholeProcess.measure(
        [own, (busted, "\(tests) successes")], rounds: (effort.processes + 3) / 4)
      return [
        Figure(
          "5,000 tests, \(name), against luaunit", times[0], against: "luaunit", times[2], .ratio(1)
        ),
        Figure(
          "5,000 tests, \(name), with one job", times[1], against: "luaunit", times[2], nil),
        Figure(
          "5,000 tests, \(name), against busted", slow[0], against: "busted", slow[1],
          .ratio(1.0 / 40)),
      ]
    }
  }
}
