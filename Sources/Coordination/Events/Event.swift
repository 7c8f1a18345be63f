import Navigation
import PlainValues

/// Something that happened, as a coordinator hears of it. A class, because it is handed on more often
/// than it is read.
public final class Event: Sendable {
  /// Who it comes from, under the name by which the hearer knows it.
  public enum Source: Hashable, Sendable {
    case screen(String)
    case child(String)
    /// What the parent sent to this coordinator.
    case parent
    /// What the coordinator has asked to be told after a while.
    case timer
    /// The user chose a tab.
    case tabs
    /// The application or a service.
    case app
    /// A link that is followed; it is looked up by its pattern.
    case link

    /// The key under which transitions name it.
    public var key: String {
      switch self {
      case .screen(let name), .child(let name): name
      case .parent: "parent"
      case .timer: "timer"
      case .tabs: "tabs"
      case .app: "app"
      case .link: "link"
      }
    }

    /// Whether it has a name of its own: then ``EventNames/anySource`` stands for it too.
    var isNamed: Bool {
      switch self {
      case .screen, .child: true
      case .parent, .timer, .tabs, .app, .link: false
      }
    }

    /// The keys under which it is looked up, in order.
    var keys: [String] { isNamed ? [key, EventNames.anySource] : [key] }
  }

  public let name: String
  public let source: Source
  public let payload: PackedValue
  /// The screen that sent it, also where it has bubbled up to an ancestor of the screen's owner.
  public let screen: ScreenID?
  /// The name of that screen.
  public let screenName: String?
  /// The params of the screen that sent it, as they were then.
  public let params: PackedValue
  /// The child that it came from.
  public let child: ChildHandle?

  public init(
    _ name: String, from source: Source, payload: PackedValue = .empty, screen: ScreenID? = nil,
    screenName: String? = nil, params: PackedValue = .empty, child: ChildHandle? = nil
  ) {
    self.name = name
    self.source = source
    self.payload = payload
    self.screen = screen
    self.screenName = screenName
    self.params = params
    self.child = child
  }

  /// The same under another name.
  func named(_ name: String) -> Event {
    Event(
      name, from: source, payload: payload, screen: screen, screenName: screenName, params: params,
      child: child)
  }

  /// The same as it reaches the parent of a coordinator that does not handle it.
  func bubbling(from coordinator: LiveCoordinator) -> Event {
    Event(
      name, from: .child(coordinator.name), payload: payload, screen: screen,
      screenName: screenName, params: params, child: ChildHandle(coordinator))
  }
}
