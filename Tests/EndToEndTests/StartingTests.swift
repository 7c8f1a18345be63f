#if os(Linux)
  import Testing

  @Suite("Starting")
  struct StartingTests {
    @Test("the command is started without all of Foundation, and without the tables of languages")
    func libraries() throws {
      // The loader tells what it would load, and ends.
      let told = try Command.run(["--version"], surroundings: ["LD_TRACE_LOADED_OBJECTS": "1"])
      #expect(told.output.contains("libc.so"))
      for library in [
        "libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so",
      ] {
        #expect(!told.output.contains(library))
      }
    }
  }
#endif
