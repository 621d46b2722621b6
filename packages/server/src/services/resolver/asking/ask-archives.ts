import { because, Refusal, type Said } from '@perene/api/refusals';
import { formatServiceRequest, type Ibi, type Label, type ReadUrlList, type UrlRequest } from '@perene/core';
import type { Messenger } from '../../../ports/messenger.ts';
import type { HolderIndex } from '../digests/holders.ts';
import type { IncludedArchive, MemberDirectory } from '../members/member-directory.ts';
import { describeUnread } from './describe-unread.ts';
import type { LocationMemory } from './location-memory.ts';
import { type IsServiceOf, readList } from './read-list.ts';
import type { Silent, TraceStep } from './resolution.ts';

/** What one Archive said: a list of URLs, or that it does not hold the item. */
interface Heard {
  readonly archive: IncludedArchive;
  readonly list: ReadUrlList | undefined;
  /** Whether it is the same for everyone until the catalogue of this node changes. */
  readonly isLasting: boolean;
}

/** What an Archive that knows the item said. */
export type HeardList = Heard & { readonly list: ReadUrlList };

/** The Archive of this process, which is asked without a network. */
export interface ArchiveHere {
  /** Its own label, and the address of its documents. */
  readonly archive: IncludedArchive;
  answer(query: string): Promise<LocalAnswer>;
}

interface LocalAnswer {
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
export interface Reach {
  readonly directory: MemberDirectory;
  readonly holders: HolderIndex;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly local: ArchiveHere | undefined;
  readonly circuits: Circuits;
  readonly locations: LocationMemory;
  readonly isServiceOf: IsServiceOf;
  readonly limits: AskLimits;
}

export interface AskLimits {
  /** The time limit of one message. */
  readonly messageMs: number;
  /** The time after which another holder is asked, too. */
  readonly hedgeMs: number;
  readonly maxAnswerBytes: number;
  /** How many Archives are asked at the same time if no holder is known. */
  readonly together: number;
  /**
   * With up to this many members, all are asked before a "no". With more, digests under a lease count for their
   * Archives.
   */
  readonly maxAskedForUnknown: number;
}

interface Asking {
  readonly request: UrlRequest;
  /** Whether the answer is enough, so that no other Archive is asked. */
  readonly satisfies: (heard: HeardList) => boolean;
  /** Whether all Archives that may hold the item are asked, whatever they answer. */
  readonly wantsAll: boolean;
  /** Milliseconds that are left. */
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

export interface Hearing {
  /** The answers of Archives that know the item, in the order in which they came. */
  readonly heard: readonly HeardList[];
  /** Archives that may hold the item and did not answer. */
  readonly silent: readonly Silent[];
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

class Search {
  readonly #reach: Reach;
  readonly #asking: Asking;
  readonly #query: string;
  readonly #stop = new AbortController();
  readonly #asked = new Set<number>();
  readonly #underWay = new Set<number>();
  readonly #heard: HeardList[] = [];
  readonly #silent: Silent[] = [];
  #isSatisfied = false;

  constructor(reach: Reach, asking: Asking) {
    this.#reach = reach;
    this.#asking = asking;
    this.#query = formatServiceRequest(asking.request);
  }

  hearing(): Hearing {
    return { heard: this.#heard, silent: this.#silent };
  }

  get #label(): Label {
    return this.#asking.request.ibi.text;
  }

  async run(): Promise<void> {
    const { local } = this.#reach;
    if (this.#asking.wantsAll) {
      await Promise.all([
        this.#askLocal(local, because('may-hold-original')),
        this.#askEverybody(because('may-hold-original')),
      ]);
      return;
    }
    await this.#askLocal(local, because('may-be-here'));
    await this.#askLikely();
    if (!this.#isDone) await this.#askEverybody(because('nobody-else-has-it'));
  }

  /** Asks the Archives that answered for this label before, or whose digests have it. */
  async #askLikely(): Promise<void> {
    if (this.#isDone) return;
    const { holders, locations } = this.#reach;
    const learned = locations.find(this.#label);
    const { named } = holders.holdersOf([this.#label]);
    await this.#askInTurn(this.#members([...(learned === undefined ? [] : [learned]), ...named]), learned);
  }

  async #askEverybody(why: Said): Promise<void> {
    const { directory, holders, limits, locations } = this.#reach;
    const included = directory.included();
    if (included.length <= limits.maxAskedForUnknown) return this.#askTogether(included, why);
    // Reads the announcements that any process has received up to now.
    await holders.refresh();
    const { named, open } = holders.holdersOf([this.#label]);
    const learned = locations.find(this.#label);
    return this.#askTogether(this.#members([...(learned === undefined ? [] : [learned]), ...named, ...open]), why);
  }

  /** Whether no other answer is needed. */
  get #isDone(): boolean {
    return this.#isSatisfied && !this.#asking.wantsAll;
  }

  #members(numbers: readonly number[]): readonly IncludedArchive[] {
    const unique = [...new Set(numbers)];
    return unique.flatMap((number) => this.#reach.directory.byNumber(number) ?? []);
  }

  async #askLocal(local: ArchiveHere | undefined, why: Said): Promise<void> {
    if (local === undefined) return;
    await this.#ask(local.archive, why, () => local.answer(this.#query));
  }

  /** Asks one after the other. If one is slow, asks the next as well; if one fails, asks the next at once. */
  async #askInTurn(archives: readonly IncludedArchive[], learned: number | undefined): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const archive of archives) {
      if (this.#isDone) break;
      if (archive.isLocal || this.#asked.has(archive.number)) continue;
      const why = because(archive.number === learned ? 'answered-before' : 'digest-names-it');
      const asked: Promise<void> = this.#send(archive, why).finally(() => running.delete(asked));
      running.add(asked);
      await Promise.race([...running, pause(this.#reach.limits.hedgeMs)]);
    }
    while (running.size > 0 && !this.#isDone) await Promise.race([...running, this.#whenDone]);
    this.#stopIfDone();
  }

  async #askTogether(archives: readonly IncludedArchive[], why: Said): Promise<void> {
    const waiting = archives.filter(({ isLocal, number }) => !isLocal && !this.#asked.has(number));
    const run = async (): Promise<void> => {
      for (let archive = waiting.shift(); archive !== undefined && !this.#isDone; archive = waiting.shift()) {
        await this.#send(archive, why);
      }
    };
    const runs = Array.from({ length: Math.min(this.#reach.limits.together, waiting.length) }, run);
    await Promise.race([Promise.all(runs), this.#whenDone]);
    this.#stopIfDone();
  }

  #stopIfDone(): void {
    if (!this.#isDone) return;
    for (const archive of this.#underWay) this.#reach.circuits.unheard(archive);
    this.#stop.abort();
  }

  #resolveDone: () => void = () => undefined;
  readonly #whenDone = new Promise<void>((resolve) => {
    this.#resolveDone = resolve;
  });

  #send(archive: IncludedArchive, why: Said): Promise<void> {
    const { messenger, circuits, limits } = this.#reach;
    const deadlineMs = Math.min(limits.messageMs, this.#asking.leftMs());
    if (deadlineMs <= 0) return this.#miss(archive, 'no-time-left', because('no-time-left'));
    if (!circuits.mayAsk(archive.number)) return this.#miss(archive, 'quiet', because('silent-lately'));
    return this.#ask(archive, why, async () => {
      this.#underWay.add(archive.number);
      try {
        const body = await messenger.send(archive, this.#query, {
          deadlineMs,
          maxBytes: limits.maxAnswerBytes,
          signal: this.#stop.signal,
        });
        circuits.answered(archive.number);
        return { body, isLasting: false };
      } catch (error) {
        if (!this.#stop.signal.aborted) noteFailure(circuits, archive.number, error, deadlineMs === limits.messageMs);
        throw error;
      } finally {
        this.#underWay.delete(archive.number);
      }
    });
  }

  async #ask(archive: IncludedArchive, why: Said, send: () => Promise<LocalAnswer>): Promise<void> {
    if (this.#asked.has(archive.number)) return;
    this.#asked.add(archive.number);
    const { trace } = this.#asking;
    const start = performance.now();
    trace({ kind: 'asked', archive, query: this.#query, why });
    try {
      const { body, isLasting } = await send();
      trace({ kind: 'answered', archive, milliseconds: performance.now() - start, body });
      const { isServiceOf } = this.#reach;
      const list = readList(body, { archive, ibi: this.#asking.request.ibi, isServiceOf });
      if (list !== undefined && list.unread.length > 0) trace(describeUnread(archive, list));
      this.#hear({ archive, list, isLasting });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#stop.signal.aborted) return;
      await this.#miss(archive, silenceOf(error), error, performance.now() - start);
    }
  }

  #hear({ list, ...heard }: Heard): void {
    const { locations } = this.#reach;
    if (list === undefined) {
      if (locations.find(this.#label) === heard.archive.number) locations.forget(this.#label);
      return;
    }
    const known = { ...heard, list };
    this.#heard.push(known);
    if (this.#isSatisfied || !this.#asking.satisfies(known)) return;
    this.#isSatisfied = true;
    if (this.#isDone) this.#resolveDone();
  }

  /** Notes an Archive that did not answer, because a missing answer is never a "no". */
  async #miss(archive: IncludedArchive, code: Silent['code'], why: Said, milliseconds = 0): Promise<void> {
    this.#asked.add(archive.number);
    const { address, service } = archive;
    this.#asking.trace({ kind: 'failed', archive, milliseconds, why });
    this.#silent.push({ address, service, code, because: why });
  }
}

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

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

export const createUrlRequest = (
  ibi: Ibi,
  parts: Pick<UrlRequest, 'clientAddresses' | 'filePath' | 'verbs'>,
): UrlRequest => ({ subject: 'urlRequest', ibi, ...parts });
