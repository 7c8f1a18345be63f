import Foundation
import ProjectWalks

// SEXTANT_SOAK=EVENTS [SEXTANT_SEED=SEED] scripts/test
let environment = ProcessInfo.processInfo.environment
let events = environment["SEXTANT_SOAK"].flatMap { Int($0) } ?? 0
let wanted = environment["SEXTANT_SEED"] ?? String(UInt64.random(in: 0..<1_000_000))
guard events > 0, let seed = UInt64(wanted) else {
  say("soak: SEXTANT_SOAK is to be a number of events, and SEXTANT_SEED a number from 0")
  exit(2)
}
say("soak of \(events) events, seed \(seed)")
do {
  try Soak(events: events, seed: seed).run { progress in
    say(SoakReport.line(progress))
    if progress.events == events { say(SoakReport.summary(progress.tally)) }
  }
} catch {
  say("failed: \(error)")
  exit(1)
}

/// A line at once, also where output goes to a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
