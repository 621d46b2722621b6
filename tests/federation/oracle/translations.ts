import {
  type Allowed,
  awayHolders,
  claimsOf,
  doubt,
  findLinked,
  heard,
  holders,
  type Inquiry,
  isPlace,
  isSaidRemoved,
  maySpeakForSilent,
  type Reached,
  silentFor,
  tombstones,
} from './hearing.ts';
import { matches, readPreference } from './languages.ts';
import { languagesOf, type Names } from './names.ts';
import { type ArchiveTruth, type Words, wordsOf } from './truth.ts';

interface Speaker {
  readonly archive: ArchiveTruth;
  readonly words: Words;
}

/** Decision 45: relations belong to the holder of the original; a copy is believed while that holder is silent. */
export const speakers = (inquiry: Inquiry, label: string): readonly Speaker[] => {
  const all = holders(inquiry, label);
  const claims = claimsOf(inquiry, label);
  // An answer that is filtered, or of a minimal Archive, may not tell that it is a copy's.
  const heardAs =
    claims.length === 0 ? all : all.filter((one) => claims.includes(one) || hidesState(inquiry, one, label));
  return heardAs.map((archive) => ({ archive, words: wordsOf(archive, label) }));
};

/**
 * Algorithm 2, line 25: an answer without a URL has no state, as when the requested file does not exist (or decision
 * 51).
 */
export const hidesState = ({ question }: Inquiry, { kind, filters, odd }: ArchiveTruth, label: string): boolean =>
  kind !== 'ours' && (filters === true || question.path !== undefined || odd.get(label) === 'odd state');

/** The holder of the original may say "no" alone; otherwise everybody must have said it. */
export const sayNo = (
  inquiry: Inquiry,
  label: string,
  kind: 'no metadata' | 'no file' | 'untranslated',
): readonly Allowed[] => {
  const away = awayHolders(inquiry, label);
  const no: Allowed = { kind, ...(kind === 'untranslated' && { names: languagesAt(inquiry, label) }) };
  if (silentFor(inquiry, label).length + away.length === 0) return [no];
  const uncertain = doubt(inquiry, label);
  if (silentFor(inquiry, label).length === 0) return [no, uncertain];
  return claimsOf(inquiry, label).length > 0 || maySpeakForSilent(inquiry, label) ? [no, uncertain] : [uncertain];
};

const isRemovedAnywhere = ({ world }: Inquiry, label: string): boolean =>
  world.archives.some(({ holdings }) => holdings.get(label)?.state === 'deleted');

const languagesAt = (inquiry: Inquiry, label: string): Names => {
  const names = languagesOf(label, {
    speakers: claimsOf(inquiry, label),
    tellers: tellersOf(inquiry, label),
    // Decision 45: a removed translation is passed over, wherever copies of it are.
    lives: (member) => holders(inquiry, member).length > 0 && !isRemovedAnywhere(inquiry, member),
  });
  return { ...names, may: [...names.may, ...languagesOfKin(inquiry, label)] };
};

const tellersOf = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] => [
  ...holders(inquiry, label),
  ...tombstones(inquiry, label),
];

/** The translations that one names may be asked for those that they name, and so on. */
const languagesOfKin = (inquiry: Inquiry, label: string): readonly string[] => {
  const kin = new Map<string, string | undefined>([[label, undefined]]);
  for (const member of kin.keys()) {
    for (const archive of tellersOf(inquiry, member)) {
      for (const { label: other, language } of wordsOf(archive, member).family) {
        if (!kin.has(other)) kin.set(other, language);
      }
    }
  }
  return [...kin.values()].filter((language) => language !== undefined);
};

export const translations = (
  inquiry: Inquiry,
  label: string,
  {
    named,
    told,
    asked = new Set([label]),
  }: { readonly named: string | undefined; readonly told: readonly Speaker[]; readonly asked?: ReadonlySet<string> },
): readonly Reached[] => {
  const wanted = named === undefined ? readPreference(inquiry.question.languages ?? '') : [named];
  return told.flatMap(({ archive, words }) => {
    const family = words.family.filter((member) => archive.holdings.get(member.label)?.state !== 'deleted');
    const offered = wanted.flatMap((tag) => matches(family, tag, { isNamed: named !== undefined }));
    const reached = chooseTranslation(inquiry, label, { offered, isNamed: named !== undefined });
    if (named === undefined) return askFamilyForBest(inquiry, reached, { label, archive, family, wanted });
    return reached.some(({ kind }) => kind === 'untranslated')
      ? askFamily(inquiry, reached, { named, family, asked })
      : reached;
  });
};

/** Decision 46: the notice names what there is, so the other translations are asked for those that they know. */
const askFamily = (
  inquiry: Inquiry,
  reached: readonly Reached[],
  {
    named,
    family,
    asked,
  }: {
    readonly named: string | undefined;
    readonly family: Words['family'];
    readonly asked: ReadonlySet<string>;
  },
): readonly Reached[] => {
  const kin = family.map(({ label }) => label).filter((label) => !asked.has(label));
  const all = new Set([...asked, ...kin]);
  const told = kin.map((label) => ({
    isSure: claimsOf(inquiry, label).length > 0,
    reached: translations(inquiry, label, { named, told: speakers(inquiry, label), asked: all }),
  }));
  const noes = told.flatMap((one) => one.reached.flatMap((end) => (end.kind === 'untranslated' ? [end] : [])));
  const may = noes.flatMap(({ names }) => [...(names?.must ?? []), ...(names?.may ?? [])]);
  const own = reached.map((one) => (one.kind === 'untranslated' ? nameAlso(one, may) : one));
  const isDoubtful = (label: string): boolean =>
    silentFor(inquiry, label).length + awayHolders(inquiry, label).length > 0;
  const doubts = kin.filter(isDoubtful).map((label) => doubt(inquiry, label));
  const buried = kin.flatMap((label) => translationsOfRemoved(inquiry, label, { named, asked: all }));
  const beyond = [...told.flatMap((one) => one.reached.filter(({ kind }) => kind !== 'untranslated')), ...buried];
  // The labels of others are seen only where nothing but the translation is asked for.
  const isPlain = /^\+\([^)]*\)$/.test(inquiry.question.modifier);
  const isFound = isPlain && told.some((one) => one.isSure && one.reached.length > 0 && one.reached.every(isPlace));
  return [...(isFound ? own.filter(({ kind }) => kind !== 'untranslated') : own), ...beyond, ...doubts];
};

/**
 * RTC-11 section 8.1: the language that suits the reader best, "if it exists". Where the family that an Archive tells
 * lacks the reader's first language, the Archives of its other members are asked for those that they know.
 */
const askFamilyForBest = (
  inquiry: Inquiry,
  reached: readonly Reached[],
  {
    label,
    archive,
    family,
    wanted,
  }: {
    readonly label: string;
    readonly archive: ArchiveTruth;
    readonly family: Words['family'];
    readonly wanted: readonly string[];
  },
): readonly Reached[] => {
  const [first] = wanted;
  if (first === undefined || matches(family, first, { isNamed: false }).flat().length > 0) return reached;
  // The translations of a copy are known to the holder of its original (decision 45).
  // An answer that is filtered, as those of ours are, does not show which of them are its Archive's own.
  const isFiltered = archive.kind === 'ours' || archive.filters === true;
  const isHidden = isFiltered && inquiry.question.modifier !== '+';
  const kin = family.filter((member) => isHidden || archive.holdings.get(member.label)?.state !== 'original');
  const chooseWith = (further: Words['family']): readonly Reached[] => {
    const offered = wanted.flatMap((tag) => matches([...family, ...further], tag, { isNamed: false }));
    return chooseTranslation(inquiry, label, { offered, isNamed: false });
  };
  const told = kin.flatMap((member) => speakers(inquiry, member.label));
  const further = told.flatMap(({ words }) => words.family);
  const best = chooseWith(further);
  const buried = kin.flatMap((member) => tombstones(inquiry, member.label).map((one) => wordsOf(one, member.label)));
  // An answer names one translation a language, and none without a language.
  const isNamed = ({ label: name, language }: (typeof family)[number]): boolean =>
    language !== undefined && family.find((one) => one.language === language)?.label === name;
  const isSure =
    inquiry.question.modifier === '+' &&
    claimsOf(inquiry, label).length === 1 &&
    kin.every((member) => isNamed(member) && claimsOf(inquiry, member.label).length === 1);
  // A removed translation still tells the living ones, and a resolver may use that.
  return isSure ? best : [...reached, ...best, ...chooseWith([...further, ...buried.flatMap((one) => one.family)])];
};

/** A tombstone of ours still tells living translations, but a resolver need not ask for more than the tombstone. */
export const translationsOfRemoved = (
  inquiry: Inquiry,
  label: string,
  { named, asked = new Set([label]) }: { readonly named: string | undefined; readonly asked?: ReadonlySet<string> },
): readonly Reached[] => {
  const told = heard(inquiry, label)
    .filter((archive) => archive.kind === 'ours' && archive.holdings.get(label)?.state === 'deleted')
    .map((archive) => ({ archive, words: wordsOf(archive, label) }));
  return translations(inquiry, label, { named, told, asked }).filter(
    (place) => (isPlace(place) && place.label !== label) || place.kind === 'uncertain',
  );
};

/** Chooses the best that lives; a removed one is passed over, for the next best or for the item itself (45). */
const chooseTranslation = (
  inquiry: Inquiry,
  label: string,
  { offered, isNamed }: { readonly offered: readonly (readonly string[])[]; readonly isNamed: boolean },
): readonly Reached[] => {
  const reached: Reached[] = [];
  for (const group of offered) {
    let isOver = false;
    for (const one of group) {
      const places = one === label ? [{ label }] : findLinked(inquiry, one);
      const good = places.filter((place) => isPlace(place) || place.kind === 'uncertain');
      reached.push(...good);
      const isPassedOver = good.length < places.length || isSaidRemoved(inquiry, one);
      if (isPassedOver && !isNamed) reached.push({ label });
      isOver ||= !isPassedOver;
    }
    if (isOver) return reached;
  }
  return [...reached, ...(isNamed ? sayNo(inquiry, label, 'untranslated') : [{ label }])];
};

const nameAlso = (answer: Allowed, languages: readonly string[]): Allowed => ({
  ...answer,
  names: { must: answer.names?.must ?? [], may: [...(answer.names?.may ?? []), ...languages] },
});
