#if canImport(Glibc)
  import SystemCalls

  extension WorkerProcess {
    /// Whether this process can be copied. Other threads would be missing in the copy, and what they
    /// hold would be held there for ever.
    static var canBeCopied: Bool {
      var status = stat()
      // A folder with a folder for each thread, which are its links besides its own two.
      return stat("/proc/self/task", &status) == 0 && status.st_nlink == 3
    }

    /// Makes a copy of this process, in which nothing runs but the work. That must not use Swift in
    /// other threads than its first (lifeline.c says why); what Lua runs in others is C.
    ///
    /// It has what it would have by a command: the descriptors that are told, no others that are
    /// closed where a program begins, and signals that do what they do by themselves.
    static func copy(
      _ descriptors: [(from: Int32, to: Int32)], work: () -> Never
    ) throws(WorkerError) -> pid_t {
      // What waits to be written would be written twice.
      fflush(nil)
      let identity = fork()
      guard identity >= 0 else { throw WorkerError("it cannot be started", errno) }
      guard identity == 0 else {
        // Here too, as either may come first.
        setpgid(identity, identity)
        return identity
      }
      setpgid(0, 0)
      forgetHandlers()
      let input = open("/dev/null", O_RDONLY)
      if input > 0 {
        dup2(input, STDIN_FILENO)
        close(input)
      }
      for (from, to) in descriptors { dup2(from, to) }
      closeOthers()
      work()
    }

    /// Signals that are handled do what they do by themselves; those that are passed over still are,
    /// but for those that a runner hears of.
    private static func forgetHandlers() {
      for number in 1...__SIGRTMAX {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { continue }
        if action.isDefault { continue }
        if !action.isIgnored || Interruption.signals.contains(number) { signal(number, SIG_DFL) }
      }
    }

    /// Other workers' connections must end with the runner.
    private static func closeOthers() {
      guard let folder = opendir("/proc/self/fd") else { return }
      var found: [Int32] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
        }
        found.append(name)
      }
      closedir(folder)
      for descriptor in found where descriptor > STDERR_FILENO {
        let flags = fcntl(descriptor, F_GETFD)
        if flags >= 0, flags & FD_CLOEXEC != 0 { close(descriptor) }
      }
    }
  }
#endif
