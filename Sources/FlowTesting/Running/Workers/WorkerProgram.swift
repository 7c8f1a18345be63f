/// What the processes of workers run.
public struct WorkerProgram {
  /// What starts one: the path of a program that calls ``SpecWorker/main(extensions:)``, and its
  /// arguments. It is asked for where one is started that way.
  let command: () -> [String]
  /// What a copy of this process does in place of that; nil where there are to be no copies.
  let work: (() -> Never)?

  /// A command, and nothing else: for processes that have threads, or may get any.
  public init(command: @escaping @autoclosure () -> [String]) {
    self.command = command
    work = nil
  }

  /// A copy of this process, as long as it has one thread: there is no program to be loaded then,
  /// which takes longer than a test does. The command otherwise, and where the system does not copy
  /// processes that way.
  ///
  /// - Parameters:
  ///   - extensions: what each file's tests are given beside the test language.
  ///   - command: does the same.
  public init(
    extensions: @escaping () -> [any SpecExtension],
    orCommand command: @escaping @autoclosure () -> [String]
  ) {
    self.command = command
    work = { SpecWorker.main(extensions: extensions) }
  }
}
