import { formatServiceRequest, type Ibi, parseUrlList, type UrlList, type UrlRequest } from '@perene/core';
import type { ArchiveMessenger } from '../../ports/archive-messenger.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { HolderIndex } from './holder-index.ts';
import type { LocationMemory } from './location-memory.ts';
import type { IncludedArchive, MemberDirectory } from './member-directory.ts';
import type { TraceStep } from './resolution.ts';

/** What one Archive said: a list of URLs, or that it does not hold the item. */
export interface Heard {
  readonly archive: IncludedArchive;
  readonly list: UrlList | undefined;
  /** The same for everyone until the catalogue of this node changes. */
  readonly isLasting: boolean;
}

interface Silence {
  readonly archive: IncludedArchive;
  readonly reason: string;
}

/** The Archive of this very process, which is asked without a network. */
export interface LocalArchive {
  /** Its own label, and where its documents are. */
  readonly archive: IncludedArchive;
  answer(query: string): Promise<LocalAnswer>;
}

interface LocalAnswer {
  readonly body: string;
  readonly isLasting: boolean;
}

/** Archives that fail are asked less: only one request at a time tries whether they are back. */
interface Circuits {
  mayAsk(archive: number): boolean;
  answered(archive: number): void;
  failed(archive: number): void;
}

export interface AskNeeds {
  readonly directory: MemberDirectory;
  readonly holders: HolderIndex;
  readonly messenger: ArchiveMessenger;
  readonly local: LocalArchive | undefined;
  readonly circuits: Circuits;
  readonly locations: LocationMemory;
  readonly limits: AskLimits;
}

export interface AskLimits {
  /** For one message. */
  readonly messageMs: number;
  /** After which another holder is asked, too. */
  readonly hedgeMs: number;
  readonly maxAnswerBytes: number;
  /** Asked at the same time where nobody is known to hold the item. */
  readonly together: number;
  /** Beyond so many members, digests alone decide that nobody holds an item. */
  readonly maxAskedForUnknown: number;
}

export interface Asking {
  readonly request: UrlRequest;
  /** Whether the answer is what was sought: then nobody else is asked. */
  readonly satisfies: (heard: Heard) => boolean;
  /** All that may hold it are heard, whatever they say. */
  readonly wantsAll: boolean;
  /** Milliseconds that are left. */
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

export interface Hearing {
  readonly satisfying: Heard | undefined;
  /** Lists of those that know the item, in the order in which they came. */
  readonly heard: readonly Heard[];
  /** Those that may hold it, and did not say. */
  readonly silent: readonly Silence[];
  /** There were too many to ask them all: digests speak for the others, but for what came in the last minutes. */
  readonly isCut: boolean;
}

/** Asks those that may hold an item, the likeliest first, and no more than needed (decision 35). */
export const askArchives = async (needs: AskNeeds, asking: Asking): Promise<Hearing> => {
  const search = new Search(needs, asking);
  await search.run();
  return search.hearing();
};

class Search {
  readonly #needs: AskNeeds;
  readonly #asking: Asking;
  readonly #query: string;
  readonly #stop = new AbortController();
  readonly #asked = new Set<number>();
  readonly #heard: Heard[] = [];
  readonly #silent: Silence[] = [];
  #satisfying: Heard | undefined;
  #isCut = false;

  constructor(needs: AskNeeds, asking: Asking) {
    this.#needs = needs;
    this.#asking = asking;
    this.#query = formatServiceRequest(asking.request);
  }

  hearing(): Hearing {
    const heard = this.#heard.filter(({ list }) => list !== undefined);
    return { satisfying: this.#satisfying, heard, silent: this.#silent, isCut: this.#isCut };
  }

  async run(): Promise<void> {
    const { local, locations } = this.#needs;
    const { ibi } = this.#asking.request;
    const { named, open } = this.#needs.holders.holdersOf([ibi.text]);
    const learned = locations.find(ibi.text);
    const likely = this.#members([...(learned === undefined ? [] : [learned]), ...named]);
    if (this.#asking.wantsAll) {
      const holders = this.#members([...likely.map(({ number }) => number), ...open]);
      await Promise.all([
        this.#askLocal(local, 'it may hold the original'),
        this.#askTogether(holders, { why: 'it may hold the original', isHolder: true }),
        this.#askOthers(holders, 'it may have got the original just now'),
      ]);
      return;
    }
    await this.#askLocal(local, 'it is here');
    await this.#askInTurn(likely, learned);
    if (this.#isDone) return;
    await this.#askTogether(this.#members(open), { why: 'what it holds is not known', isHolder: true });
    // A holder that is known and silent leaves nothing to be found out from others.
    if (!this.#isDone && this.#silent.length === 0) await this.#askOthers([], 'nobody else has what is sought');
  }

  /** A digest is a minute old, or more: what came since then is not in it. */
  async #askOthers(holders: readonly IncludedArchive[], why: string): Promise<void> {
    const { directory, limits } = this.#needs;
    const numbers = new Set(holders.map(({ number }) => number));
    const others = directory.included().filter(({ number }) => !numbers.has(number));
    if (others.length <= limits.maxAskedForUnknown) await this.#askTogether(others, { why, isHolder: false });
    else this.#isCut = true;
  }

  /** Nobody else needs to be heard. */
  get #isDone(): boolean {
    return this.#satisfying !== undefined && !this.#asking.wantsAll;
  }

  #members(numbers: readonly number[]): readonly IncludedArchive[] {
    const unique = [...new Set(numbers)];
    return unique.flatMap((number) => this.#needs.directory.byNumber(number) ?? []).filter(({ isLocal }) => !isLocal);
  }

  async #askLocal(local: LocalArchive | undefined, why: string): Promise<void> {
    if (local === undefined) return;
    await this.#ask(local.archive, { why, isHolder: true }, () => local.answer(this.#query));
  }

  /** One after the other; whoever is slow gets company, and whoever fails is followed at once. */
  async #askInTurn(archives: readonly IncludedArchive[], learned: number | undefined): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const archive of archives) {
      if (this.#isDone) return;
      const why = archive.number === learned ? 'it answered for this label before' : 'its digest names the label';
      const asked: Promise<void> = this.#send(archive, { why, isHolder: true }).finally(() => running.delete(asked));
      running.add(asked);
      await Promise.race([...running, pause(this.#needs.limits.hedgeMs)]);
    }
    while (running.size > 0 && !this.#isDone) await Promise.race(running);
    this.#stopIfDone();
  }

  async #askTogether(archives: readonly IncludedArchive[], how: How): Promise<void> {
    const waiting = archives.filter(({ isLocal, number }) => !isLocal && !this.#asked.has(number));
    const run = async (): Promise<void> => {
      for (let archive = waiting.shift(); archive !== undefined && !this.#isDone; archive = waiting.shift()) {
        await this.#send(archive, how);
      }
    };
    const runs = Array.from({ length: Math.min(this.#needs.limits.together, waiting.length) }, run);
    await Promise.race([Promise.all(runs), this.#whenDone]);
    this.#stopIfDone();
  }

  #stopIfDone(): void {
    if (this.#isDone) this.#stop.abort();
  }

  #resolveDone: () => void = () => undefined;
  readonly #whenDone = new Promise<void>((resolve) => {
    this.#resolveDone = resolve;
  });

  #send(archive: IncludedArchive, how: How): Promise<void> {
    const { messenger, limits } = this.#needs;
    const deadlineMs = Math.min(limits.messageMs, this.#asking.leftMs());
    return this.#ask(archive, how, () => {
      if (deadlineMs <= 0) throw new Refusal('peer-unreachable', 'there was no time left to ask it');
      return messenger.send(archive, this.#query, {
        deadlineMs,
        maxBytes: limits.maxAnswerBytes,
        signal: this.#stop.signal,
      });
    });
  }

  async #ask(
    archive: IncludedArchive,
    { why, isHolder }: How,
    send: () => Promise<string | LocalAnswer>,
  ): Promise<void> {
    if (this.#asked.has(archive.number)) return;
    this.#asked.add(archive.number);
    const { circuits } = this.#needs;
    const { trace } = this.#asking;
    const start = performance.now();
    if (!circuits.mayAsk(archive.number)) {
      this.#miss(archive, isHolder, 'it has not answered lately', start);
      return;
    }
    trace({ kind: 'asked', archive, query: this.#query, why });
    try {
      const answer = await send();
      const { body, isLasting } = typeof answer === 'string' ? { body: answer, isLasting: false } : answer;
      const list = readList(body);
      circuits.answered(archive.number);
      trace({ kind: 'answered', archive, milliseconds: performance.now() - start, body });
      this.#hear({ archive, list, isLasting });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#stop.signal.aborted) return;
      circuits.failed(archive.number);
      this.#miss(archive, isHolder, error.message, start);
    }
  }

  #hear(heard: Heard): void {
    this.#heard.push(heard);
    if (heard.list === undefined || this.#satisfying !== undefined || !this.#asking.satisfies(heard)) return;
    this.#satisfying = heard;
    if (this.#isDone) this.#resolveDone();
  }

  /** A digest that does not name the label has spoken for its Archive. */
  #miss(archive: IncludedArchive, isHolder: boolean, reason: string, start: number): void {
    this.#asking.trace({ kind: 'failed', archive, milliseconds: performance.now() - start, reason });
    if (isHolder) this.#silent.push({ archive, reason });
  }
}

interface How {
  readonly why: string;
  /** It may hold the item: without its answer nobody can say that the item is unknown. */
  readonly isHolder: boolean;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

const readList = (body: string): UrlList | undefined => {
  const list = parseUrlList(body);
  if (list.ok) return list.value;
  throw new Refusal('peer-refused', `its answer cannot be read: expected ${list.expected}`);
};

export const createUrlRequest = (
  ibi: Ibi,
  parts: Pick<UrlRequest, 'clientAddresses' | 'filePath' | 'verbs'>,
): UrlRequest => ({ subject: 'urlRequest', ibi, ...parts });
