import { because } from '@perene/api/refusals';
import { formatModifiers, type Ibi, relationOf, type UnreadPair, type VerbList } from '@perene/core';
import { readLanguagePreference, type Sought } from '@perene/core/federation';
import { readPersistentUrl, type TolerantReading } from '@perene/core/reading';
import type { HolderIndex } from '../digests/holders.ts';
import { orAsKnown } from '../members/or-as-known.ts';
import {
  type AskArchives,
  createAsking,
  type HeardList,
  type Hearing,
  type Reach,
  rememberAnswers,
} from './ask-archives.ts';
import { chooseAnswer, type Heading } from './choose-answer.ts';
import { hearByStep, hearFirstStep, hearOnce, isOfMore } from './hear-answers.ts';
import type { LocationMemory } from './location-memory.ts';
import { explainNoAnswer } from './outcome/explain-no-answer.ts';
import type { Resolution, ResolutionRequest, ResolverOperations, TraceStep } from './outcome/resolution.ts';
import { seekInFamily, seekLanguage } from './seek-in-family.ts';
import { switchedOff } from './switched-off.ts';

const MAX_HOPS = 32;
const ANY_TRANSLATION: VerbList = [{ kind: 'translation', language: undefined }];

export const createResolver = ({
  persistentAddress,
  now,
  secondsNow,
  deadlineMs,
  retryAfterSeconds,
  onDispute,
  ...reach
}: Reach & {
  /** The resolver's own address as the protocol writes it, with its port: `http://urlib.net:80`. */
  readonly persistentAddress: string;
  readonly now: () => number;
  /** Seconds since 1970. */
  readonly secondsNow: () => number;
  /** The time limit of one resolution. */
  readonly deadlineMs: number;
  readonly retryAfterSeconds: number;
  /** Is called when two Archives claim to hold an original. */
  readonly onDispute: (dispute: Dispute) => void;
}): Pick<ResolverOperations, 'resolve'> => {
  const { holders, locations } = reach;
  return {
    async resolve(request, trace = () => undefined) {
      const reading = readPersistentUrl(request.target);
      if (!reading.ok) return { kind: 'malformed', text: request.target, refused: reading };
      const { url, alternatives } = reading.value;
      const deadline = now() + deadlineMs;
      const ask = createAsking({ ...reach, messenger: rememberAnswers(reach) });
      const learned: Promise<void>[] = [];
      const resolveLabel = (asked: Ibi): Promise<Resolution> => {
        const journey: Journey = {
          ask,
          holders,
          locations,
          learnFirst: (name, holder) => void learned.push(reach.firsts.learn(name, holder)),
          persistentAddress,
          retryAfterSeconds,
          onDispute,
          request,
          reading: reading.value,
          trace,
          asked,
          languages: readLanguagePreference(request.languages ?? ''),
          wantsOriginal: url.requiredItemStatus === 'Original',
          leftMs: () => deadline - now(),
          secondsNow,
          passedOver: new Set(),
          unknown: new Set(),
          doubts: [],
          hearings: new Map(),
          family: new Set(),
          hops: 0,
        };
        return follow(
          journey,
          {
            ibi: asked,
            verbs: url.verbs,
            isByLanguage: false,
            isTranslation: false,
            isLasting: true,
            isSecondHand: false,
          },
          [],
        );
      };
      let outcome = await resolveLabel(url.ibi);
      for (const alternative of alternatives) {
        if (!isWithout(outcome)) break;
        trace({ kind: 'decided', why: because('alternative-tried', { label: alternative.text }) });
        const other = await resolveLabel(alternative);
        // A "no" to one of the labels does not remove the doubt about another.
        if (other.kind !== 'unknown') outcome = outcome.kind === 'uncertain' && isWithout(other) ? outcome : other;
      }
      await Promise.all(learned);
      return outcome;
    },
  };
};

const isWithout = ({ kind }: Resolution): boolean => kind === 'unknown' || kind === 'uncertain';

type Dispute = Extract<Resolution, { kind: 'disputed' }>;

/** One resolution, from the requested label to its end. */
export interface Journey {
  readonly ask: AskArchives;
  readonly holders: HolderIndex;
  readonly locations: LocationMemory;
  /** The answer waits until this is kept. */
  readonly learnFirst: (...learned: Parameters<Reach['firsts']['learn']>) => void;
  readonly persistentAddress: string;
  readonly retryAfterSeconds: number;
  readonly onDispute: (dispute: Dispute) => void;
  readonly request: ResolutionRequest;
  readonly reading: TolerantReading;
  readonly trace: (step: TraceStep) => void;
  readonly asked: Ibi;
  readonly languages: readonly string[];
  readonly wantsOriginal: boolean;
  readonly leftMs: () => number;
  readonly secondsNow: () => number;
  /** Labels of editions and translations that were removed, or that no Archive has. */
  readonly passedOver: Set<string>;
  /** Those of them that no Archive has. */
  readonly unknown: Set<string>;
  /** Answers of which a pair could not be read on the way, where a copy was believed instead. */
  readonly doubts: (readonly [HeardList, UnreadPair])[];
  /** What was heard, by what was asked. */
  readonly hearings: Map<string, Hearing>;
  /** Labels of translations that were asked for a further one. */
  readonly family: Set<string>;
  hops: number;
}

/** What to look for next: an item, and the remaining verbs. */
export interface Place {
  readonly ibi: Ibi;
  readonly verbs: VerbList;
  readonly isByLanguage: boolean;
  /** Whether another item led here as to its translation. */
  readonly isTranslation: boolean;
  /** Whether all steps up to here are the same for everyone. */
  readonly isLasting: boolean;
  /** Whether a copy was believed on the way. */
  readonly isSecondHand: boolean;
}

/**
 * RTC-11 section 8.2: asks, reads the answers, and goes on from where they lead, until there is a URL. Passes over an
 * edition or translation that was removed, or that no Archive has (decision 45).
 */
const follow = async (journey: Journey, place: Place, before: readonly string[]): Promise<Resolution> => {
  const here = describePlace(place);
  const chain = [...before, here];
  if (before.includes(here) || journey.hops > MAX_HOPS) return { kind: 'endless', chain };
  journey.hops += 1;
  const { trace, passedOver } = journey;
  const { isTranslation } = place;
  const sought: Sought = { relation: relationOf(place.verbs), languages: journey.languages, passedOver, isTranslation };
  let hear = (): Promise<Hearing> => hearByStep(journey, place, sought);
  let hearing = await hear();
  // An Archive may have a variety of the language, or other languages, which the page then names.
  const allLanguages = inAllLanguages(place.verbs);
  const further = [
    ...(allLanguages === undefined ? [] : [() => hearByStep(journey, { ...place, verbs: allLanguages }, sought)]),
    ...(isOfMore(sought.relation, 'metadata')
      ? [(before: Hearing) => hearFirstStep(journey, place, { sought, hearing: before })]
      : []),
  ];
  const chooseBetter = await seekLanguage({ journey, place, sought, hearing }, async (ibi) => {
    const kin = { ...place, ibi, verbs: ANY_TRANSLATION };
    const soughtOfKin = { ...sought, relation: relationOf(ANY_TRANSLATION) };
    return { journey, place: kin, sought: soughtOfKin, hearing: await hearOnce(journey, kin, soughtOfKin) };
  });
  for (;;) {
    const choice = chooseBetter() ?? chooseAnswer({ journey, place, sought, hearing });
    if (choice === undefined) {
      const hearMore = hearing.heard.length === 0 ? undefined : further.shift();
      if (hearMore === undefined) {
        await orAsKnown(journey.holders.refresh());
        const outcome = explainNoAnswer({ journey, place, sought, hearing });
        return seekInFamily({ journey, place, sought, hearing }, { outcome, go: (kin) => follow(journey, kin, chain) });
      }
      const hearLess = hear;
      hear = async () => hearMore(await hearLess());
      hearing = await hearMore(hearing);
    } else if (choice.kind !== 'heading') {
      return choice;
    } else {
      trace({ kind: 'decided', why: because('leads-on', { label: place.ibi.text, to: describePlace(choice.place) }) });
      const outcome = await follow(journey, choice.place, chain);
      if (outcome.kind === 'removed' && isOfMetadata(sought)) {
        return { kind: 'missing', ibi: place.ibi.text, what: 'metadata', path: undefined };
      }
      if (!isPassedOver(choice, outcome)) return outcome;
      const doubt = findDoubt(outcome, journey);
      if (doubt !== undefined) return doubt;
      trace({ kind: 'decided', why: because('passed-over', { label: choice.place.ibi.text }) });
      passedOver.add(choice.place.ibi.text);
      if (outcome.kind === 'unknown' || outcome.kind === 'reserved') journey.unknown.add(choice.place.ibi.text);
      // Nobody else was asked while this answer seemed to be enough.
      hearing = await hear();
    }
  }
};

/** Whether an answer led to an item that was removed, or that no Archive has. */
const isPassedOver = ({ isPassable }: Heading, { kind }: Resolution): boolean =>
  isPassable && (kind === 'removed' || kind === 'unknown' || kind === 'reserved');

/** An item that others name as theirs may be in an Archive that is switched off, of which it is not known what it has. */
const findDoubt = (outcome: Resolution, { retryAfterSeconds }: Journey): Resolution | undefined => {
  const away = outcome.kind === 'unknown' ? outcome.away.filter(({ state }) => state === 'excluded') : [];
  return outcome.kind === 'unknown' && away.length > 0
    ? { kind: 'uncertain', ibi: outcome.ibi, silent: away.map(switchedOff), retryAfterSeconds }
    : undefined;
};

const describePlace = ({ ibi, verbs }: Pick<Place, 'ibi' | 'verbs'>): string =>
  `${ibi.text}${formatModifiers(relationOf(verbs))}`;

/** Returns the verbs without languages; undefined if they name no language. */
const inAllLanguages = (verbs: VerbList): VerbList | undefined =>
  verbs.some((verb) => verb.kind === 'translation' && verb.language !== undefined)
    ? verbs.map((verb) => (verb.kind === 'translation' ? { ...verb, language: undefined } : verb))
    : undefined;

/** Decision 47: an item whose description was removed is there itself. */
const isOfMetadata = ({ relation }: Sought): boolean =>
  relation.length > 0 && relation.every(({ kind }) => kind === 'metadata');
