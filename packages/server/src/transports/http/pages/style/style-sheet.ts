import type { Site } from '../site.ts';
import { BASE_STYLE } from './base-style.ts';
import { FIND_STYLE } from './find-style.ts';
import { FONT_STYLE } from './fonts.ts';
import { ITEM_STYLE } from './item-style.ts';
import { PREVIEW_STYLE } from './preview-style.ts';
import { PRINT_STYLE } from './print-style.ts';
import { SITE_STYLE } from './site-style.ts';

const STYLE_SHEET = [FONT_STYLE, BASE_STYLE, SITE_STYLE, FIND_STYLE, ITEM_STYLE, PREVIEW_STYLE, PRINT_STYLE].join('');

/** The colour of the institution stands in place of the usual one; its settings have checked that it can be read. */
export const styleSheetOf = ({ accent }: Pick<Site, 'accent'>): string =>
  accent === undefined
    ? STYLE_SHEET
    : `${STYLE_SHEET}:root { --accent: light-dark(${accent.light}, ${accent.dark}); --tint: color-mix(in srgb, var(--accent) 7%, var(--raised)); }
`;
