import {
  formatRelation,
  type Ibi,
  type RelatedItem,
  readPersistentUrl,
  relationOf,
  type TolerantReading,
  type VerbList,
} from '@perene/core';
import {
  findMissingTranslation,
  labelOf,
  labelsOf,
  type Reading,
  readAnswer,
  readLanguagePreference,
  type Sought,
} from '@perene/core/federation';
import { type AskNeeds, askArchives, createUrlRequest, type Heard, type Hearing } from './ask-archives.ts';
import { describeFound, knownArchive } from './describe-found.ts';
import type { Resolution, ResolutionRequest, ResolverOperations, TraceStep } from './resolution.ts';

export interface ResolverNeeds extends AskNeeds {
  /** The resolver's own address as the protocol writes it, with its port: `http://urlib.net:80`. */
  readonly persistentAddress: string;
  readonly now: () => number;
  /** Seconds since 1970. */
  readonly epochSeconds: () => number;
  /** For one resolution, whatever Archives do. */
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
  /** Told when two claim to hold an original. */
  readonly onDispute: (dispute: Extract<Resolution, { kind: 'disputed' }>) => void;
}

const MAX_HOPS = 32;
const MAX_TITLE_LENGTH = 600;
/** Longer than a digest may be old. */
const YOUNG_SECONDS = 600;

export const createResolver = (needs: ResolverNeeds): Pick<ResolverOperations, 'resolve'> => ({
  async resolve(request, trace = () => undefined) {
    const reading = readPersistentUrl(request.target);
    if (!reading.ok) return { kind: 'malformed', text: request.target, refused: reading };
    const first = await follow(needs, { request, reading: reading.value, trace }, reading.value.url.ibi);
    const { alternative } = reading.value;
    if (first.kind !== 'unknown' || alternative === undefined) return first;
    trace({ kind: 'decided', because: `${first.ibi} is unknown: the same date without its second is tried` });
    return follow(needs, { request, reading: reading.value, trace }, alternative);
  },
});

interface Task {
  readonly request: ResolutionRequest;
  readonly reading: TolerantReading;
  readonly trace: (step: TraceStep) => void;
}

/** What is sought next: an item, and what is left of the verbs. */
interface Place {
  readonly ibi: Ibi;
  readonly verbs: VerbList;
  readonly isByLanguage: boolean;
  /** All that led here is the same for everyone. */
  readonly isLasting: boolean;
}

/** RTC-11 section 8.2: asks, reads the answers, and asks on from where they lead, until there is a URL. */
const follow = async (needs: ResolverNeeds, task: Task, start: Ibi): Promise<Resolution> => {
  const { url } = task.reading;
  const deadline = needs.now() + needs.deadlineMs;
  const leftMs = (): number => deadline - needs.now();
  const chain: string[] = [];
  let place: Place = { ibi: start, verbs: url.verbs, isByLanguage: false, isLasting: true };
  for (;;) {
    const step = describePlace(place);
    if (chain.includes(step) || chain.length > MAX_HOPS) return { kind: 'endless', chain: [...chain, step] };
    chain.push(step);
    const next = await seek(needs, { ...task, place, leftMs, asked: start });
    if ('kind' in next) return next;
    task.trace({ kind: 'decided', because: `${place.ibi.text} leads on to ${describePlace(next)}` });
    place = {
      ...next,
      isByLanguage: place.isByLanguage || next.isByLanguage,
      isLasting: place.isLasting && next.isLasting,
    };
  }
};

const describePlace = ({ ibi, verbs }: Pick<Place, 'ibi' | 'verbs'>): string =>
  `${ibi.text}${formatRelation(relationOf(verbs))}`;

interface Seeking extends Task {
  readonly place: Place;
  readonly leftMs: () => number;
  readonly asked: Ibi;
}

const soughtAt = ({ verbs }: Place, { languages }: ResolutionRequest): Sought => ({
  relation: relationOf(verbs),
  languages: readLanguagePreference(languages ?? ''),
});

/** An outcome, or the next place. */
const seek = async (needs: ResolverNeeds, seeking: Seeking): Promise<Resolution | Place> => {
  const { request, reading, place, trace, leftMs } = seeking;
  const sought = soughtAt(place, request);
  const readings = new Map<Heard, Reading>();
  const readHeard = (heard: Heard): Reading | undefined => {
    const known = readings.get(heard);
    if (known !== undefined || heard.list === undefined) return known;
    const read = readAnswer(heard.list, sought);
    readings.set(heard, read);
    return read;
  };
  const hearing = await askArchives(needs, {
    request: createUrlRequest(place.ibi, {
      clientAddresses: request.clientAddresses,
      filePath: reading.url.filePath,
      verbs: place.verbs,
    }),
    satisfies: (heard) => leadsOn(readHeard(heard)),
    wantsAll: reading.url.requiredItemStatus === 'Original',
    leftMs,
    trace,
  });
  for (const heard of hearing.heard) readHeard(heard);
  const decision = { needs, seeking, hearing, readings };
  return reading.url.requiredItemStatus === 'Original' ? decideOriginal(decision) : decide(decision);
};

const leadsOn = (reading: Reading | undefined): boolean =>
  reading?.kind === 'url' || reading?.kind === 'onward' || reading?.kind === 'untranslated-item';

interface Decision {
  readonly needs: ResolverNeeds;
  readonly seeking: Seeking;
  readonly hearing: Hearing;
  readonly readings: ReadonlyMap<Heard, Reading>;
}

const decide = (decision: Decision): Resolution | Place | Promise<Resolution> => {
  const { hearing, readings } = decision;
  const chosen = hearing.satisfying ?? hearing.heard.find((heard) => leadsOn(readings.get(heard)));
  return chosen === undefined ? decideWithout(decision) : proceed(decision, chosen);
};

/** The original is given only if all that may hold it have spoken, and one of them claims it. */
const decideOriginal = (decision: Decision): Resolution | Place | Promise<Resolution> => {
  const { needs, seeking, hearing, readings } = decision;
  const found = hearing.heard.filter((heard) => readings.get(heard)?.kind === 'url');
  const claims = found.filter((heard) => itemOf(readings.get(heard))?.state === 'Original');
  const ibi = seeking.place.ibi.text;
  if (claims.length > 1) {
    const dispute = {
      kind: 'disputed' as const,
      ibi: labelIn(readings.get(claims[0] as Heard)) ?? ibi,
      claims: claims.map((heard) => {
        const item = itemOf(readings.get(heard));
        return { ...knownArchive(heard), url: item?.url, timestamp: item?.timestamp };
      }),
    };
    needs.onDispute(dispute);
    return dispute;
  }
  if (hearing.silent.length > 0) return uncertain(decision);
  const [original] = claims;
  if (original !== undefined) return proceed(decision, original);
  const onward = hearing.heard.find((heard) => leadsOn(readings.get(heard)) && !found.includes(heard));
  if (onward !== undefined) return proceed(decision, onward);
  return found.length > 0 ? { kind: 'no-original', ibi, copies: found.map(knownArchive) } : decideWithout(decision);
};

const itemOf = (reading: Reading | undefined): RelatedItem | undefined =>
  reading?.kind === 'url' ? reading.item : undefined;

/** The label of what was found, which may be another than the one that led to it. */
const labelIn = (reading: Reading | undefined): string | undefined => {
  const ibi = itemOf(reading)?.ibi;
  return ibi && labelOf(ibi).text;
};

/** Nobody leads on: what may be said depends on who has spoken. */
const decideWithout = (decision: Decision): Resolution | Promise<Resolution> => {
  const { seeking, hearing, readings } = decision;
  if (hearing.silent.length > 0) return uncertain(decision);
  const { place, trace } = seeking;
  const all = hearing.heard.map((heard) => ({ heard, reading: readings.get(heard) }));
  const [language] = place.verbs.flatMap((verb) => (verb.kind === 'translation' ? (verb.language ?? []) : []));
  const isHeldWithout = all.some(({ reading }) => reading?.kind === 'without');
  if (language !== undefined && isHeldWithout) return untranslated(decision, language);
  const removed = all.filter(({ reading }) => reading?.kind === 'deleted');
  if (removed.length > 0) {
    trace({ kind: 'decided', because: 'it was removed, and nobody holds a copy' });
    return {
      kind: 'removed',
      ibi: place.ibi.text,
      removals: removed.map(({ heard, reading }) => ({
        ...knownArchive(heard),
        removedAt: reading?.kind === 'deleted' ? reading.timestamp : undefined,
        title: tombstoneTitle(heard),
      })),
    };
  }
  // The label tells when it was given: what is that young may not be in any digest yet.
  const ageSeconds = decision.needs.epochSeconds() - place.ibi.date.seconds;
  if (hearing.isCut && ageSeconds < YOUNG_SECONDS) return uncertain(decision);
  trace({ kind: 'decided', because: 'every Archive that may hold it says that it does not' });
  return { kind: 'unknown', ibi: place.ibi.text };
};

/** A pair of ours; what cannot be read is left out. */
const tombstoneTitle = ({ list }: Heard): string | undefined => {
  const value = list?.others.find(({ name }) => name === 'tombstone.title')?.value;
  try {
    return typeof value === 'string' ? decodeURIComponent(value).slice(0, MAX_TITLE_LENGTH) : undefined;
  } catch {
    return undefined;
  }
};

/** Asks once more, for all languages: the notice names those that there are. */
const untranslated = async (decision: Decision, named: string): Promise<Resolution> => {
  const { needs, seeking } = decision;
  const { place, request, leftMs, trace } = seeking;
  const verbs = place.verbs.map((verb) => (verb.kind === 'translation' ? { ...verb, language: undefined } : verb));
  const sought = soughtAt(place, request);
  const missing = new Map<string, readonly string[]>();
  await askArchives(needs, {
    request: createUrlRequest(place.ibi, { clientAddresses: request.clientAddresses, filePath: undefined, verbs }),
    satisfies({ list }) {
      const found = list && findMissingTranslation(list, sought);
      if (found === undefined || found.languages.length === 0) return false;
      missing.set(found.language, found.languages);
      return true;
    },
    wantsAll: false,
    leftMs,
    trace,
  });
  const [[language, languages] = [named, []]] = missing;
  trace({ kind: 'decided', because: `there is no translation in ${language}` });
  return { kind: 'untranslated', ibi: place.ibi.text, language, languages: languages.toSorted() };
};

const uncertain = ({ needs, seeking, hearing }: Decision): Resolution => {
  seeking.trace({ kind: 'decided', because: 'an Archive that may hold it did not answer' });
  return {
    kind: 'uncertain',
    ibi: seeking.place.ibi.text,
    silent: hearing.silent.map(({ archive: { address, service }, reason }) => ({ address, service, reason })),
    retryAfterSeconds: needs.retryAfterSeconds,
  };
};

const proceed = ({ needs, seeking, readings }: Decision, heard: Heard): Resolution | Place => {
  const reading = readings.get(heard);
  const { place } = seeking;
  const fileList = place.verbs.filter(({ kind }) => kind === 'fileList');
  learn(needs, heard, place.ibi);
  if (reading?.kind === 'onward') {
    const { ibi, isByLanguage } = reading;
    return { ibi, verbs: [...reading.relation, ...fileList], isByLanguage, isLasting: heard.isLasting };
  }
  if (reading?.kind === 'untranslated-item') {
    const verbs = [...reading.relation, ...fileList];
    return { ibi: place.ibi, verbs, isByLanguage: true, isLasting: heard.isLasting };
  }
  if (reading?.kind !== 'url') throw new Error('what does not lead on was chosen');
  seeking.trace({ kind: 'decided', because: `${heard.archive.address} gives ${reading.item.url}` });
  const { request, reading: target, asked } = seeking;
  return describeFound({
    heard,
    item: reading.item,
    request,
    reading: target,
    ibi: asked.text,
    isByLanguage: reading.isByLanguage || place.isByLanguage,
    // Who claims the original is asked each time: another may do so tomorrow.
    isLasting: heard.isLasting && place.isLasting && target.url.requiredItemStatus === undefined,
    persistentAddress: needs.persistentAddress,
  });
};

/** The local Archive is asked first anyhow. */
const learn = ({ locations }: ResolverNeeds, { archive, list }: Heard, asked: Ibi): void => {
  if (archive.isLocal) return;
  const own = list?.related.get('')?.ibi;
  locations.learn([asked.text, ...(own === undefined ? [] : labelsOf(own).map(({ text }) => text))], archive.number);
};
