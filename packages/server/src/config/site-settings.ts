import { type Answer, accept, refuse } from '@perene/core';
import type { SettingName } from './setting-names.ts';

type Read = <Value>(name: SettingName, parser: (text: string) => Answer<Value>) => Value | undefined;

/** Whose archive this is. */
export interface SiteSettings {
  readonly name: { readonly en: string; readonly pt: string } | undefined;
  /** A colour for light pages, and one for dark pages, each readable where it is used. */
  readonly accent: Accent | undefined;
  /** An e-mail address or a web address. */
  readonly contact: string | undefined;
}

interface Accent {
  readonly light: string;
  readonly dark: string;
}

const MAX_NAME_LENGTH = 100;
const MAX_CONTACT_LENGTH = 200;
/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;
/** The backgrounds behind accents, the least favourable of each theme. */
const LIGHT_BACKGROUND = [0xee, 0xf0, 0xee] as const;
const DARK_BACKGROUND = [0x2a, 0x30, 0x32] as const;
const WHITE = 255;
const STEPS = 20;

type Colour = readonly [red: number, green: number, blue: number];

export const readSite = (read: Read): SiteSettings | undefined => {
  const en = read('site.name', parseName);
  const pt = read('site.name-pt', parseName) ?? en;
  const accent = read('site.accent', parseAccent);
  const contact = read('site.contact', parseContact);
  if (en === undefined && pt === undefined && accent === undefined && contact === undefined) return undefined;
  return { name: pt === undefined ? undefined : { en: en ?? pt, pt }, accent, contact };
};

const parseName = (text: string): Answer<string> =>
  text.trim() !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text)
    ? accept(text.trim())
    : refuse('setting/site-name', 0, `a name of at most ${MAX_NAME_LENGTH} characters`);

const parseContact = (text: string): Answer<string> => {
  const isMail = /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(text);
  const isWeb = /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text);
  return (isMail || isWeb) && text.length <= MAX_CONTACT_LENGTH
    ? accept(text)
    : refuse('setting/contact', 0, 'an e-mail address or a web address');
};

/** The colour must be readable on light pages; on dark ones it is made lighter until it is. */
const parseAccent = (text: string): Answer<Accent> => {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(text) ?? [];
  if (digits === undefined) return refuse('setting/colour', 0, 'a colour such as #17594a');
  const colour = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Colour;
  if (contrast(colour, LIGHT_BACKGROUND) < MIN_CONTRAST) {
    return refuse('setting/colour-contrast', 0, 'a darker colour, whose contrast with light pages is at least 4.5');
  }
  const lighter = Array.from({ length: STEPS + 1 }, (_, step) => lighten(colour, step / STEPS));
  const dark = lighter.find((one) => contrast(one, DARK_BACKGROUND) >= MIN_CONTRAST) ?? [WHITE, WHITE, WHITE];
  return accept({ light: text.toLowerCase(), dark: writeColour(dark) });
};

const lighten = (colour: Colour, part: number): Colour =>
  colour.map((value) => Math.round(value + (WHITE - value) * part)) as unknown as Colour;

const writeColour = (colour: Colour): string =>
  `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2: contrast ratio of two colours. */
const contrast = (one: Colour, other: Colour): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

const luminance = (colour: Colour): number => {
  const [red, green, blue] = colour.map((value) => {
    const part = value / WHITE;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
