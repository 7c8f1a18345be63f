import Testing

@testable import Watching

@Suite("Changes that are held back")
struct HeldChangesTests {
  @Test(
    "of several of one file, what they come to is told once",
    arguments: [
      ([FileChange.Kind.added([1]), .changed([2])], FileChange.Kind.added([2])),
      ([.added([1]), .removed], nil),
      ([.added([1]), .removed, .added([3])], .added([3])),
      ([.changed([1]), .changed([2])], .changed([2])),
      ([.changed([1]), .removed], .removed),
      ([.removed, .added([1])], .changed([1])),
      ([.unreadable("no"), .changed([1])], .changed([1])),
      ([.changed([1]), .unreadable("no")], .unreadable("no")),
    ] as [([FileChange.Kind], FileChange.Kind?)])
  func several(kinds: [FileChange.Kind], told: FileChange.Kind?) {
    var held = HeldChanges()
    for kind in kinds { held.add(FileChange("a", kind)) }
    #expect(held.take() == (told.map { [FileChange("a", $0)] } ?? []))
    #expect(held.take().isEmpty)
  }
}
