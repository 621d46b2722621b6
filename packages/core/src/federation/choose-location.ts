import type { Ibi } from '../ibi/ibi.ts';
import { formatRelation, type Relation, type Step } from '../persistent-url/relation.ts';
import type { IbiForms } from '../wire/ibi-forms.ts';
import type { RelatedItem, UrlList } from '../wire/url-list.ts';
import { matchLanguage } from './match-language.ts';

/** What a request asks for: an item itself, or an item related to it. */
export interface Sought {
  readonly relation: Relation;
  /**
   * The reader's languages, most wanted first; they decide if the request asks for a translation without a language.
   */
  readonly languages: readonly string[];
  /**
   * Labels of editions and translations that were removed, or that no Archive has: they count as if no answer named
   * them.
   */
  readonly passedOver?: ReadonlySet<string>;
  /** Whether another item led here as to its translation: if it was removed, no next edition takes its place. */
  readonly isTranslation?: boolean;
}

/** What one Archive's answer means for the request (RTC-11 section 8.2). */
export type Reading =
  /** The answer has the URL. */
  | { readonly kind: 'url'; readonly item: RelatedItem & { readonly url: string }; readonly isByLanguage: boolean }
  /** The answer names another IBI: the resolver goes on from there, with the rest of the relation. */
  | { readonly kind: 'onward'; readonly ibi: Ibi; readonly relation: Relation; readonly isByLanguage: boolean }
  /** The same item with a shorter relation: it has no translation that the reader wants, or is its own last edition. */
  | { readonly kind: 'itself'; readonly relation: Relation; readonly isByLanguage: boolean }
  | { readonly kind: 'deleted'; readonly timestamp: string | undefined }
  /** The Archive knows the item, but not what the request asks for. */
  | { readonly kind: 'without' };

export const readAnswer = (list: UrlList, sought: Sought): Reading => {
  const { relation } = sought;
  // An item without a language is listed as its own translation, which is right only for readers of no other language.
  const exact = relation.some(isAnyTranslation) ? undefined : read(list, sought, relation);
  if (exact?.state === 'Deleted') return { kind: 'deleted', timestamp: exact.timestamp };
  if (hasUrl(exact)) {
    const copied = findCopied(list, relation, { asked: relation, steps: relation.length });
    return { ...(copied ?? { kind: 'url', item: exact }), isByLanguage: false };
  }
  const chosen = chooseTranslation(list, sought);
  if (chosen !== undefined) return chosen;
  const onward = findOnward(list, sought);
  if (onward !== undefined) return { ...onward, isByLanguage: false };
  const own = list.related.get('');
  if (own?.state === 'Deleted') return { kind: 'deleted', timestamp: own.timestamp };
  return readByLess(list, sought);
};

/** Returns undefined for an item that was passed over or removed, because another may take its place. */
const read = ({ related }: UrlList, { passedOver }: Sought, relation: Relation): RelatedItem | undefined => {
  const item = related.get(formatRelation(relation));
  if (item === undefined || !relation.some(leadsToOthers)) return item;
  return item.state === 'Deleted' || isPassedOver(item.ibi, passedOver) ? undefined : item;
};

const isPassedOver = (forms: IbiForms | undefined, passedOver: ReadonlySet<string> = new Set()): boolean =>
  forms !== undefined && labelsOf(forms).some(({ text }) => passedOver.has(text));

/** Editions and translations are items of their own, and each is removed by itself. */
export const leadsToOthers = ({ kind }: Step): boolean => kind !== 'metadata';

const hasUrl = (item: RelatedItem | undefined): item is RelatedItem & { readonly url: string } =>
  item?.url !== undefined && item.state !== 'Deleted';

/** The relation with another language, or its first steps. */
interface Variant {
  readonly steps: number;
  readonly item: RelatedItem;
}

const isTranslation = ({ kind }: Step): boolean => kind === 'translation';

const isAnyTranslation = (step: Step): boolean => step.kind === 'translation' && step.language === undefined;

/** The index of the next translation in the relation, from a step on. */
const nextTranslation = (relation: Relation, from: number): number =>
  relation.findIndex((step, index) => index >= from && isTranslation(step));

/**
 * Returns, by language, what the answer has of the relation, with any language for the translation at `place` and for
 * those after it. The variant with the most steps counts. An item without a language is its own translation, listed
 * under the empty name.
 */
const variantsOf = (list: UrlList, sought: Sought, place: number): ReadonlyMap<string, Variant> => {
  const { relation, passedOver } = sought;
  const variants = new Map<string, Variant>();
  const parts = relation.map((step, index) =>
    index >= place && isTranslation(step) ? ANY_TRANSLATION : escapePattern(formatRelation([step])),
  );
  for (let steps = relation.length; place >= 0 && steps > place; steps -= 1) {
    const pattern = new RegExp(`^${parts.slice(0, steps).join('')}$`);
    for (const [text, item] of list.related) {
      const match = pattern.exec(text);
      const language = match?.[1] ?? '';
      const isThere = item.state !== 'Deleted' && !isPassedOver(item.ibi, passedOver);
      const isVariant = match !== null && isThere && (item.url ?? item.ibi) !== undefined;
      if (isVariant && !variants.has(language)) variants.set(language, { steps, item });
    }
  }
  return variants;
};

const ANY_TRANSLATION = '\\.translation(?:\\(([^)]*)\\))?';
const escapePattern = (text: string): string => text.replaceAll(/[.()]/g, '\\$&');

const namesIn = (variants: ReadonlyMap<string, Variant>): readonly string[] =>
  [...variants.keys()].filter((name) => name !== '');

/** Decision 46: `pt` is met by `pt`, else by any `pt-XX`; `pt-BR` by `pt-BR`, else by `pt`. */
const findVariety = (names: readonly string[], asked: string): string | undefined =>
  names.find((name) => name === asked) ??
  (asked.includes('-')
    ? names.find((name) => name === asked.slice(0, asked.indexOf('-')))
    : names.find((name) => name.startsWith(`${asked}-`)));

/**
 * The translation that the request names and the answer does not have, and the languages that it has instead. The
 * answer must be to a request for the same in all languages.
 */
export const findMissingTranslation = (
  list: UrlList,
  sought: Sought,
): { readonly language: string; readonly languages: readonly string[] } | undefined => {
  let known = sought.relation;
  for (let place = nextTranslation(known, 0); place >= 0; place = nextTranslation(known, place + 1)) {
    const { language: asked } = known[place] as Translation;
    const variants = variantsOf(list, { ...sought, relation: known }, place);
    // An item without metadata has none in any language.
    const isOfMetadata = known.slice(0, place).some(({ kind }) => kind === 'metadata');
    if (variants.size === 0 && isOfMetadata && read(list, sought, known.slice(0, place)) === undefined)
      return undefined;
    const languages = namesIn(variants);
    const found =
      asked === undefined
        ? (matchLanguage(sought.languages, languages) ?? languages[0])
        : findVariety(languages, asked);
    if (asked !== undefined && found === undefined) return { language: asked, languages };
    known = inLanguage(known, place, found);
  }
  return undefined;
};

type Translation = Extract<Step, { kind: 'translation' }>;

const inLanguage = (relation: Relation, place: number, language: string | undefined): Relation =>
  relation.with(place, { kind: 'translation', language });

interface Choice {
  /** The relation as the request has it. */
  readonly asked: Relation;
  /** The index of the translation to choose. */
  readonly place: number;
}

/** If the request asks for a translation without a language, the reader's languages choose among those that exist. */
const chooseTranslation = (
  list: UrlList,
  sought: Sought,
  { asked: whole, place }: Choice = { asked: sought.relation, place: nextTranslation(sought.relation, 0) },
): Reading | undefined => {
  const { relation, languages } = sought;
  const variants = variantsOf(list, sought, place);
  if (variants.size === 0) return undefined;
  const { language: asked } = relation[place] as Translation;
  const names = namesIn(variants);
  const isByLanguage = asked === undefined && names.length > 0;
  const language = asked === undefined ? matchLanguage(languages, names) : findVariety(names, asked);
  if (asked !== undefined && language === undefined) return undefined;
  const variant = variants.get(language ?? '');
  if (variant === undefined) return { kind: 'itself', relation: without(relation, place), isByLanguage };
  const { item, steps } = variant;
  const next = nextTranslation(relation, place + 1);
  if (next >= 0 && steps > next) {
    const inChosen = { ...sought, relation: inLanguage(relation, place, language) };
    const chosen = chooseTranslation(list, inChosen, { asked: whole, place: next });
    if (chosen?.kind !== 'url' && chosen?.kind !== 'onward') return chosen;
    return { ...chosen, isByLanguage: isByLanguage || chosen.isByLanguage };
  }
  const copied = findCopied(list, inLanguage(relation, place, language), { asked: whole, steps });
  if (copied !== undefined) return { ...copied, isByLanguage };
  if (hasUrl(item) && steps === relation.length) return { kind: 'url', item, isByLanguage };
  // Without a label of its own, nobody can say that the translation has a next edition: it is its last one.
  if (item.ibi === undefined && relation[steps]?.kind === 'lastEdition') {
    const rest = without(inLanguage(relation, place, language), steps);
    const reading = readAnswer(list, { ...sought, relation: rest });
    return reading.kind === 'url' ? { ...reading, isByLanguage } : undefined;
  }
  return item.ibi && { kind: 'onward', ibi: labelOf(item.ibi), relation: relation.slice(steps), isByLanguage };
};

interface Onward {
  readonly kind: 'onward';
  readonly ibi: Ibi;
  readonly relation: Relation;
}

/**
 * Decision 45: an Archive may list what follows an item of which it has only a copy. That item is then looked for by
 * its own label, because its editions and translations belong to its holder, who chooses the language as well.
 */
const findCopied = (
  { related }: UrlList,
  relation: Relation,
  { asked, steps }: { readonly asked: Relation; readonly steps: number },
): Onward | undefined => {
  const own = related.get('')?.ibi;
  // The description of an item is its Archive's own.
  const described = relation.findIndex(({ kind }) => kind === 'metadata');
  const end = described < 0 ? steps : Math.min(described, steps);
  for (let length = 1; length < end; length += 1) {
    const item = related.get(formatRelation(relation.slice(0, length)));
    // Its own translation, of which other copies may know a newer edition.
    const isOfEditions = relation[length]?.kind === 'lastEdition';
    const isItself = !isOfEditions && own !== undefined && item?.ibi !== undefined && isSameItem(own, item.ibi);
    if (item?.state === 'Copy' && item.ibi !== undefined && !isItself)
      return { kind: 'onward', ibi: labelOf(item.ibi), relation: asked.slice(length) };
  }
  return undefined;
};

const without = (relation: Relation, place: number): Relation => relation.filter((_, index) => index !== place);

const hasFormat = (step: Step | undefined): boolean => step?.kind === 'metadata' && step.format !== undefined;

/** The next edition leads to the last one. An item of which the answer has only the IBI is looked for by that IBI. */
const findOnward = (list: UrlList, sought: Sought): Onward | undefined => {
  const { relation, passedOver, isTranslation: mustLive } = sought;
  for (let length = relation.length; length > 0; length -= 1) {
    const item = read(list, sought, relation.slice(0, length));
    // A label says nothing of a format, so a description in a format is left only for one that was asked for by name.
    const losesFormat = hasFormat(relation[length - 1]) && relation.slice(length).every(isAnyTranslation);
    const ibi = hasUrl(item) && losesFormat && length < relation.length ? undefined : item?.ibi;
    if (ibi !== undefined) return { kind: 'onward', ibi: labelOf(ibi), relation: relation.slice(length) };
  }
  if (mustLive && list.related.get('')?.state === 'Deleted') return undefined;
  const next = relation[0]?.kind === 'lastEdition' ? list.nextEdition : undefined;
  return next === undefined || isPassedOver(next, passedOver)
    ? undefined
    : { kind: 'onward', ibi: labelOf(next), relation };
};

/**
 * An item without a next edition is its own last edition (Algorithm 2, line 17), and a reader who wants any translation
 * of an item without translations gets the item. Minimal Archives know only the item itself.
 */
const readByLess = (list: UrlList, sought: Sought): Reading => {
  const place = findDispensable(list, sought);
  if (place < 0) return { kind: 'without' };
  const relation = without(sought.relation, place);
  const reading = readAnswer(list, { ...sought, relation });
  return reading.kind === 'url' || reading.kind === 'onward'
    ? reading
    : { kind: 'itself', relation, isByLanguage: false };
};

const findDispensable = (list: UrlList, sought: Sought): number => {
  const { relation } = sought;
  const isEdition = relation[0]?.kind === 'lastEdition';
  const last = isEdition ? read(list, sought, relation.slice(0, 1)) : undefined;
  const isItself = last === undefined || (last.ibi === undefined && last.url === list.related.get('')?.url);
  if (isEdition && isItself) return 0;
  const place = relation.findIndex(isAnyTranslation);
  return place < 0 || variantsOf(list, sought, place).size > 0 ? -1 : place;
};

export const labelOf = ({ repository, ibip }: IbiForms): Ibi => (repository ?? ibip) as Ibi;

export const labelsOf = ({ repository, ibip }: IbiForms): readonly Ibi[] =>
  [repository, ibip].filter((label) => label !== undefined);

export const isSameItem = (one: IbiForms, other: IbiForms): boolean => {
  const texts = labelsOf(one).map(({ text }) => text);
  return labelsOf(other).some(({ text }) => texts.includes(text));
};
