extension sigaction {
  /// Whether the signal is passed over, as under `nohup`.
  package var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    // Of one size: a C function's address, which may be none, is a word, and so is an Int; both sides
    // are only compared.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
