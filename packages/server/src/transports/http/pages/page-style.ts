/** The style that public pages add to the style of all pages. */
export const PUBLIC_STYLE = `:root { --raised: light-dark(#f3eee2, #221f1b); --second: light-dark(#b08a3c, #d9b871); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header.site { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; padding-bottom: 0.6rem; border-bottom: 1px solid var(--line); }
header.site .name { font-size: 1.25rem; letter-spacing: 0.04em; text-decoration: none; }
header.site nav { display: flex; gap: 1.25rem; margin-left: auto; }
header.site nav a, footer.site a { display: inline-block; padding: 0.2rem 0; }
footer.site { margin-top: 4rem; padding-top: 0.6rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.9375rem; }
footer.site p { margin: 0.2rem 0; }
footer.site a { margin-right: 1.25rem; }
input { min-height: 2.5rem; padding: 0.4rem 0.7rem; border: 1px solid var(--faint); border-radius: 0.3rem; background: var(--paper); color: inherit; font: inherit; }
input::placeholder { color: var(--faint); opacity: 1; }
button, .action { display: inline-block; min-height: 2.5rem; padding: 0.4rem 1rem; border: 1px solid var(--accent); border-radius: 0.3rem; background: var(--accent); color: var(--paper); font: inherit; line-height: 1.5; text-decoration: none; cursor: pointer; }
button.copy { visibility: hidden; min-height: 2rem; padding: 0.15rem 0.7rem; background: none; color: var(--accent); font-size: 0.9375rem; }
button.copy.ready { visibility: visible; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.find { display: flex; flex: 1 1 14rem; gap: 0.4rem; max-width: 26rem; }
.find input { flex: 1; min-width: 0; min-height: 2.25rem; padding: 0.2rem 0.6rem; }
.find button { min-height: 2.25rem; padding: 0.2rem 0.8rem; }
main h1 { margin: 2rem 0 0.5rem; font-size: clamp(1.6rem, 4.5vw, 2.3rem); text-wrap: balance; }
main h2 { margin: 2.5rem 0 0.75rem; padding-bottom: 0.2rem; font-size: 1.25rem; }
main h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
a { text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
.faint { color: var(--faint); font-size: 0.9375rem; }
.notice { padding: 0.7rem 1rem; border-left: 3px solid var(--accent); background: var(--raised); }
.tag { padding: 0 0.45em; border: 1px solid var(--line); border-radius: 1em; color: var(--faint); font-size: 0.8125rem; white-space: nowrap; }
.state { margin: 2rem 0 0; color: var(--accent); font-size: 0.9375rem; letter-spacing: 0.04em; }
.state + h1 { margin-top: 0; }
.other-title { margin: 0 0 0.5rem; color: var(--faint); font-size: 1.125rem; font-style: italic; }
.people, .subjects { display: flex; flex-wrap: wrap; gap: 0.15rem 1.25rem; margin: 0.25rem 0; padding: 0; list-style: none; }
.people { font-size: 1.125rem; }
main .people li, main .subjects li { margin: 0; }
.facts { margin: 0.25rem 0 1rem; color: var(--faint); }
.abstract { max-width: 40rem; white-space: pre-line; }
.box { margin: 1.5rem 0 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--raised); }
.box h2 { margin: 0 0 0.25rem; padding: 0; border: 0; font-size: 0.9375rem; }
.box .address { margin: 0 0 0.6rem; padding: 0.5rem 0.7rem; border: 1px solid var(--faint); border-radius: 0.3rem; background: var(--paper); font: 0.875rem / 1.4 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; user-select: all; }
.box dl { margin: 0.75rem 0 0; font-size: 0.9375rem; }
.qr { display: block; width: 9rem; height: 9rem; border-radius: 0.3rem; }
.citation { max-width: 42rem; margin: 0 0 0.35rem; padding-left: 1.5rem; text-indent: -1.5rem; }
details { margin: 0.5rem 0; }
summary { padding: 0.2rem 0; color: var(--accent); cursor: pointer; }
pre { max-width: 100%; overflow: auto; margin: 0.25rem 0; padding: 0.75rem 1rem; border-radius: 0.3rem; background: var(--raised); font: 0.8125rem / 1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
.files th[scope="row"] { color: var(--ink); }
.files .type { overflow-wrap: anywhere; }
.hash { margin: 0; font-size: 0.875rem; }
.hash code { overflow-wrap: anywhere; }
.line { margin: 0.5rem 0; padding: 0 0 0 1.25rem; border-left: 2px solid var(--line); list-style: none; }
.line li { position: relative; margin: 0.5rem 0; }
.line li::before { content: ""; position: absolute; left: calc(-1.25rem - 6px); top: 0.55em; width: 10px; height: 10px; border: 2px solid var(--accent); border-radius: 50%; background: var(--paper); }
.line .current::before { background: var(--accent); }
.pairs { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.35rem 1.5rem; }
.pairs dt { grid-column: 1; }
.pairs dd { grid-column: 2; margin: 0; }
.plot { margin: 1rem 0; }
.plot svg { display: block; width: 100%; max-width: 40rem; height: auto; }
.plot text { fill: var(--ink); font: 13px Georgia, serif; text-anchor: middle; }
.plot .axis { fill: var(--faint); }
.plot line { stroke: var(--faint); }
.bar-data { fill: var(--accent); }
.bar-metadata { fill: var(--second); }
.key::before { content: ""; display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.4em 0 0; background: var(--accent); }
.key-metadata::before { background: var(--second); }
.key + .key { margin-left: 1.25rem; }
.results { margin: 1rem 0; padding: 0; list-style: none; }
.results li { margin: 0; padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
.results .title { display: block; font-size: 1.125rem; line-height: 1.35; }
.results .by, .results .faint { display: block; }
.results .snippet { display: block; margin: 0.25rem 0; }
.results mark { background: var(--marked, color-mix(in srgb, var(--accent) 18%, transparent)); color: inherit; font-weight: 600; }
.pages a { margin-right: 1.5rem; }
.orders, .chosen { display: inline-flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
.facts p { margin: 0 0 0.25rem; }
.chosen { margin: 0.5rem 0; }
.chosen li { padding: 0.15rem 0.3rem 0.15rem 0.8rem; border: 1px solid var(--line); border-radius: 2rem; }
.chosen a { display: inline-block; min-width: 1.75rem; min-height: 1.75rem; text-align: center; text-decoration: none; }
.facets h2 { font-size: 1.125rem; }
.facets h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
.facets ul { margin: 0; padding: 0; list-style: none; }
.facets li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.2rem 0; }
.facets .count { color: var(--faint); font-variant-numeric: tabular-nums; }
@media (min-width: 56rem) {
  .found { display: grid; grid-template-columns: minmax(0, 1fr) 16rem; gap: 0 3rem; }
  .narrow { display: none; }
}
.hero { padding-top: clamp(2rem, 8vh, 6rem); }
main .hero h1 { margin: 0 0 0.25rem; font-size: clamp(1.9rem, 5.5vw, 2.9rem); letter-spacing: -0.01em; }
.introduction { max-width: 38rem; margin: 0 0 1.75rem; color: var(--faint); }
.entry { display: flex; gap: 0.5rem; }
.entry input { flex: 1; min-width: 0; padding: 0.7rem 0.9rem; font: 1.0625rem / 1.4 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
.hero label { display: block; margin-bottom: 0.35rem; font-size: 0.9375rem; }
.examples { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.9rem; margin: 0.75rem 0 0; color: var(--faint); font-size: 0.9375rem; }
.examples a { display: inline-block; padding: 0.3rem 0; font: 0.8125rem / 1.3 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
@media (min-width: 54rem) {
  body:has(> .wide) { max-width: 68rem; }
  .item { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; grid-template-rows: auto 1fr; gap: 0 3rem; }
  .item .lead, .item .parts { grid-column: 1; }
  .item .box { grid-column: 2; grid-row: 1 / span 2; align-self: start; margin-top: 2.5rem; }
}
@media (max-width: 34rem) {
  .pairs { grid-template-columns: 1fr; gap: 0; }
  .pairs dd { grid-column: 1; margin: 0 0 0.6rem; }
  .files .type { display: none; }
  .plot text { font-size: 18px; }
  header.site nav { margin-left: 0; }
  .find { flex-basis: 100%; max-width: none; }
}
@media (prefers-reduced-motion: no-preference) { a, button { transition: color 120ms, background-color 120ms; } }
@media print { header.site, footer.site, button, .find { display: none; } }
`;
