import { labelOf } from '@perene/core/federation';
import { type Heeding, readAll } from './choose-answer.ts';
import type { Resolution } from './outcome/resolution.ts';
import type { Place } from './resolve-persistent-url.ts';

/** Families are small; more are named only by Archives that lie. */
const MAX_FAMILY = 8;
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
