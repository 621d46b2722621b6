import type { Site } from '../site.ts';
import { BASE_STYLE, MEASURES } from './base-style.ts';
import { FIND_STYLE } from './find-style.ts';
import { FONT_STYLE } from './fonts.ts';
import { ITEM_STYLE } from './item-style.ts';
import { PREVIEW_STYLE } from './preview-style.ts';
import { PRINT_STYLE } from './print-style.ts';
import { SITE_STYLE } from './site-style.ts';

const LOOK = `${FONT_STYLE}${MEASURES}`;
const PARTS = [BASE_STYLE, SITE_STYLE, FIND_STYLE, ITEM_STYLE, PREVIEW_STYLE, PRINT_STYLE].join('');

/** The colour of the institution stands in place of the usual one; its settings have checked that it can be read. */
const ownColour = ({ accent }: Pick<Site, 'accent'>): string =>
  accent === undefined
    ? ''
    : `:root { --accent: light-dark(${accent.light}, ${accent.dark}); --tint: color-mix(in srgb, var(--accent) 7%, var(--raised)); }
`;

export const styleSheetOf = (site: Pick<Site, 'accent'>): string => `${LOOK}${PARTS}${ownColour(site)}`;

/** Fonts, colours and sizes alone, for pages that bring their own parts, as the console does. */
export const lookOf = (site: Pick<Site, 'accent'>): string => `${LOOK}${ownColour(site)}`;
