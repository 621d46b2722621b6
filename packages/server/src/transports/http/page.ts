/** Renders a page of the server itself: readable without script, styled by one file of its own. */
export const renderPage = ({
  title,
  body,
  language = 'en',
  head = '',
}: {
  readonly title: string;
  readonly body: string;
  readonly language?: string;
  /** Further elements of the head. */
  readonly head?: string;
}): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${STYLE_ADDRESS}"><link rel="icon" href="/icon.svg" type="image/svg+xml">${head}
</head>
<body>
${body}
</body>
</html>
`;

export const STYLE_ADDRESS = '/perene.css';

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf7f0, #191714);
  --ink: light-dark(#22201c, #ece6d9);
  --faint: light-dark(#6a6459, #a59d8d);
  --line: light-dark(#d8d0bf, #3b362e);
  --accent: light-dark(#1f5c4d, #7cc7b0);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 1.25rem clamp(1rem, 4vw, 2rem) 4rem;
  background: var(--paper);
  color: var(--ink);
  overflow-wrap: anywhere;
  font: 1.0625rem / 1.6 "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
}
code { font: 0.9em ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
a { color: var(--accent); }
.brand { margin: 0; border-bottom: 1px solid var(--line); }
.brand a { font-size: 1.25rem; letter-spacing: 0.04em; text-decoration: none; }
.subject { margin: 0; font-size: 1.25rem; }
mark { padding: 0 0.15em; border-radius: 0.15em; background: var(--accent); color: var(--paper); }
.links { padding: 0; list-style: none; }
main > ul > li { margin: 0.4rem 0; }
footer { margin-top: 3rem; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
h1, h2, h3, h4 { line-height: 1.2; font-weight: 500; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { margin: 2rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
article:target { border-left-color: var(--accent); }
.request { font-size: 1.125rem; }
small { color: var(--faint); }
dl { margin: 0.5rem 0; }
dt { color: var(--faint); }
dd { margin: 0 0 0.5rem 1.5rem; white-space: pre-line; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.6rem 1rem 0.6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--faint); font-weight: 400; }
.bytes { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
`;
