import Foundation
import FuzzTargets

// libFuzzer over one target, which the environment names: libFuzzer's own arguments follow.
//
//   SEXTANT_FUZZ_TARGET=json fuzz -max_total_time=60 CORPUS Tests/Fuzzing/Seeds/json

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ takeInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Says what is wrong and gives up.
private func giveUp(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  abort()
}

private let name = ProcessInfo.processInfo.environment["SEXTANT_FUZZ_TARGET"] ?? ""
private let names = FuzzTarget.all.map(\.name).joined(separator: ", ")

guard FuzzTarget.named(name) != nil else {
  print("SEXTANT_FUZZ_TARGET names one of \(names), not \"\(name)\"")
  exit(2)
}

private let target = FuzzTarget.named(name)
private var count = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { bytes, size in
    do {
      try target?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    } catch {
      giveUp("a rule is broken: \(error)")
    }
    return 0
  })
