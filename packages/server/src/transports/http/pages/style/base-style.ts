/** Colours, sizes and spaces that all pages share. */
export const MEASURES = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #15181a);
  --raised: light-dark(#ffffff, #1c2022);
  --ink: light-dark(#1b1f1e, #e9e7e1);
  --faint: light-dark(#5d655f, #a3aaa5);
  --line: light-dark(#e3e0d8, #2d3335);
  --edge: light-dark(#868c86, #747c78);
  --accent: light-dark(#17594a, #7cc7b0);
  --on-accent: light-dark(#ffffff, #10201c);
  --tint: light-dark(#eef4f1, #1d2b28);
  --warning: light-dark(#fdf3dc, #33290f);
  --on-warning: light-dark(#6b4a00, #f0cf86);
  --second: light-dark(#b08a3c, #d9b871);
  --serif: "Source Serif 4", "Iowan Old Style", Palatino, Georgia, serif;
  --sans: "Inter", "Inter in place", system-ui, sans-serif;
  --mono: ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace;
  --size-1: 0.8125rem;
  --size-2: 0.9375rem;
  --size-3: 1.125rem;
  --size-4: 1.375rem;
  --size-5: clamp(1.75rem, 4.5vw, 2.375rem);
  --space-1: 0.25rem;
  --space-2: 0.5rem;
  --space-3: 1rem;
  --space-4: 1.5rem;
  --space-5: 2.5rem;
  --space-6: 4rem;
  --width: 70rem;
  --measure: 42rem;
}
`;

/** The look of plain elements. */
export const BASE_STYLE = `* { box-sizing: border-box; }
html { scroll-padding: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; font: 1rem / 1.55 var(--sans); font-synthesis: style; }
body > * { padding-inline: max(clamp(1rem, 4vw, 2rem), (100% - var(--width)) / 2); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: 0.9em var(--mono); }
pre { max-width: 100%; overflow: auto; margin: var(--space-1) 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); font: var(--size-1) / 1.5 var(--mono); }
h1, h2, h3, h4 { line-height: 1.2; font-weight: 600; text-wrap: balance; }
h1 { font-family: var(--serif); font-size: var(--size-5); letter-spacing: -0.01em; }
h2 { margin: var(--space-5) 0 var(--space-2); font-size: var(--size-3); }
h3 { margin: var(--space-4) 0 var(--space-1); font-size: 1rem; }
small { color: var(--faint); font-size: 0.875em; }
mark { padding: 0 0.15em; border-radius: 0.15em; background: var(--accent); color: var(--on-accent); }
dl { margin: var(--space-2) 0; }
dt { color: var(--faint); }
dd { margin: 0 0 var(--space-2) var(--space-4); white-space: pre-line; }
details { margin: var(--space-2) 0; }
summary { padding: 0.2rem 0; color: var(--accent); cursor: pointer; }
table { width: 100%; border-collapse: collapse; font-size: var(--size-2); }
th, td { padding: 0.6rem 1rem 0.6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--faint); font-weight: 500; }
article { margin: 2rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
article:target { border-left-color: var(--accent); }
.request { font-size: var(--size-3); }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.faint { color: var(--faint); font-size: var(--size-2); }
.bytes, .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.icon { width: 1.15em; height: 1.15em; flex: none; vertical-align: -0.2em; fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
`;
