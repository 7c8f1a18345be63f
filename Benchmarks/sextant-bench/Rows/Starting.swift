extension Row {
  static let starting = Row(
    name: "starting", summary: "whole processes that do next to nothing, by the time that passes"
  ) { effort, place in
    let folder = try Suites.trivial(1, files: 1, in: place.folder + "/one")
    let times = try WholeProcess.measure(
      [
        (WholeProcess("sextant", [place.sextant, "--version"], in: folder), "sextant"),
        (WholeProcess("lua", ["lua5.4", "-v"], in: folder), "Lua 5.4"),
        (WholeProcess("sextant", [place.sextant, "test"], in: folder), "1 passed"),
        (WholeProcess("luaunit", ["lua5.4", "unit.lua"], in: folder), "Ran 1 tests"),
      ], rounds: 5 * effort.processes)
    return [
      Figure(
        "sextant --version, against lua5.4 -v", times[0], against: "lua5.4", times[1], .ratio(2.5)),
      Figure(
        "one trivial test, against luaunit", times[2], against: "luaunit", times[3], .ratio(1.5)),
    ]
  }
}
