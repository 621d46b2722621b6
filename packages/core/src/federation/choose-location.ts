import type { Ibi } from '../ibi/ibi.ts';
import { formatRelation, type Relation, type Step } from '../persistent-url/relation.ts';
import type { IbiForms } from '../wire/ibi-forms.ts';
import type { RelatedItem, UrlList } from '../wire/url-list.ts';
import { matchLanguage } from './match-language.ts';

/** What is sought of an item: itself, or what is related to it. */
export interface Sought {
  readonly relation: Relation;
  /** The reader's languages, most wanted first; they decide where a translation without a language is sought. */
  readonly languages: readonly string[];
}

/** What one Archive's answer means for whom seeks (RTC-11 section 8.2). */
export type Reading =
  /** Here it is. */
  | { readonly kind: 'url'; readonly item: RelatedItem & { readonly url: string }; readonly isByLanguage: boolean }
  /** Another IBI leads on: to be sought from there, by what is left of the relation. */
  | { readonly kind: 'onward'; readonly ibi: Ibi; readonly relation: Relation; readonly isByLanguage: boolean }
  /** The same item, but without the translation, for none is in a language that the reader wants. */
  | { readonly kind: 'untranslated-item'; readonly relation: Relation }
  | { readonly kind: 'deleted'; readonly timestamp: string | undefined }
  /** The Archive knows the item, and nothing that is sought of it. */
  | { readonly kind: 'without' };

export const readAnswer = (list: UrlList, { relation, languages }: Sought): Reading => {
  const own = list.related.get('');
  const exact = read(list, relation);
  if (exact?.state === 'Deleted') return { kind: 'deleted', timestamp: exact.timestamp };
  if (hasUrl(exact)) return { kind: 'url', item: exact, isByLanguage: false };
  const chosen = chooseTranslation(list, { relation, languages });
  if (chosen !== undefined) return chosen;
  const onward = findOnward(list, relation);
  if (onward !== undefined) return { ...onward, isByLanguage: false };
  if (own?.state === 'Deleted') return { kind: 'deleted', timestamp: own.timestamp };
  return { kind: 'without' };
};

const read = ({ related }: UrlList, relation: Relation): RelatedItem | undefined =>
  related.get(formatRelation(relation));

const hasUrl = (item: RelatedItem | undefined): item is RelatedItem & { readonly url: string } =>
  item?.url !== undefined && item.state !== 'Deleted';

/** What is sought in another language, or the first steps of it. */
interface Variant {
  readonly steps: number;
  readonly item: RelatedItem;
}

const isTranslation = ({ kind }: Step): boolean => kind === 'translation';

/** Where the next translation is sought, from a step on. */
const nextTranslation = (relation: Relation, from: number): number =>
  relation.findIndex((step, index) => index >= from && isTranslation(step));

/**
 * By language: what the answer has of the relation, whatever the language of the translation at `place` and of those
 * after it; the most steps count. An item without a language is its own translation, and listed under the empty name.
 */
const variantsOf = ({ related }: UrlList, relation: Relation, place: number): ReadonlyMap<string, Variant> => {
  const variants = new Map<string, Variant>();
  const parts = relation.map((step, index) =>
    index >= place && isTranslation(step) ? ANY_TRANSLATION : escapePattern(formatRelation([step])),
  );
  for (let steps = relation.length; place >= 0 && steps > place; steps -= 1) {
    const pattern = new RegExp(`^${parts.slice(0, steps).join('')}$`);
    for (const [text, item] of related) {
      const match = pattern.exec(text);
      const language = match?.[1] ?? '';
      const isVariant = match !== null && (item.url ?? item.ibi) !== undefined;
      if (isVariant && !variants.has(language)) variants.set(language, { steps, item });
    }
  }
  return variants;
};

const ANY_TRANSLATION = '\\.translation(?:\\(([^)]*)\\))?';
const escapePattern = (text: string): string => text.replaceAll(/[.()]/g, '\\$&');

const namesIn = (variants: ReadonlyMap<string, Variant>): readonly string[] =>
  [...variants.keys()].filter((name) => name !== '');

const findVariety = (names: readonly string[], asked: string): string | undefined =>
  names.find((name) => name === asked || name.startsWith(`${asked}-`));

/**
 * Which translation that was asked for by name the answer does not have, and the languages that it has instead. The
 * answer is to a request for the same in all languages.
 */
export const findMissingTranslation = (
  list: UrlList,
  { relation, languages: wanted }: Sought,
): { readonly language: string; readonly languages: readonly string[] } | undefined => {
  let known = relation;
  for (let place = nextTranslation(known, 0); place >= 0; place = nextTranslation(known, place + 1)) {
    const { language: asked } = known[place] as Translation;
    const languages = namesIn(variantsOf(list, known, place));
    const found =
      asked === undefined ? (matchLanguage(wanted, languages) ?? languages[0]) : findVariety(languages, asked);
    if (asked !== undefined && found === undefined) return { language: asked, languages };
    known = inLanguage(known, place, found);
  }
  return undefined;
};

type Translation = Extract<Step, { kind: 'translation' }>;

const inLanguage = (relation: Relation, place: number, language: string | undefined): Relation =>
  relation.with(place, { kind: 'translation', language });

/** Where a translation without a language is sought, the reader's languages choose among those that there are. */
const chooseTranslation = (
  list: UrlList,
  { relation, languages }: Sought,
  place: number = nextTranslation(relation, 0),
): Reading | undefined => {
  const variants = variantsOf(list, relation, place);
  if (variants.size === 0) return undefined;
  const { language: asked } = relation[place] as Translation;
  const names = namesIn(variants);
  const isByLanguage = asked === undefined && names.length > 0;
  const language = asked === undefined ? matchLanguage(languages, names) : findVariety(names, asked);
  if (asked !== undefined && language === undefined) return undefined;
  const variant = variants.get(language ?? '');
  if (variant === undefined) return { kind: 'untranslated-item', relation: without(relation, place) };
  const { item, steps } = variant;
  const next = nextTranslation(relation, place + 1);
  if (next >= 0 && steps > next) {
    const chosen = chooseTranslation(list, { relation: inLanguage(relation, place, language), languages }, next);
    if (chosen?.kind !== 'url' && chosen?.kind !== 'onward') return chosen;
    return { ...chosen, isByLanguage: isByLanguage || chosen.isByLanguage };
  }
  if (hasUrl(item) && steps === relation.length) return { kind: 'url', item, isByLanguage };
  return item.ibi && { kind: 'onward', ibi: labelOf(item.ibi), relation: relation.slice(steps), isByLanguage };
};

const without = (relation: Relation, place: number): Relation => relation.filter((_, index) => index !== place);

/** The next edition leads to the last one; and what is known by its IBI is sought by that. */
const findOnward = (
  list: UrlList,
  relation: Relation,
): { readonly kind: 'onward'; readonly ibi: Ibi; readonly relation: Relation } | undefined => {
  for (let length = relation.length; length > 0; length -= 1) {
    const ibi = read(list, relation.slice(0, length))?.ibi;
    if (ibi !== undefined) return { kind: 'onward', ibi: labelOf(ibi), relation: relation.slice(length) };
  }
  const isEdition = relation[0]?.kind === 'lastEdition';
  return isEdition && list.nextEdition ? { kind: 'onward', ibi: labelOf(list.nextEdition), relation } : undefined;
};

export const labelOf = ({ repository, ibip }: IbiForms): Ibi => (repository ?? ibip) as Ibi;

/** Both forms that an answer tells of the item itself. */
export const labelsOf = ({ repository, ibip }: IbiForms): readonly Ibi[] =>
  [repository, ibip].filter((label) => label !== undefined);
