import PackagePlugin

/// Has the Lua that a target carries compiled while it is built.
@main struct CompiledLua: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let texts = target.sourceFiles(withSuffix: ".lua").map(\.url).sorted { $0.path < $1.path }
    let parts = context.pluginWorkDirectoryURL.appending(path: "CompiledParts.swift")
    return [
      .buildCommand(
        displayName: "Compiling the test language",
        executable: try context.tool(named: "compile-lua").url,
        arguments: [parts.path, "sextant:"] + texts.map(\.path), inputFiles: texts,
        outputFiles: [parts])
    ]
  }
}
