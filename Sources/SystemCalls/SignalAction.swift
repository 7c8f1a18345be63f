extension sigaction {
  /// Whether the signal is passed over, as under `nohup`.
  package var isIgnored: Bool { handles(as: SIG_IGN) }

  /// Whether the signal does what it does by itself.
  package var isDefault: Bool { handles(as: SIG_DFL) }

  #if canImport(Darwin)
    private typealias Handler = (@convention(c) (Int32) -> Void)?
    private var handler: Handler { __sigaction_u.__sa_handler }
  #else
    private typealias Handler = __sighandler_t?
    private var handler: Handler { __sigaction_handler.sa_handler }
  #endif

  private func handles(as other: Handler) -> Bool {
    // Of one size: a C function's address, which may be none, is a word, and so is an Int; both sides
    // are only compared.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
  }
}
