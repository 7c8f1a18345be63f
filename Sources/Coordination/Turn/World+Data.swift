import Navigation
import PlainValues

extension World {
  /// The bytes of data that scripts have made and that are kept from turn to turn, about. Costs the
  /// number of screens, coordinators, timers, attributes and stored values, and the size of the last two.
  var dataBytes: Int {
    navigation.screens.reduce(0) { $0 + $1.params.bytes.count }
      + coordinators.values.reduce(0) { $0 + $1.input.bytes.count }
      + timers.all.reduce(0) { $0 + ($1.payload?.bytes.count ?? 0) }
      + (attributes.map(\.value) + store.values.map(\.value)).reduce(0) {
        $0 + ((try? PackedValue($1))?.bytes.count ?? 0)
      }
  }
}
