import type { Ibi } from '@perene/core';
import { labelOf, matchLanguage } from '@perene/core/federation';
import type { Heading } from './choose-answer.ts';
import type { Resolution } from './outcome/resolution.ts';
import { type Heeding, readAll } from './read-answers.ts';
import type { Place } from './resolve-persistent-url.ts';

/** Families are small; more are named only by Archives that lie. */
const MAX_FAMILY = 8;
const TRANSLATION = /^\.translation\(([^)]*)\)/;
const ONE_TRANSLATION = /^\.translation\([^)]*\)$/;

/**
 * Translations of one item may be in several Archives, each of which knows the items that it is linked with. Where one
 * of them has no translation into the language that was asked for, the others are asked, by the labels that it names.
 */
export const seekInFamily = async (
  heeding: Heeding,
  { outcome, go }: { readonly outcome: Resolution; readonly go: (place: Place) => Promise<Resolution> },
): Promise<Resolution> => {
  const { journey, place } = heeding;
  const [first, ...others] = place.verbs;
  const isOnly = first?.kind === 'translation' && !others.some(({ kind }) => kind === 'translation');
  if (outcome.kind !== 'untranslated' || !isOnly || outcome.language !== first.language) return outcome;
  const { family } = journey;
  family.add(place.ibi.text);
  const languages = new Set(outcome.languages);
  let doubt: Resolution | undefined;
  for (const ibi of kinIn(heeding)) {
    const isPassed = family.has(ibi.text) || journey.passedOver.has(ibi.text);
    if (isPassed || family.size > MAX_FAMILY) continue;
    family.add(ibi.text);
    const found = await go({ ...place, ibi, isLasting: false });
    if (found.kind === 'untranslated') for (const language of found.languages) languages.add(language);
    else if (found.kind === 'uncertain') doubt ??= found;
    else if (found.kind !== 'unknown' && found.kind !== 'removed') return found;
  }
  return doubt ?? { ...outcome, languages: [...languages].toSorted() };
};

const kinIn = (heeding: Heeding) =>
  readAll(heeding)
    .flatMap(({ heard }) => [...heard.list.related])
    .flatMap(([name, { ibi, state }]) =>
      ONE_TRANSLATION.test(name) && ibi !== undefined && state !== 'Deleted' ? [labelOf(ibi)] : [],
    );

/** Chooses a translation that only other Archives know; undefined if the answers have the best for the reader. */
type ChooseBetter = () => Heading | undefined;

const keepAnswers: ChooseBetter = () => undefined;

interface Named {
  readonly ibi: Ibi | undefined;
  readonly isElsewhere: boolean;
}

/**
 * Translations of one item may be in several Archives, each of which knows the items that it is linked with. Where the
 * answers do not have the reader's first language, those of the translations elsewhere that they name may have it.
 */
export const seekLanguage = async (
  heeding: Heeding,
  hearKin: (ibi: Ibi) => Promise<Heeding>,
): Promise<ChooseBetter> => {
  const { journey, place } = heeding;
  const [first, ...verbs] = place.verbs;
  const wanted = journey.languages.filter((tag) => tag !== '*');
  const isAny = first?.kind === 'translation' && first.language === undefined;
  if (!isAny || wanted.length === 0) return keepAnswers;
  const own = translationsIn(heeding);
  if (matchLanguage(wanted.slice(0, 1), [...own.keys()]) !== undefined) return keepAnswers;
  const further = new Map<string, Ibi>();
  const kin = [...own.values()].flatMap(({ ibi, isElsewhere }) => (isElsewhere && ibi ? [ibi] : []));
  for (const ibi of kin.slice(0, MAX_FAMILY)) {
    if (journey.passedOver.has(ibi.text)) continue;
    for (const [language, found] of translationsIn(await hearKin(ibi))) {
      if (!own.has(language) && found.ibi !== undefined) further.set(language, found.ibi);
    }
  }
  return () => {
    const there = [...further].filter(([, { text }]) => !journey.passedOver.has(text));
    const best = matchLanguage(wanted, [...own.keys(), ...there.map(([language]) => language)]);
    const ibi = best === undefined || own.has(best) ? undefined : further.get(best);
    if (ibi === undefined) return undefined;
    const found = { ...place, ibi, verbs, isByLanguage: true, isTranslation: true, isLasting: false };
    return { kind: 'heading', place: found, isPassable: true };
  };
};

/** The translations that answers name, by language. */
const translationsIn = (heeding: Heeding): ReadonlyMap<string, Named> => {
  const named = new Map<string, Named>();
  for (const { heard, isSecondHand } of readAll(heeding)) {
    for (const [relation, { ibi, url, state }] of heard.list.related) {
      const [whole, language] = TRANSLATION.exec(relation) ?? [];
      if (language === undefined || state === 'Deleted' || (url ?? ibi) === undefined) continue;
      const isIt = whole === relation;
      named.set(language, {
        ibi: isIt && ibi ? labelOf(ibi) : named.get(language)?.ibi,
        // A copy knows less than its Archive does of an original there.
        isElsewhere: isIt
          ? isSecondHand || url === undefined || state === 'Copy'
          : (named.get(language)?.isElsewhere ?? false),
      });
    }
  }
  return named;
};
