/** The page of an item. */
export const ITEM_STYLE = `.head { padding-bottom: var(--space-4); border-bottom: 1px solid var(--line); }
.head h1 { max-width: 24em; margin: 0.75rem 0 0.5rem; }
.other-title { margin: 0 0 0.5rem; color: var(--faint); font: italic var(--size-3) / 1.4 var(--serif); }
.people { display: flex; flex-wrap: wrap; gap: 0.15rem 1.4rem; margin: 0.4rem 0; padding: 0; list-style: none; font-size: 1.0625rem; }
.people li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.4rem; margin: 0; }
.people .of { color: var(--faint); font-size: var(--size-1); }
.orcid { display: inline-flex; padding: 0.25rem; margin: -0.25rem; }
.orcid svg { width: 1rem; height: 1rem; }
.facts { margin: 0.4rem 0 0; color: var(--faint); font-size: var(--size-2); }
.item { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 3rem; padding-top: var(--space-4); }
.item h2 { color: var(--faint); font-size: var(--size-1); letter-spacing: 0.06em; text-transform: uppercase; }
.item section > h2, .item .card > h2 { margin: 0 0 0.75rem; }
.item section { margin-bottom: 2.25rem; }
.item .card { margin-bottom: 1.1rem; }
.card > :last-child { margin-bottom: 0; }
.card > p { margin: 0 0 0.6rem; }
.card details { margin: 0; font-size: var(--size-2); }
.abstract { max-width: 42rem; margin: 0 0 0.75rem; white-space: pre-line; font: 1.125rem / 1.62 var(--serif); }
.subjects { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; }
.subjects a { display: inline-block; padding: 0.15rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; font-size: var(--size-2); text-decoration: none; }
.subjects a:hover { border-color: var(--accent); }
.address { margin: 0 0 0.6rem; padding: 0.55rem 0.75rem; border-radius: 0.55rem; background: var(--tint); font: var(--size-1) / 1.4 var(--mono); user-select: all; }
.item .pairs { font-size: var(--size-2); }
.qr { display: block; width: 9rem; height: 9rem; margin: 0.5rem 0; border-radius: 0.5rem; }
.cite-styles { display: flex; flex-wrap: wrap; gap: 0.2rem; margin: 0 0 0.75rem; padding: 0; border: 0; }
.cite-styles label { padding: 0.2rem 0.6rem; border-radius: 0.45rem; color: var(--accent); font-size: var(--size-1); font-weight: 600; cursor: pointer; }
.cite-styles input { position: absolute; width: 1px; min-height: 0; height: 1px; padding: 0; opacity: 0; }
.cite-styles input:checked + label { background: var(--accent); color: var(--on-accent); }
.cite-styles input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.citation { margin: 0 0 0.5rem; font: 1rem / 1.5 var(--serif); }
.cited { margin-bottom: 0.75rem; }
.cited pre { max-height: 18rem; }
.cited p { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.9rem; margin: 0; font-size: var(--size-2); }
.cited p.citation { display: block; font-size: 1rem; margin-bottom: 0.5rem; }
@supports selector(:has(*)) {
  .cite .cited { display: none; }
  .cite:has(#style-apa:checked) .cited-apa, .cite:has(#style-abnt:checked) .cited-abnt, .cite:has(#style-bibtex:checked) .cited-bibtex, .cite:has(#style-ris:checked) .cited-ris, .cite:has(#style-csl:checked) .cited-csl { display: block; }
}
.license { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.8rem; margin: 0; font-size: var(--size-2); }
.license + .license { margin-top: 0.75rem; }
.signs { display: flex; gap: 0.2rem; }
.sign { display: grid; place-items: center; width: 1.9rem; height: 1.9rem; border: 1.5px solid var(--ink); border-radius: 50%; font: 700 0.625rem / 1 var(--sans); }
.license .text { flex: 1 1 10rem; }
.license .means { display: block; color: var(--faint); font-size: var(--size-1); }
.files { table-layout: auto; }
.files th[scope="row"] { color: var(--ink); font-weight: 400; }
.files th a { display: inline-block; padding: 0.15rem 0; }
.files td, .files th { vertical-align: baseline; }
.show { display: inline-flex; padding: 0.25rem; margin: -0.25rem 0 -0.25rem 0.4rem; vertical-align: -0.1em; }
.hash { margin: 0; font-size: var(--size-1); }
.hash code { overflow-wrap: anywhere; }
.line { margin: 0.25rem 0; padding: 0 0 0 1.25rem; border-left: 2px solid var(--line); list-style: none; font-size: var(--size-2); }
.line li { position: relative; margin: 0 0 0.65rem; }
.line li::before { content: ""; position: absolute; left: calc(-1.25rem - 6px); top: 0.45em; width: 10px; height: 10px; border: 2px solid var(--accent); border-radius: 50%; background: var(--paper); }
.line .current::before { background: var(--accent); }
.plain { margin: 0; padding: 0; list-style: none; }
.formats { display: flex; flex-wrap: wrap; gap: 0.15rem 1.1rem; margin: 0; padding: 0; list-style: none; font-size: var(--size-2); }
.plot { margin: 1rem 0; }
.plot svg { display: block; width: 100%; max-width: 40rem; height: auto; }
.plot text { fill: var(--ink); font: 13px var(--sans); text-anchor: middle; }
.plot .axis { fill: var(--faint); }
.plot line { stroke: var(--faint); }
.bar-data { fill: var(--accent); }
.bar-metadata { fill: var(--second); }
.key::before { content: ""; display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.4em 0 0; background: var(--accent); }
.key-metadata::before { background: var(--second); }
.key + .key { margin-left: 1.25rem; }
@media (min-width: 54rem) {
  .item { grid-template-columns: minmax(0, 1fr) 21rem; grid-template-rows: auto 1fr; }
  .item .lead, .item .parts { grid-column: 1; }
  .item .rail { grid-column: 2; grid-row: 1 / span 2; }
}
@media (max-width: 34rem) {
  .files .type { display: none; }
  .plot text { font-size: 18px; }
}
`;
