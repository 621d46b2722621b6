import { createSequence, type MintingTemplate, type Sequence } from '@perene/core/noid';
import type { IdentifierRecord, MinterProgress, MinterWriting } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { refuseLargeValue, refuseUnkeptName } from './check-identifiers.ts';
import { formatLocalTime } from './local-time.ts';
import { circulationOf, isLongTerm, type MinterWork, templateOf } from './minter-work.ts';
import { createPepper, withPepper } from './pepper.ts';

export interface MintRequest {
  readonly count: number;
  readonly isPeppered?: boolean;
  /** Bound to each of them. */
  readonly elements?: readonly { readonly element: string; readonly value: Uint8Array }[];
}

export interface Minted {
  /** Each with its pepper, if it has one: it is told only here. */
  readonly ids: readonly string[];
  /** Why there are fewer than were asked for. */
  readonly stopped: Refusal | undefined;
}

const CANDIDATES_PER_STATEMENT = 1_000;

/** First what is ripe in the queue, then what the order of the template gives next. All in the caller's transaction. */
export const mintIdentifiers = async (
  minter: MinterWriting,
  work: MinterWork,
  request: MintRequest,
): Promise<Minted> => {
  const { definition } = minter;
  if (definition.template === '' || definition.template === '0') {
    throw new Refusal(
      'minter-binds-only',
      'this minter does not generate identifiers (it does accept user-defined identifier and element bindings).',
    );
  }
  const template = templateOf(definition);
  const progress = await minter.progress();
  if (template.kind === 'binding') {
    throw new Refusal(
      'minter-binds-only',
      `no active counters panic, but ${progress.sequence.issued} identifiers left?`,
    );
  }
  for (const { element, value } of request.elements ?? []) {
    refuseUnkeptName(element, 'the element');
    refuseLargeValue(value);
  }
  const minting = new Minting(minter, work, { template, progress, request });
  return minting.run();
};

/** One request under way. */
class Minting {
  readonly #minter: MinterWriting;
  readonly #work: MinterWork;
  readonly #template: MintingTemplate;
  readonly #request: MintRequest;
  readonly #sequence: Sequence;
  readonly #date: string;
  readonly #isLong: boolean;
  readonly #ids: string[] = [];
  #progress: MinterProgress;
  #issued: number;
  #stopped: Refusal | undefined;

  constructor(
    minter: MinterWriting,
    work: MinterWork,
    start: { readonly template: MintingTemplate; readonly progress: MinterProgress; readonly request: MintRequest },
  ) {
    const { naan, term, seed } = minter.definition;
    this.#minter = minter;
    this.#work = work;
    this.#template = start.template;
    this.#request = start.request;
    this.#progress = start.progress;
    this.#issued = start.progress.sequence.issued;
    this.#sequence = createSequence({
      template: start.template,
      naan,
      wraps: term === 'short',
      seed,
      state: start.progress.sequence,
    });
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
      sequence: this.#sequence.state(),
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
        this.#work.log(`warning: id ${id} found in queue with a hold placed on it -- removed from queue.`);
      }
      await this.#minter.saveRecord({ ...record, status: `u${record.status.charAt(0)}` });
      return;
    }
    await this.#issueAgain({ record: this.#newRecord(id, this.#issued), before: record });
  }

  /** Of what has a record already nothing is issued: it is held, queued, unqueued or was issued. */
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

  /** A short-term minter begins anew when all is issued; what it then issues again has a record. */
  async #generateAgain(): Promise<void> {
    const total = Number(this.#template.total ?? Number.POSITIVE_INFINITY);
    const rounds = total * 2;
    let skipped = 0;
    while (this.#missing > 0 && this.#stopped === undefined) {
      const wasExhausted = this.#issued >= total;
      if (wasExhausted) {
        this.#issued = 0;
        this.#work.log(`${this.#date}: Resetting counter to zero; previously issued identifiers will be re-issued`);
      }
      // Not beyond the end, so that none comes twice in one look-up.
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
      if (skipped >= rounds)
        this.#stop('identifiers-held', `all ${total} identifiers are held or queued; release some.`);
    }
  }

  #generate(): string | undefined {
    const answer = this.#sequence.next();
    if (answer.ok) {
      this.#issued += 1;
      return answer.value;
    }
    if (answer.problem === 'noid/exhausted') {
      this.#stop('identifiers-exhausted', `identifiers exhausted (${answer.expected}).`);
    } else {
      this.#stop('minter-damaged', `the counters of this minter are damaged: restore it from a copy.`);
    }
    return undefined;
  }

  #stop(code: Refusal['code'], message: string): void {
    this.#work.log(`error: ${message}`);
    this.#stopped = new Refusal(code, message);
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
    if (this.#isLong) this.#progress = { ...this.#progress, held: this.#progress.held + 1 };
    await this.#issue(record, pepper);
  }

  async #issue(record: IdentifierRecord, pepper: string | undefined): Promise<void> {
    for (const { element, value } of this.#request.elements ?? []) {
      await this.#minter.saveElement(record.id, element, value);
    }
    if (this.#isLong) this.#work.log(`m: ${circulationOf(record)}`);
    this.#ids.push(pepper === undefined ? record.id : withPepper(record.id, pepper));
  }

  async #logSkipped(id: string): Promise<void> {
    const record = await this.#minter.record(id);
    if (record === undefined || record.isHeld) return;
    const circulation = circulationOf(record);
    if (record.status.startsWith('i')) {
      this.#work.log(`error: id ${id} cannot be re-issued except by going through the queue, circ_rec ${circulation}`);
    } else if (record.status.startsWith('u')) {
      this.#work.log(`note: generating id ${id}, currently marked as unqueued, circ record is ${circulation}`);
    } else if (this.#isLong) {
      this.#work.log(`note: will not issue genid()'d ${id} as it's status is 'q', circ_rec is ${circulation}`);
    }
  }
}
