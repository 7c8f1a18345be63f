import CLifeline
import SystemCalls

extension SpecWorker {
  /// What a process does that a runner has started: works until the runner goes, and ends with it.
  ///
  /// - Parameter extensions: makes what each file's tests are given beside the test language.
  public static func main(extensions: @escaping () -> [any SpecExtension]) -> Never {
    for descriptor in [
      WorkerProcess.Descriptor.orders, WorkerProcess.Descriptor.messages,
      WorkerProcess.Descriptor.lifeline, WorkerProcess.Descriptor.backlog,
    ] {
      // What tests start has nothing to say there.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    // A test that never returns would outlive the runner otherwise, and so would what it has started.
    _ = sx_hold_lifeline(WorkerProcess.Descriptor.lifeline)
    SpecWorker(
      orders: WorkerProcess.Descriptor.orders, messages: WorkerProcess.Descriptor.messages,
      backlog: Backlog(descriptor: WorkerProcess.Descriptor.backlog)
    ) { try SpecFile($0, extensions: extensions()) }.run()
    // Nothing is left to be done, and nothing that a library does at exit can get in the way.
    // What tests have written by themselves goes out, too.
    fflush(nil)
    _exit(0)
  }
}

extension SpecFile: LoadedSpec {
  /// Reads a file and loads it.
  fileprivate convenience init(
    _ request: SpecRequest, extensions: [any SpecExtension]
  ) throws {
    guard let source = File.contents(request.path) else {
      throw SpecLoadError.unreadable(request.path)
    }
    var options = request.options
    options.extensions = extensions
    try self.init(path: request.path, source: source, options: options)
  }
}
