/** The start page, and lists of items. */
export const FIND_STYLE = `.results { max-width: 50rem; margin: var(--space-3) 0; padding: 0; list-style: none; }
.results li { margin: 0; padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
.results li { display: flow-root; }
.thumbnail { float: right; width: 5.5rem; height: 5.5rem; margin: 0.2rem 0 0.2rem 1rem; border-radius: 0.4rem; background: var(--tint); object-fit: cover; }
.results .title { display: block; font: 600 var(--size-3) / 1.35 var(--serif); text-decoration: none; }
.results .title:hover { text-decoration: underline; }
.results .by, .results .faint { display: block; }
.results .by { font-size: var(--size-2); }
.pages a { margin-right: 1.5rem; }
.hero { padding-top: clamp(1.5rem, 6vh, 4.5rem); }
main .hero h1 { margin: 0 0 var(--space-2); max-width: 20em; font-size: clamp(2rem, 5.5vw, 3rem); }
.introduction { max-width: 38rem; margin: 0 0 1.75rem; color: var(--faint); font: 1.1875rem / 1.5 var(--serif); }
.entry { display: flex; gap: 0.5rem; max-width: 50rem; }
.entry input { flex: 1; min-width: 0; padding: 0.7rem 1rem; background: var(--raised); font: 1rem / 1.4 var(--mono); }
.hero label { display: block; margin-bottom: 0.35rem; font-size: var(--size-2); font-weight: 500; }
.examples { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.9rem; margin: 0.75rem 0 0; color: var(--faint); font-size: var(--size-2); }
.examples a { display: inline-block; padding: 0.3rem 0; font: var(--size-1) / 1.3 var(--mono); }
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: var(--space-4) 0 0; padding: 0; list-style: none; color: var(--faint); font-size: var(--size-2); }
.counts b { color: var(--ink); font: 600 var(--size-4) / 1.2 var(--serif); font-variant-numeric: tabular-nums; }
.results .snippet { display: block; margin: 0.25rem 0; font: 1rem / 1.55 var(--serif); }
.results mark { background: color-mix(in srgb, var(--accent) 18%, transparent); color: inherit; font-weight: 600; }
.orders, .chosen { display: inline-flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
.facts p { margin: 0 0 0.25rem; }
.chosen { margin: 0.5rem 0; }
.chosen li { padding: 0.15rem 0.3rem 0.15rem 0.8rem; border: 1px solid var(--line); border-radius: 2rem; }
.chosen a { display: inline-block; min-width: 1.75rem; min-height: 1.75rem; text-align: center; text-decoration: none; }
.facets { font-size: var(--size-2); }
.facets h3 { margin: 1.25rem 0 0.25rem; font-size: var(--size-2); }
.facets ul { margin: 0; padding: 0; list-style: none; }
.facets li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.2rem 0; }
.facets .count { color: var(--faint); font-variant-numeric: tabular-nums; }
.collections { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: var(--space-3); max-width: none; margin: var(--space-3) 0; padding: 0; list-style: none; }
main > ul.collections { max-width: none; }
.collections li { display: flex; flex-direction: column; margin: 0; }
.collections .title { font: 600 var(--size-3) / 1.3 var(--serif); text-decoration: none; }
.collections .title:hover { text-decoration: underline; }
.collections p { margin: 0.35rem 0 0; font-size: var(--size-2); }
.collections p.faint { margin-top: auto; padding-top: 0.5rem; }
.within { display: flex; gap: 0.5rem; max-width: 34rem; margin: var(--space-4) 0 0; }
.within input { flex: 1; min-width: 0; background: var(--raised); }
p.formats { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; font-size: var(--size-2); }
.crumbs { margin: 0 0 var(--space-2); color: var(--faint); font-size: var(--size-1); }
.crumbs a { color: inherit; }
@media (min-width: 56rem) {
  .found { display: grid; grid-template-columns: minmax(0, 1fr) 16rem; gap: 0 3rem; }
  .narrow { display: none; }
}
`;
