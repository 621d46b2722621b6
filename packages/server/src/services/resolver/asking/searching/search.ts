import { because, Refusal, type Said } from '@perene/api/refusals';
import { formatServiceRequest, type Label } from '@perene/core';
import { type ReadReservation, readReservation } from '@perene/core/federation';
import { pause } from '../../../../concurrency/pause.ts';
import { type IncludedArchive, isAlone } from '../../members/member-directory.ts';
import { orAsKnown } from '../../members/or-as-known.ts';
import {
  type ArchiveHere,
  type Asking,
  type Heard,
  type HeardList,
  type Hearing,
  type LocalAnswer,
  type Reach,
  silenceOf,
} from '../ask-archives.ts';
import { describeUnread } from '../outcome/describe-unread.ts';
import type { Silent } from '../outcome/resolution.ts';
import { isOfLabel, type Judgement, possibleRank, RANKS, rankOf } from '../rank-answers.ts';
import { expectedHolders, membersOf } from './expected-holders.ts';
import { readList } from './read-list.ts';
import { Reservations } from './reservations.ts';

const known = ({ address, service }: IncludedArchive) => ({ address, service });

export class Search {
  readonly #reach: Reach;
  readonly #asking: Asking;
  readonly #query: string;
  readonly #stop = new AbortController();
  readonly #asked = new Set<number>();
  readonly #underWay = new Set<number>();
  readonly #heard: HeardList[] = [];
  readonly #silent: Silent[] = [];
  readonly #reserved = new Reservations();
  readonly #without = new Set<string>();
  readonly #ranks = new Map<HeardList, number>();
  readonly #answered = new Set<number>();
  #best = Number.POSITIVE_INFINITY;
  #known: readonly IncludedArchive[] | undefined;
  #isGraceOver = false;

  constructor(reach: Reach, asking: Asking) {
    this.#reach = reach;
    this.#asking = asking;
    this.#query = formatServiceRequest(asking.request);
  }

  hearing(): Hearing {
    const rank = (one: HeardList): number => this.#ranks.get(one) ?? RANKS.copy;
    const heard = this.#heard.filter(this.#isLeft).toSorted((one, other) => rank(one) - rank(other));
    const { named } = this.#reach.holders.holdersOf([this.#label]);
    const announcing = [...this.#members(named).map(({ service }) => service), ...this.#reserved.services];
    return {
      heard,
      silent: this.#silent,
      reserved: this.#reserved.all,
      firstHolder: this.#first,
      announcing: announcing.filter((service) => !this.#without.has(service)),
      without: this.#without,
    };
  }

  readonly #isLeft = (one: HeardList): boolean =>
    !this.#reserved.outweigh(one, (state) => this.#raised(one.archive, rankOf(this.#asking.request.ibi, one, state)));

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
    await this.#findFirst();
    await this.#askLocal(local, because('may-be-here'));
    if (this.#best < Number.POSITIVE_INFINITY && !this.#isDone) {
      await this.#askTogether(this.#expected.filter(this.#mayBeBetter), because('may-hold-original'));
    }
    await this.#askLikely();
    if (!this.#isDone) await this.#askEverybody(because('nobody-else-has-it'));
  }

  async #findFirst(): Promise<void> {
    const { directory, firsts, locations, local } = this.#reach;
    if (isAlone(directory) || (local && isOfLabel(this.#asking.request.ibi, local.archive))) return;
    this.#first = (await firsts.find(this.#label))?.archive;
    if (this.#first !== undefined && locations.find(this.#label) === undefined) {
      locations.learn(this.#label, this.#first);
    }
  }

  async #askLikely(): Promise<void> {
    if (this.#isDone) return;
    const { holders, locations } = this.#reach;
    const learned = this.#first ?? locations.find(this.#label);
    const { named } = holders.holdersOf([this.#label]);
    const likely = this.#members([...(learned === undefined ? [] : [learned]), ...named]);
    await this.#askInTurn(this.#withFirst(likely), learned);
  }

  async #askEverybody(why: Said): Promise<void> {
    const { directory, holders, limits, locations } = this.#reach;
    // Reads the members, and then the announcements, that any process has received up to now.
    await orAsKnown(directory.refresh());
    const included = directory.included();
    if (included.length <= limits.maxAskedForUnknown) return this.#askTogether(included, why);
    await orAsKnown(holders.refresh());
    const { named, open } = holders.holdersOf([this.#label]);
    return this.#askTogether(this.#members([locations.find(this.#label) ?? [], named, open].flat(2)), why);
  }

  get #isDone(): boolean {
    return this.#best < Number.POSITIVE_INFINITY && !this.#asking.wantsAll && !this.#isBetterExpected;
  }

  /** Decision 56: whether a better answer may still come from an Archive that is known to hold the item. */
  get #isBetterExpected(): boolean {
    if (this.#best <= RANKS.proved || this.#isGraceOver) return false;
    return this.#expected.some(this.#mayBeBetter);
  }

  /** What is expected of an Archive may be signed, and the log may not have heard of it yet. */
  readonly #mayBeBetter = (archive: IncludedArchive): boolean => {
    const rank = Math.min(RANKS.logged, possibleRank(this.#asking.request.ibi, archive, this.#judgement));
    return !this.#answered.has(archive.number) && this.#raised(archive, rank) < this.#best;
  };

  #first: number | undefined;

  #raised({ number }: IncludedArchive, rank: number): number {
    return rank >= RANKS.logged && rank <= RANKS.original && number === this.#first ? RANKS.first : rank;
  }

  get #expected(): readonly IncludedArchive[] {
    this.#known ??= expectedHolders(this.#reach, this.#asking.request.ibi, this.#first);
    return this.#known;
  }

  /** Puts the Archive that the label names before the others. */
  #withFirst(archives: readonly IncludedArchive[]): readonly IncludedArchive[] {
    const { ibi } = this.#asking.request;
    return archives.toSorted((one, other) => Number(isOfLabel(ibi, other)) - Number(isOfLabel(ibi, one)));
  }

  #members(numbers: readonly number[]): readonly IncludedArchive[] {
    return membersOf(this.#reach, numbers);
  }

  async #askLocal(local: ArchiveHere | undefined, why: Said): Promise<void> {
    if (local === undefined) return;
    await this.#ask(local.archive, why, async () => {
      const { body, isLasting } = await local.answer(this.#query);
      // Another Archive may come back, to which a label that was not made here belongs.
      const isOurs = isOfLabel(this.#asking.request.ibi, local.archive) || isAlone(this.#reach.directory);
      return { body, isLasting: isLasting && isOurs };
    });
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
        const { signal } = this.#stop;
        const body = await messenger.send(archive, this.#query, {
          deadlineMs,
          maxBytes: limits.maxAnswerBytes,
          signal,
        });
        return { body, isLasting: false };
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
    trace({ kind: 'asked', archive: known(archive), query: this.#query, why });
    try {
      const { body, isLasting } = await send();
      trace({ kind: 'answered', archive: known(archive), milliseconds: performance.now() - start, body });
      const answer = readList(body, { archive, ibi: this.#asking.request.ibi, reading: this.#reach });
      const reservation = answer && readReservation(answer);
      if (reservation) this.#reserve(archive, reservation);
      const list = reservation ? undefined : answer;
      if (list !== undefined && list.unread.length > 0) trace(describeUnread(archive, list));
      const judgement = await this.#judge(archive, list);
      this.#answered.add(archive.number);
      this.#hear({ archive, list, isLasting, judgement });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#stop.signal.aborted) return;
      await this.#miss(archive, silenceOf(error), error, performance.now() - start);
    } finally {
      this.#answered.add(archive.number);
      if (this.#isDone) this.#resolveDone();
    }
  }

  #judgement: Judgement | undefined;

  async #judge(archive: IncludedArchive, list: Heard['list']): Promise<Judgement | undefined> {
    if (list === undefined || this.#asking.wantsAll) return undefined;
    // Nobody has more right to a label that was made here.
    if (archive.isLocal && isOfLabel(this.#asking.request.ibi, archive)) return undefined;
    this.#judgement = await this.#reach.judge(this.#asking.request.ibi, { archive, list });
    if (this.#judgement?.copy === 'other') {
      this.#asking.trace({ kind: 'decided', why: because('copy-altered', { address: archive.address }) });
    }
    return this.#judgement;
  }

  #hear({ list, ...heard }: Heard): void {
    const { locations } = this.#reach;
    const isGivenUp = list === undefined || list.related.get('')?.state === 'Copy';
    if (isGivenUp && !this.#reserved.services.includes(heard.archive.service)) this.#without.add(heard.archive.service);
    if (heard.archive.number === this.#first && isGivenUp) this.#first = undefined;
    if (list === undefined) {
      if (locations.find(this.#label) === heard.archive.number) locations.forget(this.#label);
      return;
    }
    const told = { ...heard, list };
    this.#heard.push(told);
    if (!this.#asking.satisfies(told, this.#first) || !this.#isLeft(told)) return;
    const rank = this.#raised(told.archive, this.#asking.rank(told));
    this.#ranks.set(told, rank);
    const isFirst = this.#best === Number.POSITIVE_INFINITY;
    this.#best = Math.min(this.#best, rank);
    if (!isFirst || this.#asking.wantsAll || this.#isDone) return;
    setTimeout(() => {
      this.#isGraceOver = true;
      this.#resolveDone();
    }, this.#reach.limits.graceMs).unref();
  }

  #reserve(archive: IncludedArchive, reservation: ReadReservation): void {
    const rank = this.#raised(archive, possibleRank(this.#asking.request.ibi, archive, undefined));
    this.#reserved.add(archive, reservation, rank);
    if (!this.#heard.some(this.#isLeft)) this.#best = Number.POSITIVE_INFINITY;
  }

  /** Notes an Archive that did not answer, because a missing answer is never a "no". */
  async #miss(archive: IncludedArchive, code: Silent['code'], why: Said, milliseconds = 0): Promise<void> {
    this.#asked.add(archive.number);
    this.#answered.add(archive.number);
    this.#asking.trace({ kind: 'failed', archive: known(archive), milliseconds, why });
    this.#silent.push({ ...known(archive), code, because: why });
  }
}
