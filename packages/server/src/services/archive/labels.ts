import { parseIbi, parseIbip, parseLanguage } from '@perene/core';
import type { ItemLinks } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Links } from './archive-operations.ts';

/** The canonical spelling of a label in either form. */
export const checkLabel = (text: string): string => {
  const ibi = parseIbi(text);
  if (ibi.ok) return ibi.value.text;
  throw new Refusal(
    'label-invalid',
    `"${text}" is no label: at character ${ibi.position + 1} expected ${ibi.expected}`,
  );
};

export const checkIbip = (text: string): string => {
  const ibip = parseIbip(text);
  if (ibip.ok) return ibip.value.text;
  throw new Refusal(
    'label-invalid',
    `"${text}" is no IBIp: at character ${ibip.position + 1} expected ${ibip.expected}`,
  );
};

/** RTC-11's languages, in any case. */
export const checkLanguage = (text: string): string => {
  const [language = '', country] = text.split('-');
  const canonical = language.toLowerCase() + (country === undefined ? '' : `-${country.toUpperCase()}`);
  if (parseLanguage(canonical).ok) return canonical;
  throw new Refusal(
    'language-invalid',
    `"${text}" is no language: write two letters, and perhaps a country, as in pt or pt-BR`,
  );
};

const maybe = <Value>(text: string | undefined, check: (text: string) => Value): Value | undefined =>
  text === undefined ? undefined : check(text);

export const checkLinks = (links: Links): ItemLinks => ({
  editionOf: maybe(links.editionOf, checkLabel),
  nextEdition: maybe(links.nextEdition, checkLabel),
  translationOf: maybe(links.translationOf, checkLabel),
  translations:
    links.translations &&
    Object.fromEntries(
      Object.entries(links.translations).map(([language, label]) => [checkLanguage(language), checkLabel(label)]),
    ),
});

export const hasLinks = (links: ItemLinks): boolean => Object.values(links).some((link) => link !== undefined);
