/// ``TurnFlow`` as people write it by hand in Swift, without any host: a protocol, an array of
/// children, and a router that writes down what it is asked.
enum PlainFlow {
  enum Screen: Equatable {
    case home
    case detail(id: Int)
  }

  enum Event {
    case tapped(id: Int)
    case closed
  }

  protocol Router: AnyObject {
    func push(_ screen: Screen)
    func pop()
  }

  final class RecordingRouter: Router {
    private(set) var stack: [Screen] = []
    private(set) var calls: [String] = []

    func push(_ screen: Screen) {
      stack.append(screen)
      calls.append("push")
    }

    func pop() {
      stack.removeLast()
      calls.append("pop")
    }

    func clear() { calls = [] }
  }

  protocol Coordinator: AnyObject {
    var children: [any Coordinator] { get set }
    func start()
    /// Whether it has handled it.
    func handle(_ event: Event) -> Bool
  }

  final class AppCoordinator: Coordinator {
    var children: [any Coordinator] = []
    private let router: any Router

    init(_ router: any Router) { self.router = router }

    func start() { router.push(.home) }

    func handle(_ event: Event) -> Bool {
      for child in children.reversed() where child.handle(event) { return true }
      switch event {
      case .tapped(let id): router.push(.detail(id: id))
      case .closed: router.pop()
      }
      return true
    }
  }
}

/// Runs ``PlainFlow``.
final class PlainFlowRun {
  private let router = PlainFlow.RecordingRouter()
  private let app: any PlainFlow.Coordinator

  init() {
    app = PlainFlow.AppCoordinator(router)
    app.start()
    router.clear()
  }

  func run(_ count: Int) throws {
    for number in 0..<count / 2 {
      guard app.handle(.tapped(id: number & 63)), app.handle(.closed) else {
        throw WorkNotDone("the plain pattern has not handled an event")
      }
    }
    try check("calls", router.calls.count, count / 2 * 2)
    try check("the stack", router.stack, [.home])
    router.clear()
  }
}
