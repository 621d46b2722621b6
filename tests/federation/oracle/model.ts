import {
  type Allowed,
  awayHolders,
  claimsOf,
  doubt,
  findLinked,
  findPlaces,
  heard,
  holders,
  holdingOf,
  type Inquiry,
  isPlace,
  isSaidRemoved,
  maySpeakForSilent,
  missing,
  type Place,
  type Reached,
  silentFor,
  tombstones,
} from './hearing.ts';
import { servicesOf } from './names.ts';
import { hidesState, sayNo, speakers, translations, translationsOfRemoved } from './translations.ts';
import { type ArchiveTruth, isAlive, METADATA_FILE, wordsOf } from './truth.ts';

type Step = { readonly kind: 'edition' | 'translation' | 'metadata'; readonly given: string | undefined };

/**
 * RTC-11 sections 5.2, 8 and 9 with decisions 12-22 and 40-48, as plainly as possible: everybody is asked, their
 * answers decide, and so on from item to item. Where these texts leave several answers open, all of them are allowed.
 */
export const askModel = (inquiry: Inquiry, label: string): readonly Allowed[] => {
  const steps = [...inquiry.question.modifier.matchAll(/([!+:])(?:\(([^)]*)\))?/g)].map(
    ([, sign, given]): Step => ({ kind: sign === '!' ? 'edition' : sign === '+' ? 'translation' : 'metadata', given }),
  );
  const format = steps.find(({ kind }) => kind === 'metadata')?.given ?? '';
  let places: readonly Reached[] = findPlaces(inquiry, label);
  const doubts: Allowed[] = [];
  const passed = new Set([label]);
  for (const [index, step] of steps.entries()) {
    for (const place of places) if (isPlace(place)) passed.add(place.label);
    doubts.push(...places.filter(isPlace).flatMap((place) => doubtOnTheWay(inquiry, place.label)));
    places = places.flatMap((place) => (isPlace(place) ? take(inquiry, place, step) : [place]));
    const isStillIt = steps.slice(0, index).every(({ kind, given }) => kind === 'translation' && given === undefined);
    if (step.kind === 'edition' && isStillIt) places = [...places, ...afterRemoved(inquiry, label, [label])];
    if (step.kind === 'translation' && steps.slice(0, index).every(({ kind }) => kind === 'edition'))
      places = [...places, ...translationsOfRemoved(inquiry, label, { named: step.given })];
  }
  // The original of the item in the end is looked for by its own label.
  const asking = inquiry.question.isOriginal ? [inquiry, { ...inquiry, answers: inquiry.answersAlone }] : [inquiry];
  const ends = places.flatMap((place) =>
    isPlace(place) ? asking.flatMap((one) => leaves(one, place.label, format)) : [place],
  );
  const answers = ends.some(({ kind }) => NOES.includes(kind)) ? [...ends, ...doubts] : ends;
  return answers.map((answer) => nameOnTheWay(inquiry, answer, passed));
};

/** The last item is often asked for by the label of an item on the way, so those who are missing there may be named. */
const nameOnTheWay = (inquiry: Inquiry, answer: Allowed, passed: ReadonlySet<string>): Allowed => {
  const { kind, names } = answer;
  if (names === undefined || (kind !== 'found' && kind !== 'uncertain')) return answer;
  // So may one that names the next edition of an edition on the way unreadably, where a copy was believed instead.
  const odd = inquiry.world.archives.filter((archive) => [...archive.odd.values()].includes('odd next'));
  const on = editionsAfter(inquiry, passed);
  const may = [...[...on].flatMap((label) => missing(inquiry, label).may), ...servicesOf(odd)];
  // Where others have answered for a step, those who are still silent are not waited for, and so not known as silent.
  const isOneStep = (inquiry.question.modifier.match(/[!+:]/g) ?? []).length <= 1;
  const must = kind === 'found' || isOneStep ? { must: names.must } : { must: [], some: names.must };
  return { ...answer, names: { ...must, may: [...names.must, ...names.may, ...may] } };
};

const editionsAfter = ({ world }: Inquiry, labels: ReadonlySet<string>): ReadonlySet<string> => {
  const all = new Set(labels);
  for (const label of all) {
    for (const { editions } of world.archives) {
      const next = editions.get(label);
      if (next !== undefined) all.add(next);
    }
  }
  return all;
};

const NOES: readonly Allowed['kind'][] = ['untranslated', 'no file', 'no metadata', 'no original'];

/**
 * Decision 41: a "no" needs everybody's answer to the whole question, so an Archive that is missing on the way leaves a
 * doubt.
 */
const doubtOnTheWay = (inquiry: Inquiry, label: string): readonly Allowed[] =>
  silentFor(inquiry, label).length + awayHolders(inquiry, label).length > 0 ? [doubt(inquiry, label)] : [];

const take = (inquiry: Inquiry, { label, toldBy }: Place, { kind, given }: Step): readonly Reached[] => {
  if (kind === 'edition') return lastEditions(inquiry, label, [label]);
  if (kind === 'translation') {
    const words = toldBy ? [{ archive: toldBy, words: wordsOf(toldBy, label) }] : [];
    const reached = translations(inquiry, label, { named: given, told: [...speakers(inquiry, label), ...words] });
    return isSaidRemoved(inquiry, label) ? [...reached, { label }] : reached;
  }
  // A description is not a relation between items: any holder of the item may give its own.
  const described = holders(inquiry, label).flatMap((archive) => {
    const metadata = holdingOf(archive, label).metadata;
    return metadata !== undefined && isAlive(archive.holdings.get(metadata)) ? [metadata] : [];
  });
  return described.length > 0
    ? described.map((metadata) => ({ label: metadata }))
    : sayNo(inquiry, label, 'no metadata');
};

/**
 * Removed editions, and those that live nowhere, are passed over (45); a cycle ends (18); an item without a next
 * edition is its own last one (46).
 */
const lastEditions = (inquiry: Inquiry, label: string, passed: readonly string[]): readonly Reached[] => {
  const itself: Reached = { label };
  if (isTombstoneBelieved(inquiry, label)) return afterRemoved(inquiry, label, passed);
  return editionSpeakers(inquiry, label).flatMap(({ archive, words }): readonly Reached[] => {
    if (holdingOf(archive, label).content !== 'data') return [itself];
    const next = nextAlive(archive, words.next);
    const reached = next === undefined ? [itself] : goTo(inquiry, { from: label, next, passed });
    // A removed original leaves its chain, wherever copies of it are (17 and 45 both hold).
    const isRemoved = isSaidRemoved(inquiry, label);
    // What the holder itself says of the last edition, and of its translations, counts although it has only a copy of
    // that.
    const own = ownLast(archive, label);
    return [
      ...reached,
      ...(isRemoved ? [itself, ...afterRemoved(inquiry, label, passed)] : []),
      ...(own === undefined ? [] : [{ label: own, toldBy: archive }]),
    ];
  });
};

/** Decision 45: who held the original tells its next edition, and not those who have copies. */
const isTombstoneBelieved = (inquiry: Inquiry, label: string): boolean => {
  const isOurs = ({ kind }: ArchiveTruth): boolean => kind === 'ours';
  const [tombstone, ...others] = tombstones(inquiry, label);
  const isTelling = tombstone !== undefined && isOurs(tombstone) && others.length === 0;
  return (
    isTelling &&
    nextAlive(tombstone, tombstone.editions.get(label)) !== undefined &&
    holders(inquiry, label).every(isOurs) &&
    claimsOf(inquiry, label).length === 0
  );
};

/** While the holder is silent, copies that name a next edition count before those that name none (40 and 45). */
const editionSpeakers = (inquiry: Inquiry, label: string): ReturnType<typeof speakers> => {
  const all = speakers(inquiry, label);
  const isKnowing = ({ archive, words }: (typeof all)[number]): boolean => nextAlive(archive, words.next) !== undefined;
  if (claimsOf(inquiry, label).length > 0 || !all.some(isKnowing)) return all;
  return all.filter((one) => isKnowing(one) || hidesState(inquiry, one.archive, label));
};

/** An Archive does not tell an edition that it knows to be removed. */
const nextAlive = ({ holdings, editions }: ArchiveTruth, next: string | undefined): string | undefined => {
  let found = next;
  for (let steps = 0; found !== undefined && holdings.get(found)?.state === 'deleted' && steps < 100; steps += 1) {
    found = editions.get(found);
  }
  return found;
};

const goTo = (
  inquiry: Inquiry,
  { from, next, passed }: { readonly from: string; readonly next: string; readonly passed: readonly string[] },
): readonly Reached[] => {
  if (passed.includes(next)) return [{ kind: 'endless' }];
  const onward = findLinked(inquiry, next).flatMap((place): readonly Reached[] => {
    if (isPlace(place)) return lastEditions(inquiry, next, [...passed, next]);
    return place.kind === 'uncertain' ? [place] : [{ label: from }];
  });
  if (!isSaidRemoved(inquiry, next)) return onward;
  // A tombstone tells no next edition (Algorithm 2, line 15), though its Archive may know one.
  const hidden = heard(inquiry, next).flatMap(({ editions }) => editions.get(next) ?? []);
  const beyond = hidden.flatMap((after) => goTo(inquiry, { from, next: after, passed: [...passed, next] }));
  return [...onward, ...beyond, { label: from }];
};

/** For a removed item the last living edition may be given, if its Archive tells it; else a copy of it (17). */
const afterRemoved = (inquiry: Inquiry, label: string, passed: readonly string[]): readonly Reached[] =>
  heard(inquiry, label).flatMap((archive): readonly Reached[] => {
    const next =
      archive.holdings.get(label)?.state === 'deleted' ? nextAlive(archive, archive.editions.get(label)) : undefined;
    const reached = next === undefined ? [] : goTo(inquiry, { from: label, next, passed });
    return reached.flatMap((place) => (isPlace(place) && place.label === label ? findPlaces(inquiry, label) : [place]));
  });

const ownLast = (archive: ArchiveTruth, label: string): string | undefined => {
  let [last, hasCopies] = [label, false];
  for (let steps = 0; steps < 100; steps += 1) {
    const next = nextAlive(archive, wordsOf(archive, last).next);
    const holding = next === undefined ? undefined : archive.holdings.get(next);
    if (next === undefined || !isAlive(holding)) break;
    hasCopies ||= holding?.state === 'copy';
    last = next;
  }
  return hasCopies ? last : undefined;
};

/** Decision 48: the verbs have chosen the item; now a path chooses within it, unless its list is asked for. */
const leaves = (inquiry: Inquiry, label: string, format: string): readonly Allowed[] => {
  const { question } = inquiry;
  const leavesAt = (archive: ArchiveTruth): readonly (string | undefined)[] => {
    const { content, files } = holdingOf(archive, label);
    if (content === 'service') return question.path === undefined || question.isFileList ? ['service'] : [];
    if (question.isFileList) return ['list'];
    const described = METADATA_FILE + (format === '' ? '' : `?${format}`);
    if (question.path === undefined) return [content === 'metadata' ? described : files[0]];
    if (!files.includes(question.path)) return [];
    // The standard does not say whether a format still counts if a file is named.
    return content === 'metadata' ? [question.path, described] : [question.path];
  };
  const found = holders(inquiry, label).flatMap((archive) =>
    leavesAt(archive).map((leaf = '') => ({ kind: 'found' as const, archive: archive.number, label, leaf })),
  );
  if (!question.isOriginal) return found.length > 0 ? found : sayNo(inquiry, label, 'no file');
  // Decision 40: one claim among the answers is enough, two are a dispute.
  const claimants = claimsOf(inquiry, label).filter(({ number }) => found.some(({ archive }) => archive === number));
  // What a foreign Archive leaves out of a filtered answer cannot be named.
  const hidden = claimants.filter(({ kind, filters }) => kind !== 'ours' && filters && question.modifier !== '');
  const shown = claimants.filter((one) => !hidden.includes(one));
  if (claimants.length > 1) {
    return [{ kind: 'disputed', label, names: { must: servicesOf(shown), may: servicesOf(hidden) } }];
  }
  const claims = found.filter(({ archive }) => claimants.some(({ number }) => number === archive));
  if (claims.length > 0) {
    const { must, may } = missing(inquiry, label);
    if (format === '') return claims.map((claim) => ({ ...claim, names: { must, may } }));
    // A label does not have a format: the format is asked for by the item, and it is open whether that item is the
    // original's, and who might have claimed it.
    const named = claims.map((claim) => ({ ...claim, names: { must: [], may: [...must, ...may] } }));
    return [...named, { kind: 'no original' }];
  }
  if (claimsOf(inquiry, label).length > 0) return sayNo(inquiry, label, 'no file');
  const uncertain = doubt(inquiry, label);
  const noes: readonly Allowed[] = [
    { kind: 'no original' },
    ...(found.length > 0 ? [] : [{ kind: 'no file' } as const]),
  ];
  if (silentFor(inquiry, label).length > 0)
    return maySpeakForSilent(inquiry, label) ? [uncertain, ...noes] : [uncertain];
  return awayHolders(inquiry, label).length > 0 ? [uncertain, ...noes] : noes;
};
