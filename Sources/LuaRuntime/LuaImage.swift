import CLuaBridge

/// What functions and tables keep, as it was when the image was taken: the locals that functions
/// share, globals, and the tables that these hold. Frozen tables cannot change and are left out.
public final class LuaImage: LuaReference {
  /// Whether something is within that could not be put back, such as a coroutine. Then neither
  /// comparing nor restoring says anything about it.
  public private(set) lazy var isOpaque = !core.isOpen || sx_image_is_opaque(core.runtime, id)

  /// Whether anything is another than it was. Costs the size of the image.
  public var hasChanged: Bool { !core.isOpen || sx_image_has_changed(core.runtime, id) }

  /// Puts all back as it was. Costs the size of the image.
  public func restore() throws(LuaError) {
    try core.begin()
    guard sx_image_restore(core.runtime, id) else { throw core.takeError() }
  }
}

extension LuaTable {
  /// An image of all that can be reached from the table. Costs the size of that.
  public func image() throws(LuaError) -> LuaImage {
    try core.begin()
    guard sx_image_take(core.runtime, id) else { throw core.takeError() }
    return LuaImage(core: core, id: try core.keepTop())
  }
}
