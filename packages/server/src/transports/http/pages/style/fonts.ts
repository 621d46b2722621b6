/** The names carry the versions of the fonts, so that browsers may keep them for ever. */
const SERIF = 'source-serif-4-5.3.1.woff2';
const SANS = 'inter-5.3.0.woff2';

export const FONT_FILES: readonly string[] = [SERIF, SANS];

export const fontAddress = (file: string): string => `/fonts/${file}`;

/** What the files have; browsers take other characters from fonts of their own. */
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const face = (family: string, file: string): string =>
  `@font-face { font-family: "${family}"; src: url("${fontAddress(file)}") format("woff2"); font-weight: 200 900; font-display: swap; unicode-range: ${LATIN}; }
`;

/** One font for what is read, one for what is used, and one of the machine that takes the room of the latter meanwhile. */
export const FONT_STYLE = `${face('Source Serif 4', SERIF)}${face('Inter', SANS)}@font-face { font-family: "Inter in place"; src: local("Arial"), local("Liberation Sans"), local("Helvetica"); size-adjust: 107%; ascent-override: 90%; descent-override: 22.5%; line-gap-override: 0%; }
`;

/** Lets browsers fetch the fonts at once, so that texts seldom change their look after they came. */
export const FONT_LINKS = FONT_FILES.map(
  (file) => `<link rel="preload" href="${fontAddress(file)}" as="font" type="font/woff2" crossorigin>`,
).join('');
