import { type Refusal, refuse } from '@perene/api/refusals';
import { createSequence, type Sequence, type Template } from '@perene/core/noid';
import type { IdentifierRecord, MinterProgress, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { circulationOf, isLongTerm, type MinterWork, pastOf, templateOf } from '../minters/minter-work.ts';
import { refuseLargeValue, refuseUnkeptName } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { createPepper, withPepper } from './pepper.ts';

export interface MintRequest {
  readonly count: number;
  readonly isPeppered?: boolean;
  /** Elements to bind to each identifier. */
  readonly elements?: readonly { readonly element: string; readonly value: Uint8Array }[];
}

export interface Minted {
  /** The identifiers, each with its pepper if it has one, which is shown only here. */
  readonly ids: readonly string[];
  /** Why there are fewer than were asked for. */
  readonly stopped: Refusal | undefined;
}

const CANDIDATES_PER_STATEMENT = 1_000;

/**
 * Mints first the identifiers that are due in the queue, then the next ones in the order of the template, in the
 * caller's transaction.
 */
export const mintIdentifiers = async (
  minter: MinterWriting,
  work: MinterWork,
  request: MintRequest,
): Promise<Minted> => {
  const { definition } = minter;
  if (definition.template === '' || definition.template === '0') {
    throw refuse('minter-binds-only', { reason: 'mint' });
  }
  const template = templateOf(definition);
  const progress = await minter.progress();
  for (const { element, value } of request.elements ?? []) {
    refuseUnkeptName(element, 'element');
    refuseLargeValue(value);
  }
  const minting = new Minting(minter, work, { template, progress, request });
  return minting.run();
};

/** One mint request. */
class Minting {
  readonly #minter: MinterWriting;
  readonly #work: MinterWork;
  readonly #total: number;
  readonly #request: MintRequest;
  /** Undefined in a minter without a mask, which issues only what was queued. */
  readonly #sequence: Sequence | undefined;
  readonly #date: string;
  readonly #isLong: boolean;
  readonly #ids: string[] = [];
  #progress: MinterProgress;
  #issued: number;
  #stopped: Refusal | undefined;

  constructor(
    minter: MinterWriting,
    work: MinterWork,
    start: { readonly template: Template; readonly progress: MinterProgress; readonly request: MintRequest },
  ) {
    const { naan, term, seed } = minter.definition;
    this.#minter = minter;
    this.#work = work;
    this.#total = Number(start.template.total ?? Number.POSITIVE_INFINITY);
    this.#request = start.request;
    this.#progress = start.progress;
    this.#issued = start.progress.sequence.issued;
    if (start.template.kind === 'minting') {
      const { template } = start;
      const state = start.progress.sequence;
      this.#sequence = createSequence({ template, naan, wraps: term === 'short', seed, state });
    }
    this.#date = formatLocalTime(work.clock.now());
    this.#isLong = isLongTerm(minter.definition);
  }

  async run(): Promise<Minted> {
    await this.#takeFromQueue();
    while (this.#missing > 0 && this.#stopped === undefined) {
      if (this.#minter.definition.term === 'short') await this.#generateAgain();
      else await this.#generateNew();
    }
    await this.#minter.saveProgress({
      ...this.#progress,
      sequence: this.#sequence?.state() ?? this.#progress.sequence,
      mints: this.#progress.mints + this.#ids.length,
    });
    if (this.#ids.length > 0) await this.#minter.countMints(this.#date.slice(0, 8), this.#ids.length);
    return { ids: this.#ids, stopped: this.#stopped };
  }

  get #missing(): number {
    return this.#request.count - this.#ids.length;
  }

  async #takeFromQueue(): Promise<void> {
    while (this.#missing > 0) {
      const entries = await this.#minter.queue(Math.min(this.#missing, CANDIDATES_PER_STATEMENT));
      if (entries.length === 0) this.#progress = { ...this.#progress, firstNumber: 1 };
      const ripe = entries.filter(({ date }) => date <= this.#date);
      for (const { id } of ripe) await this.#takeOut(id);
      if (ripe.length < entries.length || entries.length === 0) return;
    }
  }

  async #takeOut(id: string): Promise<void> {
    await this.#minter.removeFromQueue(id);
    this.#progress = { ...this.#progress, queued: this.#progress.queued - 1 };
    const record = await this.#minter.record(id);
    if (record?.isHeld === true) {
      if (this.#isLong) {
        this.#work.log({ kind: 'held-in-queue', id });
      }
      await this.#minter.saveRecord({ ...record, status: `u${record.status.charAt(0)}` });
      return;
    }
    await this.#issueAgain({ record: this.#newRecord(id, this.#issued), before: record });
  }

  /** Skips identifiers that have a record: they are held, queued or unqueued, or were issued. */
  async #generateNew(): Promise<void> {
    const candidates: IdentifierRecord[] = [];
    const wanted = Math.min(this.#missing, CANDIDATES_PER_STATEMENT);
    while (candidates.length < wanted && this.#stopped === undefined) {
      const id = this.#generate();
      if (id !== undefined) candidates.push(this.#newRecord(id, this.#issued));
    }
    const peppers = this.#request.isPeppered === true ? candidates.map(() => createPepper(this.#work.secrets)) : [];
    const records = candidates.map((record, index) => this.#pepperRecord(record, peppers[index]));
    const added = await this.#minter.addRecords(records);
    for (const [index, record] of records.entries()) {
      if (added.has(record.id)) await this.#issue(record, peppers[index]);
      else await this.#logSkipped(record.id);
    }
    if (this.#isLong) this.#progress = { ...this.#progress, held: this.#progress.held + added.size };
  }

  /** A short-term minter begins anew when all are issued, so it issues identifiers that have a record. */
  async #generateAgain(): Promise<void> {
    const total = this.#total;
    const rounds = total * 2;
    let skipped = 0;
    while (this.#missing > 0 && this.#stopped === undefined) {
      const wasExhausted = this.#issued >= total;
      if (wasExhausted) {
        this.#issued = 0;
        this.#work.log({ kind: 'counter-reset', date: this.#date });
      }
      // The look-up ends with the sequence, so that no identifier comes twice in it.
      const wanted = Math.min(this.#missing, CANDIDATES_PER_STATEMENT, total - this.#issued);
      const ids: { readonly id: string; readonly position: number }[] = [];
      while (ids.length < wanted) {
        const id = this.#generate();
        if (id === undefined) return;
        ids.push({ id, position: this.#issued });
      }
      const before = await this.#minter.records(ids.map(({ id }) => id));
      for (const { id, position } of ids) {
        const record = before.get(id);
        if (record !== undefined && (record.isHeld || !record.status.startsWith('i'))) {
          skipped += 1;
          continue;
        }
        skipped = 0;
        await this.#issueAgain({ record: this.#newRecord(id, position), before: record });
      }
      if (skipped >= rounds) this.#stop(refuse('identifiers-held', { total }));
    }
  }

  #generate(): string | undefined {
    if (this.#sequence === undefined) {
      // The original logs nothing here.
      this.#stopped = refuse('minter-binds-only', { reason: 'no-counters', issued: this.#issued });
      return undefined;
    }
    const answer = this.#sequence.next();
    if (answer.ok) {
      this.#issued += 1;
      return answer.value;
    }
    if (answer.problem === 'noid/exhausted') {
      this.#stop(refuse('identifiers-exhausted', { limit: String(this.#sequence.state().issued) }));
    } else {
      this.#stop(refuse('minter-damaged'));
    }
    return undefined;
  }

  #stop(refusal: Refusal): void {
    this.#work.log({ kind: 'stopped', refusal });
    this.#stopped = refusal;
  }

  #newRecord(id: string, position: number): IdentifierRecord {
    return {
      id,
      status: 'i',
      date: this.#date,
      contact: this.#work.contact,
      position,
      isHeld: this.#isLong,
      pepper: undefined,
    };
  }

  #pepperRecord(record: IdentifierRecord, pepper: string | undefined): IdentifierRecord {
    return pepper === undefined ? record : { ...record, pepper: this.#work.secrets.sha256(pepper) };
  }

  async #issueAgain(again: {
    readonly record: IdentifierRecord;
    readonly before: IdentifierRecord | undefined;
  }): Promise<void> {
    const { before } = again;
    const pepper = this.#request.isPeppered === true ? createPepper(this.#work.secrets) : undefined;
    const record = {
      ...this.#pepperRecord(again.record, pepper),
      status: `i${before?.status.charAt(0) ?? ''}`,
    };
    await this.#minter.saveRecord(record);
    // The name now means something else. What was bound before the first issue was meant for it, and stays.
    if (before?.status.includes('i') === true) await this.#removeBindings(record.id);
    if (this.#isLong) this.#progress = { ...this.#progress, held: this.#progress.held + 1 };
    await this.#issue(record, pepper);
  }

  async #removeBindings(id: string): Promise<void> {
    const bound = await this.#minter.elements(id);
    if (bound.length === 0) return;
    await this.#minter.removeElements([id]);
    await this.#minter.keepPast(bound.map(({ element }) => pastOf(this.#work, { id, element, value: undefined })));
  }

  async #issue(record: IdentifierRecord, pepper: string | undefined): Promise<void> {
    const elements = (this.#request.elements ?? []).map((bound) => ({ id: record.id, ...bound }));
    if (elements.length > 0) {
      await this.#minter.saveElements(elements);
      await this.#minter.keepPast(elements.map((bound) => pastOf(this.#work, bound)));
    }
    if (this.#isLong) this.#work.log({ kind: 'circulation', circulation: circulationOf(record) });
    this.#ids.push(pepper === undefined ? record.id : withPepper(record.id, pepper));
  }

  async #logSkipped(id: string): Promise<void> {
    const record = await this.#minter.record(id);
    if (record === undefined || record.isHeld) return;
    const circulation = circulationOf(record);
    if (record.status.startsWith('i')) {
      this.#work.log({ kind: 'not-issued-again', id, circulation });
    } else if (record.status.startsWith('u')) {
      this.#work.log({ kind: 'unqueued-issued', id, circulation });
    } else if (this.#isLong) {
      this.#work.log({ kind: 'queued-passed-over', id, circulation });
    }
  }
}
