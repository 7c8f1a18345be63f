import Foundation

/// Test suites in folders, for Sextant and for what it is compared with.
enum Suites {
  /// Trivial tests in files of the same size.
  ///
  /// What busted and Sextant run is in `tests`; `unit.lua` runs the same tests with luaunit.
  static func trivial(_ tests: Int, files: Int, in folder: String) throws -> String {
    let each = tests / files
    var runner = ["lu = require(\"luaunit\")"]
    for file in 1...files {
      let name = "file_\(file)"
      let specs = (1...each).map {
        "  it(\"adds \($0)\", function() assert.equal(2, 1 + 1) end)"
      }
      try write(
        "describe(\"\(name)\", function()\n" + specs.joined(separator: "\n") + "\nend)\n",
        to: folder + "/tests/\(name)_spec.lua")
      let cases = (1...each).map {
        "function Test_\(name):test_adds_\($0)() lu.assertEquals(1 + 1, 2) end"
      }
      try write(
        "Test_\(name) = {}\n" + cases.joined(separator: "\n") + "\n", to: folder + "/\(name).lua")
      runner.append("dofile(\"\(name).lua\")")
    }
    runner.append("os.exit(lu.LuaUnit.run(\"-o\", \"text\"))")
    try write(runner.joined(separator: "\n") + "\n", to: folder + "/unit.lua")
    return folder
  }

  /// Tests that each launch a flow, send it three events and assert two things.
  static func flows(_ tests: Int, in folder: String) throws -> String {
    try write(
      """
      local auth = {}

      function auth:start()
        self.router:push("login")
      end

      auth.transitions = {
        login = { submitted = "submitted" },
        code = {
          again = { update = "code", with = true },
          confirmed = { finish = true, with = true },
        },
      }

      function auth:submitted(payload)
        self.state.email = payload.email
        self.router:push("code", { email = payload.email })
      end

      return auth

      """, to: folder + "/auth.lua")
    let specs = (1...tests).map { number in
      """
        it("ends \(number)", function()
          local app = launch("auth")
          app:send("submitted", { email = "a@b.c" })
          app:send("again")
          app:send("confirmed", { id = 7 })
          assert.is_true(app.finished)
          assert.same({ id = 7 }, app.result)
        end)
      """
    }
    try write(
      "describe(\"auth\", function()\n" + specs.joined(separator: "\n") + "\nend)\n",
      to: folder + "/tests/auth_spec.lua")
    return folder
  }

  private static func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
