/** Pages that the Archive makes itself: plain, readable without script, in the browser's own colours. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `:root{color-scheme:light dark}body{font:1.05rem/1.6 Georgia,serif;max-width:44rem;margin:3rem auto;padding:0 1rem}h1{font-size:1.5rem;line-height:1.3}dt{font-weight:bold;margin-top:.8rem}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);overflow-wrap:anywhere}code{font-size:.85em}`;

/** The style lies in the page, so that a page of the Archive is one file; nothing else may come in. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const htmlPage = ({ title, body }: { readonly title: string; readonly body: string }): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
