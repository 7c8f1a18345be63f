import Console
import FlowRunner
import SystemCalls

extension Paint {
  /// As `--color` says; without it, colours only on a terminal, and never with NO_COLOR.
  init(_ arguments: Arguments) throws(Misuse) {
    let when = arguments.value("color") ?? "auto"
    switch when {
    case "always": self.init(colored: true)
    case "never": self.init(colored: false)
    case "auto":
      let unwanted = Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false
      self.init(colored: Output.standard.isTerminal && !unwanted)
    default: throw Misuse("--color is auto, always or never, not \(when)")
    }
  }
}
