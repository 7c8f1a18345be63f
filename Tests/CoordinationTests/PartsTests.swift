import PlainValues
import Testing

@testable import Coordination
@testable import Navigation

@Suite("Lifecycle")
struct LifecycleTests {
  @Test("a coordinator goes its way once, from every phase on")
  func once() {
    var lifecycle = Lifecycle()
    #expect(lifecycle.phase == .starting && lifecycle.isLive)
    lifecycle.activate()
    #expect(lifecycle.phase == .active && lifecycle.isLive)
    verify(lifecycle.beginEnd(.cancelled(reason: "why")))
    #expect(lifecycle.phase == .finishing && !lifecycle.isLive)
    verify(!lifecycle.beginEnd(.finished("later")))
    #expect(lifecycle.outcome == .cancelled(reason: "why"))
    lifecycle.activate()
    #expect(lifecycle.phase == .finishing)
    lifecycle.end()
    lifecycle.activate()
    #expect(lifecycle.phase == .ended && !lifecycle.isLive)
    verify(!lifecycle.beginEnd(.finished("later")))
  }

  @Test("one that is starting can end")
  func whileStarting() {
    var lifecycle = Lifecycle()
    verify(lifecycle.beginEnd(.finished("early")))
    #expect(lifecycle.outcome == .finished("early"))
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "a slip is recognised",
    arguments: [
      ("chekout", "checkout"), ("chcekout", "checkout"), ("aut", "auth"), ("auth ", "auth"),
      ("Auth", "auth"),
    ])
  func slips(written: String, meant: String) {
    #expect(Suggestion.nearest(to: written, among: ["catalog", "checkout", "auth"]) == meant)
  }

  @Test("what is far from everything is answered with what there is")
  func far() {
    #expect(Suggestion.nearest(to: "payment", among: ["auth", "cart"]) == nil)
    #expect(Suggestion.near("payment", among: ["auth", "cart"]) == "; there is auth, cart")
    #expect(Suggestion.near("auht", among: ["auth"]) == ": did you mean \"auth\"?")
    #expect(Suggestion.near("x", among: [String]()).isEmpty)
    let many = (0..<20).map { "name-of-\($0 * 1111)" }
    #expect(Suggestion.near("x", among: many).hasSuffix(", …"))
  }

  @Test("the distance counts insertions, deletions, replacements and swaps")
  func distances() {
    #expect(Suggestion.distance("", "") == 0)
    #expect(Suggestion.distance("", "abc") == 3)
    #expect(Suggestion.distance("abc", "") == 3)
    #expect(Suggestion.distance("abcd", "abcd") == 0)
    #expect(Suggestion.distance("abcd", "abdc") == 1)
    #expect(Suggestion.distance("kitten", "sitting") == 3)
  }
}

@Suite("Queue")
struct QueueTests {
  @Test("what is put in first comes out first, also when both alternate")
  func order() {
    var queue = Queue<String>()
    for name in ["a", "b"] { queue.append(name) }
    verify(queue.popFirst() == "a")
    queue.append("c")
    verify(queue.popFirst() == "b")
    verify(queue.popFirst() == "c")
    verify(queue.popFirst() == nil)
    queue.append("d")
    verify(queue.popFirst() == "d")
  }

  @Test("truncating takes back what came after the mark and no more")
  func truncating() {
    var queue = Queue<String>()
    for name in ["a", "b"] { queue.append(name) }
    _ = queue.popFirst()
    let mark = queue.end
    for name in ["c", "d"] { queue.append(name) }
    queue.truncate(to: mark)
    verify(queue.popFirst() == "b")
    verify(queue.popFirst() == nil)
  }

  @Test("alternating for long leaves nothing behind")
  func alternating() {
    var queue = Queue<Int>()
    for number in 0..<3 { queue.append(number) }
    for number in 3..<5_000 {
      queue.append(number)
      verify(queue.popFirst() == number - 3)
    }
    #expect(queue.count == 3)
    #expect(queue.end < 8)
  }
}

@Suite("Tree outline")
struct TreeOutlineTests {
  @Test("the outline that records give is the tree, after each turn")
  func followsTree() {
    let flow = Flow([
      "app": Script(
        start: {
          try $0.router.push("home")
          try $0.start("a")
        },
        on: [
          "any.more": { try $0.start("a") },
          "any.less": { try $0.children.cancel($0.children.find("a")!) },
          "any.fail": {
            try $0.start("a")
            throw Failure()
          },
        ]),
      "a": Script(start: { try $0.start("b", as: "c") }),
      "b": Script(),
    ])
    var outline = TreeOutline()
    flow.host.observe { outline.apply($0) }
    #expect(outline.nested == .array([]))
    flow.host.start()
    #expect(outline.nested == ["app", ["a", ["c"]]])
    for event in ["more", "fail"] {
      flow.send(event)
      #expect(outline.nested == ["app", ["a", ["c"], "a", ["c"]]])
    }
    flow.send("less")
    flow.send("less")
    #expect(outline.nested == ["app"])
  }
}
