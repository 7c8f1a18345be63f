import Testing

extension ScriptingContract {
  @Suite("A flow project")
  struct Project {
    @Test("a coordinator's name is its path without .lua")
    func names() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self) self.children:start("checkout/payment") end }
        """,
        "checkout/payment.lua": shows("card"),
      ])
      #expect(flow.coordinators == "app(checkout/payment)")
    }

    @Test("the root is app, unless another is named")
    func root() throws {
      let files = ["app.lua": shows("home"), "admin.lua": shows("users")]
      #expect(try Flow(files).coordinators == "app")
      #expect(try Flow(files, root: "admin").coordinators == "admin")
    }

    @Test("a root that is not there is an error that names it")
    func noRoot() throws {
      let problems = try problems(in: ["admin.lua": shows("users")], root: "app")
      expect(problems.first, says: "app")
    }

    @Test("files in lib are for require, and never coordinators")
    func helpers() throws {
      let files = [
        "app.lua": """
        local money = require "lib.money"
        return { start = function(self) print(money.format(5)) end }
        """,
        "lib/money.lua": """
        return { format = function(amount) return "€" .. amount end }
        """,
      ]
      #expect(try Flow(files).log == ["€5"])

      let misused = """
        return {
          start = function(self) end,
          transitions = { home = { pay = { start = "lib/money" } } },
        }
        """
      try expectOneProblem(
        in: files.merging(["app.lua": misused]) { $1 }, at: "app.lua:3", says: ["lib/money"])
    }

    @Test("every other file must be a coordinator")
    func others() throws {
      let problems = try problems(in: ["app.lua": shows("home"), "money.lua": "return 5"])
      #expect(problems.count == 1)
      expect(problems.first, says: "money.lua:")
    }

    @Test("the running app never loads tests")
    func tests() throws {
      let flow = try Flow(["app.lua": shows("home"), "tests/app_test.lua": "this is not Lua ("])
      #expect(flow.screen == "home")
    }

    @Test(
      "the description of screens and services is no coordinator",
      arguments: ["screens", "services"])
    func descriptions(file: String) throws {
      let problems = try problems(in: [
        "app.lua": """
        return {
          start = function(self) end,
          transitions = { home = { go = { start = "\(file)" } } },
        }
        """,
        "\(file).lua": "return {}",
      ])
      #expect(problems.count == 1)
      expect(problems.first, says: "app.lua:3: error: ", file)
    }

    @Test("what is wrong in several files is told at once, file by file")
    func allProblems() throws {
      let problems = try problems(in: [
        "app.lua": shows("home"), "b.lua": "return (", "a.lua": "return nil + 1",
      ])
      #expect(problems.count == 2)
      expect(problems.first, says: "a.lua:1: error: ")
      expect(problems.last, says: "b.lua:1: error: ")
    }
  }

  @Suite("require")
  struct Require {
    @Test("each coordinator has its own instance of a module, shared by what it requires")
    func instances() throws {
      let counts = """
        local count = require "lib.count"
        require "lib.more"
        count.value = count.value + 1
        """
      let flow = try Flow([
        "app.lua": """
        \(counts)
        return { start = function(self)
          self.children:start("auth")
          print("app", count.value)
        end }
        """,
        "auth.lua": """
        \(counts)
        return { start = function(self) print("auth", count.value) end }
        """,
        "lib/count.lua": "return { value = 0 }",
        "lib/more.lua": """
        local count = require "lib.count"
        count.value = count.value + 10
        return true
        """,
      ])
      #expect(flow.log == ["auth\t11", "app\t11"])
    }

    @Test("a module that is not there is an error at the line that requires it")
    func missing() throws {
      try expectOneProblem(
        in: ["app.lua": "local app = {}\nrequire \"lib.missing\"\nreturn app"],
        at: "app.lua:2", says: ["lib.missing"])
    }

    @Test("modules that require each other are an error that shows the circle")
    func circle() throws {
      let problems = try problems(in: [
        "app.lua": "require \"lib.a\"\nreturn { start = function(self) end }",
        "lib/a.lua": "require \"lib.b\"\nreturn {}",
        "lib/b.lua": "require \"lib.a\"\nreturn {}",
      ])
      #expect(problems.count == 1)
      expect(problems.first, says: "lib/a", "lib/b")
    }

    @Test("require works only while loading")
    func running() throws {
      let flow = try Flow([
        "app.lua": """
        return { start = function(self)
          require "lib.money"
        end }
        """,
        "lib/money.lua": "return {}",
      ])
      expect(flow.error, says: "app.lua:2: ", "require")
    }

    @Test(
      "require reaches nothing outside the project",
      arguments: ["io", "os", "../secret", "/etc/passwd"])
    func outside(module: String) throws {
      let problems = try problems(in: [
        "app.lua": "require \"\(module)\"\nreturn { start = function(self) end }"
      ])
      expect(problems.first, says: "app.lua:1: error: ", module)
    }
  }
}
