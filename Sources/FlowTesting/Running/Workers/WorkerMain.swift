import Foundation

extension SpecWorker {
  /// What a process does that a runner has started: works until the runner goes, and ends with it.
  public static func main(load: @escaping Load) {
    for descriptor in [
      WorkerProcess.Descriptor.orders, WorkerProcess.Descriptor.messages,
      WorkerProcess.Descriptor.lifeline,
    ] {
      // What tests start has nothing to say there.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    // A test that never returns would outlive the runner otherwise.
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(WorkerProcess.Descriptor.lifeline, &byte, 1) > 0 || errno == EINTR { errno = 0 }
      _exit(1)
    }
    SpecWorker(
      orders: WorkerProcess.Descriptor.orders, messages: WorkerProcess.Descriptor.messages,
      load: load
    ).run()
    // Nothing is left to be done, and nothing that a library does at exit can get in the way.
    _exit(0)
  }
}
