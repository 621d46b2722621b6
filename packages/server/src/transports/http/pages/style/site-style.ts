/** What stands around the content of every page, and the parts that pages share. */
export const SITE_STYLE = `header.site { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; padding-block: 0.75rem; border-bottom: 1px solid var(--line); background: var(--raised); }
header.site .name { display: flex; align-items: center; gap: 0.65rem; max-width: 24rem; color: var(--ink); font-size: 1.0625rem; font-weight: 600; line-height: 1.25; text-decoration: none; }
header.site .name:hover { color: var(--accent); }
.mark { flex: none; width: 2rem; height: 2rem; border-radius: 0.5rem; }
svg.mark rect { fill: var(--accent); }
svg.mark text { fill: var(--on-accent); font: 600 18px var(--serif); text-anchor: middle; }
header.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-left: auto; }
header.site nav a, footer.site nav a { display: inline-block; padding: 0.2rem 0; color: var(--faint); font-size: var(--size-2); text-decoration: none; }
header.site nav a:hover, footer.site nav a:hover { color: var(--accent); text-decoration: underline; }
footer.site { margin-top: var(--space-6); padding-block: var(--space-4) var(--space-5); border-top: 1px solid var(--line); color: var(--faint); font-size: var(--size-2); }
footer.site p { margin: 0.2rem 0; }
footer.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer.site p a { margin-right: 1.25rem; }
aside.practice { padding-block: 0.45rem; background: var(--warning); color: var(--on-warning); font-size: var(--size-1); }
aside.practice a { color: inherit; }
main { padding-block: var(--space-4) 0; }
main > p, main > ul, main > ol { max-width: var(--measure); }
main > ul > li { margin: 0.4rem 0; }
main > h1 { margin: var(--space-4) 0 var(--space-3); max-width: 26em; }
.subject { margin: 0 0 var(--space-3); font-size: var(--size-4); }
.links { padding: 0; list-style: none; }
input { min-height: 2.5rem; padding: 0.4rem 0.9rem; border: 1px solid var(--edge); border-radius: 0.55rem; background: var(--paper); color: inherit; font: inherit; }
input::placeholder { color: var(--faint); opacity: 1; }
button, .action { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 2.5rem; padding: 0.45rem 1.1rem; border: 1px solid var(--accent); border-radius: 0.55rem; background: var(--accent); color: var(--on-accent); font: 600 var(--size-2) / 1.4 var(--sans); text-decoration: none; cursor: pointer; }
button:hover, .action:hover { filter: brightness(1.12); }
.action.second, button.copy { border-color: var(--edge); background: none; color: var(--accent); }
button.copy { visibility: hidden; min-height: 2rem; padding: 0.15rem 0.7rem; }
button.copy.ready { visibility: visible; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: var(--space-3) 0; }
.find { position: relative; display: flex; flex: 1 1 14rem; gap: 0.4rem; max-width: 27rem; }
.find input { flex: 1; min-width: 0; min-height: 2.4rem; padding: 0.2rem 2.9rem 0.2rem 1.1rem; border-radius: 1.2rem; font-size: var(--size-2); }
.find button { position: absolute; inset: 0.2rem 0.2rem 0.2rem auto; min-height: 0; width: 2.6rem; padding: 0; border: 0; border-radius: 1rem; background: none; color: var(--faint); }
.find button:hover { color: var(--accent); }
.notice { max-width: none; padding: 0.7rem 1rem; border-radius: 0.6rem; background: var(--tint); }
.notice.newer { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin: 0 0 var(--space-3); background: var(--warning); color: var(--on-warning); font-size: var(--size-2); }
.notice.newer a { color: inherit; font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; }
.chip, .tag { display: inline-block; padding: 0.1rem 0.65rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--faint); font: 500 var(--size-1) / 1.5 var(--sans); white-space: nowrap; }
.chip.strong { border-color: transparent; background: var(--tint); color: var(--accent); }
.pairs { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.4rem 1.5rem; }
.pairs dt { grid-column: 1; }
.pairs dd { grid-column: 2; margin: 0; }
.card { padding: 1.1rem 1.2rem; border: 1px solid var(--line); border-radius: 0.85rem; background: var(--raised); }
.prose { max-width: var(--measure); font: 1.0625rem / 1.65 var(--serif); }
.prose h2, .prose h3 { font-family: var(--sans); }
@media (max-width: 34rem) {
  .pairs { grid-template-columns: 1fr; gap: 0; }
  .pairs dd { grid-column: 1; margin: 0 0 0.6rem; }
  header.site nav { margin-left: 0; }
  .find { flex-basis: 100%; max-width: none; }
}
@media (prefers-reduced-motion: no-preference) { a, button, .action { transition: color 120ms, background-color 120ms, filter 120ms; } }
`;
