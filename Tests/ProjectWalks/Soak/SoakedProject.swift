import Experiments
import PlainValues
import ScriptedCoordination

/// A flow project with a slot of which there are two variants, so that each can be swapped.
struct SoakedProject {
  let name: String
  let slot: String
  let variants: [String]
  let files: [String: String]

  init(_ name: String) throws {
    var files = try Projects.files(name).filter { !$0.key.hasPrefix("tests/") }
    self.name = name
    if name == "buying" {
      slot = "buying"
      variants = ["steps", "one_page"]
    } else {
      slot = ["auth": "sign_in", "linear": "guest"][name] ?? "product"
      variants = ["one", "twin"]
      let twin = slot + "_twin"
      files[twin + ".lua"] = files[slot + ".lua"]
      files["experiments.lua"] = """
        return { \(slot) = { key = "soaked", by = "user_id", variants = {
          { name = "one", script = "\(slot)" }, { name = "twin", script = "\(twin)" },
        } } }
        """
    }
    self.files = files
  }
}
