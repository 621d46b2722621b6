import type { Ibi } from '@perene/core';
import { labelOf, matchLanguage } from '@perene/core/federation';
import { type Heading, type Heeding, readAll } from './choose-answer.ts';

/** Families are small; more are named only by Archives that lie. */
const MAX_FAMILY = 8;
const TRANSLATION = /^\.translation\(([^)]*)\)/;

/** Chooses a translation that only other Archives know; undefined if the answers have the best for the reader. */
export type ChooseBetter = () => Heading | undefined;

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
  const own = translationsIn(heeding);
  const isMet = matchLanguage(wanted.slice(0, 1), [...own.keys()]) !== undefined;
  const isAny = first?.kind === 'translation' && first.language === undefined;
  if (!isAny || isMet) return () => undefined;
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
  for (const { heard } of readAll(heeding)) {
    for (const [relation, { ibi, url, state }] of heard.list.related) {
      const [whole, language] = TRANSLATION.exec(relation) ?? [];
      if (language === undefined || state === 'Deleted' || (url ?? ibi) === undefined) continue;
      const isIt = whole === relation;
      named.set(language, {
        ibi: isIt && ibi ? labelOf(ibi) : named.get(language)?.ibi,
        isElsewhere: isIt ? url === undefined : (named.get(language)?.isElsewhere ?? false),
      });
    }
  }
  return named;
};
