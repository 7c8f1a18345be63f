/// How the page looks, and what little it does by itself.
enum CoverageStyle {
  static let css = """
    :root {
      color-scheme: light dark;
      --text: #1c1e21; --quiet: #5b6169; --ground: #ffffff; --raised: #f5f6f8; --rule: #dcdfe4;
      --link: #0b57d0; --good: #1a7f37; --middle: #9a6700; --bad: #b3261e; --bad-ground: #fdecea;
      --good-ground: #eaf6ec;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e4e6ea; --quiet: #9aa1ab; --ground: #16181c; --raised: #1f2228; --rule: #363b44;
        --link: #8ab4f8; --good: #57c173; --middle: #e0b33c; --bad: #ff8a80; --bad-ground: #3b1f1f;
        --good-ground: #1a2c20;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 72rem; color: var(--text);
      background: var(--ground); font: 1rem/1.5 system-ui, sans-serif;
    }
    h1, h2 { line-height: 1.2; }
    h2 { margin-top: 2.5rem; font-size: 1.25rem; overflow-wrap: anywhere; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem; }
    .quiet { color: var(--quiet); }
    .totals { display: flex; flex-wrap: wrap; gap: 1rem; margin: 0; }
    .totals > div { flex: 1 1 14rem; padding: 1rem; border-radius: .5rem; background: var(--raised); }
    .totals dd { margin: 0; }
    .totals strong { font-size: 1.75rem; font-variant-numeric: tabular-nums; }
    .bar { display: block; min-width: 5rem; height: .5rem; border-radius: .25rem; background: var(--rule); }
    .bar span { display: block; height: 100%; border-radius: .25rem; background: var(--bad); }
    .bar .middle { background: var(--middle); }
    .bar .high { background: var(--good); }
    table { border-collapse: collapse; }
    caption { text-align: left; font-weight: 600; padding: .5rem 0; }
    .overview, .transitions { width: 100%; font-size: .9375rem; }
    .overview th, .overview td, .transitions th, .transitions td {
      padding: .35rem .6rem; border-bottom: 1px solid var(--rule); text-align: left;
      vertical-align: top; overflow-wrap: anywhere;
    }
    tbody th { font-weight: 400; }
    thead th { color: var(--quiet); font-weight: 600; }
    .overview td { white-space: nowrap; }
    .ratio {
      display: grid; grid-template-columns: 3.5rem 1fr 5.5rem; align-items: center; gap: .75rem;
      font-variant-numeric: tabular-nums;
    }
    td.number, .transitions th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    tr.missed { background: var(--bad-ground); }
    tr.missed td.number, tr.missed .count { color: var(--bad); font-weight: 600; }
    details { margin-top: 1rem; }
    summary { cursor: pointer; padding: .25rem 0; }
    .scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: .5rem; }
    .source { width: 100%; font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    .source code { font: inherit; white-space: pre; tab-size: 2; }
    .source th, .source .count {
      padding: 0 .6rem; text-align: right; color: var(--quiet); white-space: nowrap;
      user-select: none; -webkit-user-select: none;
    }
    .source td:last-child { width: 100%; padding: 0 1rem 0 .6rem; }
    .source .ran .count { background: var(--good-ground); color: var(--good); }
    .source tr:target, .transitions tr:target { outline: 2px solid var(--link); outline-offset: -2px; }
    .hidden th { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    @media (max-width: 45rem) {
      .overview td { white-space: normal; }
      .ratio, .ratio > span { display: block; white-space: nowrap; }
      .ratio .bar { display: none; }
    }
    @media print { .scroll { overflow: visible; } .source code { white-space: pre-wrap; } }
    """

  /// A link to a line opens the source that the line is in, where somebody has closed it.
  static let script = """
    function openTarget() {
      const target = location.hash && document.getElementById(location.hash.slice(1));
      const closed = target && target.closest("details:not([open])");
      if (closed) { closed.open = true; target.scrollIntoView(); }
    }
    addEventListener("hashchange", openTarget);
    openTarget();
    """
}
