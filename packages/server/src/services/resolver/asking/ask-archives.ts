import { Refusal } from '@perene/api/refusals';
import type { Ibi, ReadUrlList, UrlRequest } from '@perene/core';
import type { ReadReservation } from '@perene/core/federation';
import type { MessageLimits } from '../../../ports/federation/messenger.ts';
import type { FirstHolders } from '../digests/first-holders.ts';
import type { HolderIndex } from '../digests/holders.ts';
import type { IncludedArchive, MemberDirectory } from '../members/member-directory.ts';
import type { LocationMemory } from './location-memory.ts';
import type { KnownArchive, Silent, TraceStep } from './outcome/resolution.ts';
import type { JudgeAnswer, Judgement } from './rank-answers.ts';
import type { ListReading } from './searching/read-list.ts';
import { Search } from './searching/search.ts';

/** What one Archive said: a list of URLs, or that it does not hold the item. */
export interface Heard {
  readonly archive: IncludedArchive;
  readonly list: ReadUrlList | undefined;
  /** Whether it is the same for everyone until the catalogue of this node changes. */
  readonly isLasting: boolean;
  readonly judgement?: Judgement | undefined;
}

/** What an Archive that knows the item said. */
export type HeardList = Heard & { readonly list: ReadUrlList };

/** The Archive of this process, which is asked without a network. */
export interface ArchiveHere {
  /** Its own label, and the address of its documents. */
  readonly archive: IncludedArchive;
  answer(query: string): Promise<LocalAnswer>;
}

export interface LocalAnswer {
  readonly body: string;
  readonly isLasting: boolean;
}

/** Limits requests to Archives that cannot be reached: one at a time tests whether they are back. */
export interface Circuits {
  mayAsk(archive: number): boolean;
  answered(archive: number): void;
  failed(archive: number): void;
  unheard(archive: number): void;
}

/** The Archives that can be asked, and what is known of them. */
export interface Reach extends ListReading {
  readonly directory: MemberDirectory;
  readonly holders: HolderIndex;
  readonly messenger: {
    send(archive: IncludedArchive, query: string, limits: MessageLimits): Promise<string>;
  };
  readonly local: ArchiveHere | undefined;
  readonly circuits: Circuits;
  readonly locations: LocationMemory;
  readonly firsts: Pick<FirstHolders, 'find' | 'learn'>;
  readonly limits: AskLimits;
  readonly judge: JudgeAnswer;
}

export interface AskLimits {
  /** The time limit of one message. */
  readonly messageMs: number;
  /** The time after which another holder is asked, too. */
  readonly hedgeMs: number;
  /** How long a better answer is waited for. */
  readonly graceMs: number;
  readonly maxAnswerBytes: number;
  /** How many Archives are asked at the same time if no holder is known. */
  readonly together: number;
  /**
   * With up to this many members, all are asked before a "no". With more, digests under a lease count for their
   * Archives.
   */
  readonly maxAskedForUnknown: number;
}

export interface Asking {
  readonly request: UrlRequest;
  /** Whether the answer is enough, so that no other Archive is asked. */
  readonly satisfies: (heard: HeardList, firstHolder: number | undefined) => boolean;
  /** How much an answer that is enough counts; less is better. */
  readonly rank: (heard: HeardList) => number;
  /** Whether all Archives that may hold the item are asked, whatever they answer. */
  readonly wantsAll: boolean;
  /** Milliseconds that are left. */
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

/** A label that an Archive keeps for an item to come. */
export interface ReservedThere extends ReadReservation {
  readonly archive: KnownArchive;
}

export interface Hearing {
  /** The answers of Archives that know the item: the best first, otherwise in the order in which they came. */
  readonly heard: readonly HeardList[];
  /** Archives that have reserved the label for an item that is not published. */
  readonly reserved?: readonly ReservedThere[];
  /** Archives that may hold the item and did not answer. */
  readonly silent: readonly Silent[];
  /** The first holder of the label, unless it gave the label up or all were asked. */
  readonly firstHolder: number | undefined;
  /** The Archives whose digests have the label, or that have reserved it, without those that say they lack the original. */
  readonly announcing: readonly string[];
  /** The Archives that say that they do not hold the original. */
  readonly without: ReadonlySet<string>;
}

/** Asks the Archives that may hold an item, the likeliest first, and no more than needed (decisions 35, 40 and 41). */
export type AskArchives = (asking: Asking) => Promise<Hearing>;

export const createAsking =
  (reach: Reach): AskArchives =>
  async (asking) => {
    const search = new Search(reach, asking);
    await search.run();
    return search.hearing();
  };

/**
 * Sends no Archive the same message again after it has answered, whatever the answer was, or failed to. A message that
 * was broken off may be sent again.
 */
export const rememberAnswers = ({ messenger, circuits, limits: { messageMs } }: Reach): Reach['messenger'] => {
  const answers = new Map<string, string | Refusal>();
  return {
    async send(archive, query, limits) {
      const key = `${archive.service} ${query}`;
      const known = answers.get(key);
      if (known instanceof Refusal) throw known;
      if (known !== undefined) return known;
      try {
        const answer = await messenger.send(archive, query, limits);
        circuits.answered(archive.number);
        answers.set(key, answer);
        return answer;
      } catch (error) {
        if (error instanceof Refusal && limits.signal?.aborted !== true) {
          noteFailure(circuits, archive.number, error, limits.deadlineMs === messageMs);
          answers.set(key, error);
        }
        throw error;
      }
    },
  };
};

/** An Archive that cannot tell now answers 503 (docs/protocol.md). */
export const silenceOf = ({ code, parameters }: Refusal): Silent['code'] => {
  if (code !== 'peer-refused') return 'unreachable';
  return 'status' in parameters && parameters.status === 503 ? 'unsure' : 'unreadable';
};

/**
 * Decision 42: an Archive that answers is there, whatever it answers. An Archive that had less time than others has not
 * failed.
 */
export const noteFailure = (circuits: Circuits, archive: number, error: unknown, hadItsTime: boolean): void => {
  if (!(error instanceof Refusal)) return;
  if (error.code === 'peer-refused') circuits.answered(archive);
  else if (error.code === 'peer-unreachable' && hadItsTime) circuits.failed(archive);
};

export const createUrlRequest = (
  ibi: Ibi,
  parts: Pick<UrlRequest, 'clientAddresses' | 'filePath' | 'verbs'>,
): UrlRequest => ({ subject: 'urlRequest', ibi, ...parts });
