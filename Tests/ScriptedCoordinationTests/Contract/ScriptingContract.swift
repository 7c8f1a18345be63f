import Testing

/// What the host promises to those who write flows: a suite a subject, a test a rule.
///
/// Every test is a small flow project, what happens to it, and what is to be seen then. None looks
/// inside the engine.
@Suite("The scripting contract")
enum ScriptingContract {}
