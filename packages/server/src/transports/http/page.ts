import { FONT_LINKS } from './pages/style/fonts.ts';

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
<link rel="icon" href="/icon.svg" type="image/svg+xml">${FONT_LINKS}<link rel="stylesheet" href="${STYLE_ADDRESS}">${head}
</head>
<body>
${body}
</body>
</html>
`;

export const STYLE_ADDRESS = '/perene.css';
export const LOOK_ADDRESS = '/look.css';

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
