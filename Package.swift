// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Sextant",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "PlainValues"),
    .systemLibrary(
      name: "CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    .target(name: "LuaRuntime", dependencies: ["CLuaBridge", "CLua", "PlainValues"]),
    .testTarget(name: "PlainValuesTests", dependencies: ["PlainValues"]),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime", "CLuaBridge", "PlainValues"],
      resources: [.copy("Hostile")]),
  ]
)
