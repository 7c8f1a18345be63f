// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Sextant",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "PlainValues"),
    .testTarget(name: "PlainValuesTests", dependencies: ["PlainValues"]),
    .target(name: "Navigation", dependencies: ["PlainValues"]),
    .testTarget(name: "NavigationTests", dependencies: ["Navigation"]),
    .target(name: "Coordination", dependencies: ["Navigation", "PlainValues"]),
    .testTarget(
      name: "CoordinationTests", dependencies: ["Coordination", "Navigation", "PlainValues"]),
    .target(
      name: "ScriptedCoordination",
      dependencies: ["Coordination", "LuaRuntime", "Navigation", "PlainValues"]),
    .target(
      name: "FlowRunner",
      dependencies: ["Coordination", "Navigation", "PlainValues", "ScriptedCoordination"]),
    .executableTarget(name: "sextant", dependencies: ["FlowRunner", "ScriptedCoordination"]),
  ]
)
