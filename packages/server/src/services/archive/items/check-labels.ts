import { misfit, refuse } from '@perene/api/refusals';
import { type Ibi, type IbipLabel, type Label, parseIbi, parseIbip } from '@perene/core';
import { parseAlias, readLanguage } from '@perene/core/item';
import type { Catalogue, ItemLinks } from '../../../ports/archive/catalogue.ts';
import type { LabelOrAlias, Links } from '../archive-operations.ts';

/** A label in either form. */
export const checkIbi = (text: string): Ibi => {
  const ibi = parseIbi(text);
  if (ibi.ok) return ibi.value;
  throw refuse('label-invalid', { reason: 'label', text, ...misfit(ibi) });
};

/** The canonical spelling of a label in either form. */
export const checkLabel = (text: string): Label => checkIbi(text).text;

/** A label in either form, or an alias in any of its spellings. */
export const checkItemName = (text: string): LabelOrAlias => {
  const alias = parseAlias(text);
  return alias.ok ? alias.value : checkIbi(text);
};

/** Refuses an alias, because only labels count here. */
export const asLabel = (name: LabelOrAlias): Ibi => ('key' in name ? checkIbi(name.text) : name);

export const checkIbip = (text: string): IbipLabel => {
  const ibip = parseIbip(text);
  if (ibip.ok) return ibip.value.text;
  throw refuse('label-invalid', { reason: 'ibip', text, ...misfit(ibip) });
};

export const checkLanguage = (text: string): string => {
  const language = readLanguage(text);
  if (language !== undefined) return language;
  throw refuse('language-invalid', { reason: 'unfit', text });
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

/** A translation needs a language, because nobody could ask for one without. */
export const checkTranslation = ({ translationOf }: ItemLinks, language: string | null | undefined): void => {
  if (translationOf === undefined || (language ?? undefined) !== undefined) return;
  throw refuse('translation-exists', { reason: 'no-language', label: translationOf });
};

/** Refuses a language for an item here that differs from its own. */
export const checkLanguages = async (
  catalogue: Pick<Catalogue, 'find'>,
  { translations = {} }: ItemLinks,
): Promise<void> => {
  for (const [language, label] of Object.entries(translations)) {
    const known = (await catalogue.find(label))?.language;
    if (known === undefined || known === language) continue;
    throw refuse('language-invalid', { reason: 'other', label, known, language });
  }
};

export const hasLinks = (links: ItemLinks): boolean => Object.values(links).some((link) => link !== undefined);
