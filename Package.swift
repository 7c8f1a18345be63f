// swift-tools-version: 6.0
import PackageDescription

// The rooms, from the ground up; each knows only those below it.
let package = Package(
  name: "Sextant",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Coordination", targets: ["Coordination", "Navigation", "PlainValues"]),
    .library(
      name: "ScriptedCoordination",
      targets: ["ScriptedCoordination", "Experiments", "LuaRuntime"]),
    .library(name: "FlowTesting", targets: ["FlowTesting"]),
    .executable(name: "sextant", targets: ["sextant"]),
  ],
  targets: [
    .target(name: "SystemCalls"),
    .target(name: "PlainValues"),
    .target(name: "Console", dependencies: ["SystemCalls"]),
    .target(name: "Watching", dependencies: ["SystemCalls"]),
    .target(name: "Experiments", dependencies: ["PlainValues"]),
    .systemLibrary(
      name: "CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    .target(
      name: "LuaRuntime", dependencies: ["CLuaBridge", "CLua", "PlainValues", "SystemCalls"]),
    .target(name: "Navigation", dependencies: ["PlainValues"]),
    .target(name: "Coordination", dependencies: ["Navigation", "PlainValues", "SystemCalls"]),
    .testTarget(
      name: "CoordinationTests", dependencies: ["Coordination", "Navigation", "PlainValues"]),
    .target(
      name: "ScriptedCoordination",
      dependencies: [
        "Coordination", "Experiments", "LuaRuntime", "Navigation", "PlainValues", "SystemCalls",
      ]),
    .target(
      name: "FlowRunner",
      dependencies: [
        "Console", "Coordination", "Experiments", "Navigation", "PlainValues",
        "ScriptedCoordination", "SystemCalls", "Watching",
      ]),
    .target(name: "CLifeline"),
    .target(
      name: "FlowTesting",
      dependencies: [
        "CLifeline", "Console", "Coordination", "Experiments", "LuaRuntime", "Navigation",
        "PlainValues", "ScriptedCoordination", "SystemCalls", "Watching",
      ],
      resources: [.embedInCode("Language/Lua")]),
    .executableTarget(
      name: "sextant",
      dependencies: [
        "Console", "Coordination", "Experiments", "FlowRunner", "FlowTesting", "LuaRuntime",
        "PlainValues", "ScriptedCoordination", "SystemCalls", "Watching",
      ]),

    .testTarget(name: "PlainValuesTests", dependencies: ["PlainValues"]),
    .testTarget(name: "SystemCallsTests", dependencies: ["SystemCalls"]),
    .testTarget(name: "WatchingTests", dependencies: ["Watching"]),
    .testTarget(
      name: "ExperimentsTests", dependencies: ["Experiments", "PlainValues"],
      exclude: ["GrowthBook/README.md"], resources: [.embedInCode("GrowthBook/cases.json")]),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime", "CLuaBridge", "PlainValues"],
      resources: [.copy("Hostile")]),
    .testTarget(name: "NavigationTests", dependencies: ["Navigation"]),
    // What tests and soaks do to the flow projects in scripts/.
    .target(
      name: "ProjectWalks",
      dependencies: [
        "Coordination", "LuaRuntime", "Navigation", "PlainValues", "ScriptedCoordination",
      ],
      path: "Tests/ProjectWalks"),
    .testTarget(
      name: "ScriptedCoordinationTests",
      dependencies: [
        "Coordination", "Experiments", "LuaRuntime", "Navigation", "PlainValues", "ProjectWalks",
        "ScriptedCoordination",
      ]),
    .testTarget(
      name: "FlowRunnerTests",
      dependencies: [
        "CLuaBridge", "Coordination", "FlowRunner", "LuaRuntime", "Navigation", "PlainValues",
        "ScriptedCoordination",
      ]),
    .testTarget(
      name: "FlowTestingTests",
      dependencies: [
        "Console", "Coordination", "FlowTesting", "LuaRuntime", "PlainValues",
        "ScriptedCoordination", "SystemCalls", "Watching",
      ]),
    .testTarget(name: "EndToEndTests", dependencies: ["PlainValues", "sextant"]),

    .target(
      name: "FuzzTargets",
      dependencies: [
        "Console", "Coordination", "Experiments", "FlowRunner", "LuaRuntime", "Navigation",
        "PlainValues", "ScriptedCoordination",
      ],
      path: "Tests/Fuzzing/Targets"),
    .testTarget(
      name: "SeedTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/SeedTests"),
  ]
)

// libFuzzer, which is linked only where it is asked for (scripts/fuzz).
if Context.environment["SEXTANT_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Fuzzer",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

// A measurement that takes minutes: scripts/test says how it is run.
if Context.environment["SEXTANT_SOAK"] != nil {
  package.targets.append(
    .executableTarget(name: "soak", dependencies: ["ProjectWalks"], path: "Tests/Soak"))
}

// What `scripts/bench` measures with, which nobody else has to build.
if Context.environment["SEXTANT_BENCH"] != nil {
  package.targets += [
    .target(name: "CFloor", dependencies: ["CLua"], path: "Benchmarks/CFloor"),
    .executableTarget(
      name: "sextant-bench",
      dependencies: [
        "CFloor", "Console", "Coordination", "LuaRuntime", "Navigation", "PlainValues",
        "ScriptedCoordination",
      ], path: "Benchmarks/sextant-bench"),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["PlainValues", "sextant-bench"],
      path: "Benchmarks/Tests"),
  ]
}
