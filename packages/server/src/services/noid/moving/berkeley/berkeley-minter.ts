import { because, type ImportNote, type NamedText, Refusal, type Said } from '@perene/api/refusals';
import type {
  IdentifierRecord,
  MinterDefinition,
  MinterStore,
  MinterWriting,
} from '../../../../ports/minting/minter-store.ts';
import { refuseLargeValue, refuseUnkeptName } from '../../identifiers/check-identifiers.ts';
import { type MinterTools, UNUSED } from '../../minters/minter-work.ts';
import { createMinterFilling, type ImportedMinter, type MinterFilling } from '../fill-minter.ts';
import { type ImportRequest, numberLines, orRefuseName } from '../import-minter.ts';
import { type DumpedPair, readBerkeleyDump } from './berkeley-dump.ts';
import { hasPerlCode, readCirculation, readKey, readText } from './berkeley-keys.ts';
import { isSetting, readBerkeleySettings } from './berkeley-settings.ts';

export interface BerkeleyImport extends ImportRequest<Uint8Array>, Pick<MinterTools, 'patterns' | 'secrets'> {
  /** Is called with what was left out or needs attention, and why. */
  readonly tell: (note: ImportNote) => void;
}

const ENTRIES_PER_PAGE = 1_000;

/** Stands for the definition, which comes only in the middle of the dump. */
const UNKNOWN: Omit<MinterDefinition, 'name'> = {
  template: '.zd',
  bindsAnything: false,
  term: 'medium',
  naan: '',
  naa: '',
  subNaa: '',
  seed: 0,
  properties: '-------',
  contact: '',
  created: '',
  report: '',
};

/**
 * Creates a minter from what `db_dump -p NOID/noid.bdb` prints of a minter of the Perl program: completely, or not at
 * all.
 */
export const importBerkeleyMinter = async (store: MinterStore, request: BerkeleyImport): Promise<ImportedMinter> => {
  const { name } = request;
  const imported = await store.createFilled({ name, ...UNKNOWN }, UNUSED, (minter) =>
    new BerkeleyFilling(minter, request).run(),
  );
  return orRefuseName(imported, name);
};

/** A row that is left out: its name cannot be stored, or its value is too large. */
class LeftOut extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super();
    this.said = said;
  }
}

const leaveOut = (note: ImportNote): LeftOut => new LeftOut(because('import-note', note));

interface Current extends IdentifierRecord {
  readonly line: number;
}

class BerkeleyFilling {
  readonly #minter: MinterWriting;
  readonly #request: BerkeleyImport;
  readonly #filling: MinterFilling;
  readonly #values = new Map<string, string>();
  readonly #counters = new Map<number, number>();
  readonly #days = new Map<string, number>();
  /** The identifier whose keys are being read; the keys of one identifier follow one another. */
  #id = '';
  #record: Current | undefined;

  constructor(minter: MinterWriting, request: BerkeleyImport) {
    this.#minter = minter;
    this.#request = request;
    this.#filling = createMinterFilling(minter, (id, line) =>
      this.#tell({ reason: 'left-out', line, said: because('import-note', { reason: 'queued-twice', text: id }) }),
    );
  }

  async run(): Promise<ImportedMinter> {
    const { name, lines, progress } = this.#request;
    for await (const pair of readBerkeleyDump(numberLines(lines, progress))) {
      try {
        await this.#take(pair);
      } catch (error) {
        if (!(error instanceof LeftOut)) throw error;
        this.#tell({ reason: 'left-out', line: pair.line, said: error.said });
      }
    }
    await this.#finishIdentifier();
    await this.#filling.flush();
    const minter = readBerkeleySettings({ values: this.#values, counters: this.#counters }, name);
    for (const warning of minter.warnings) this.#tell(warning);
    await this.#cleanQueue();
    for (const [day, mints] of this.#days) await this.#filling.addDay(day, mints, 0);
    const imported = this.#filling.counts();
    await this.#minter.saveDefinition(minter.definition);
    const { held, queued, issued: mints } = imported;
    await this.#minter.saveProgress({ ...minter.progress, held, queued, mints });
    return imported;
  }

  #tell(note: ImportNote): void {
    this.#request.tell(note);
  }

  async #take({ key: bytes, value, line }: DumpedPair): Promise<void> {
    const { text, isLatin } = readText(bytes);
    const key = readKey(text);
    if (isLatin && key.kind !== 'unknown') this.#tell({ reason: 'latin-1', line, text });
    if ('id' in key) await this.#beginIdentifier(key.id);
    switch (key.kind) {
      case 'setting':
        if (!isSetting(key.name)) throw leaveOut({ reason: 'key-unknown', text });
        this.#values.set(key.name, readText(value).text);
        return;
      case 'counter':
        if (key.part === 'value') this.#counters.set(key.counter, Number(value.toString('latin1')));
        return;
      case 'queue': {
        const id = checkName(readText(value).text, 'identifier');
        return this.#filling.addQueueEntry({ ...key.entry, padded: checkName(key.entry.padded, 'key'), id }, line);
      }
      case 'note':
        return this.#filling.addNote(checkName(key.note, 'key'), checkValue(value), line);
      case 'circulation':
      case 'hold':
      case 'pepper':
        this.#record = this.#readRecord(key, value, line);
        return;
      case 'rule':
        return this.#takeRule(key, value, line);
      case 'element':
        checkName(key.element, 'element');
        return this.#filling.addElement({ id: key.id, element: key.element, value: checkValue(value) }, line);
      case 'unknown':
        throw leaveOut({ reason: 'key-unknown', text });
    }
  }

  async #beginIdentifier(id: string): Promise<void> {
    if (id === this.#id) return;
    await this.#finishIdentifier();
    this.#id = '';
    checkName(id, 'identifier');
    this.#id = id;
    if (!id.startsWith(':/')) this.#filling.addIdentifier();
  }

  async #finishIdentifier(): Promise<void> {
    if (this.#record === undefined) return;
    const { line, ...record } = this.#record;
    this.#record = undefined;
    if (record.status.startsWith('i')) {
      const day = record.date.slice(0, 8);
      if (day !== '') this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
    }
    await this.#filling.addRecord(record, line);
  }

  #readRecord(
    { kind, id }: { readonly kind: 'circulation' | 'hold' | 'pepper'; readonly id: string },
    value: Buffer,
    line: number,
  ): Current {
    const unknown = { id, status: '', date: '', contact: '', position: 0, isHeld: false, pepper: undefined, line };
    const record: Current = this.#record ?? unknown;
    if (kind === 'hold') return { ...record, isHeld: true };
    const { text } = readText(value);
    if (kind === 'pepper') return { ...record, pepper: this.#request.secrets.sha256(text) };
    const circulation = readCirculation(text);
    if (circulation !== undefined) return { ...record, ...circulation, contact: keepable(circulation.contact) };
    // The original would take it for new, but issuing it again could not be undone.
    this.#tell({ reason: 'circulation', line, id, text });
    return { ...record, status: 'i', contact: keepable(text) };
  }

  async #takeRule(
    { id, element: pattern }: { readonly id: string; readonly element: string },
    value: Buffer,
    line: number,
  ): Promise<void> {
    checkName(pattern, 'pattern');
    let said: Said = {};
    const compiled = await this.#request.patterns.compile(pattern, (why) => {
      said = why;
    });
    if (compiled === undefined) throw leaveOut({ reason: 'rule-pattern', id, pattern, said });
    const replacement = readText(value).text;
    if (hasPerlCode(replacement)) {
      this.#tell({ reason: 'rule-replacement', line, id, pattern, replacement });
    }
    await this.#filling.addElement({ id, element: pattern, value: checkValue(value) }, line);
  }

  /** Removes the entries that `queue delete` of the original left behind and minting skipped. */
  async #cleanQueue(): Promise<void> {
    let page = await this.#minter.queueAfter(undefined, ENTRIES_PER_PAGE);
    while (page.length > 0) {
      const records = await this.#minter.records(page.map(({ id }) => id));
      for (const entry of page) {
        const status = records.get(entry.id)?.status.charAt(0) ?? '';
        if (status !== 'i' && status !== 'u') continue;
        await this.#filling.takeFromQueue(entry);
        this.#tell({ reason: status === 'u' ? 'queue-unqueued' : 'queue-issued', id: entry.id });
      }
      page = await this.#minter.queueAfter(page.at(-1), ENTRIES_PER_PAGE);
    }
  }
}

const checkName = (text: string, what: NamedText): string => leavingOut(text, () => refuseUnkeptName(text, what));

const checkValue = (value: Buffer): Buffer => leavingOut(value, () => refuseLargeValue(value));

const leavingOut = <Value>(value: Value, check: () => void): Value => {
  try {
    check();
  } catch (error) {
    throw error instanceof Refusal ? new LeftOut(error) : error;
  }
  return value;
};

/** Replaces what cannot be stored in a contact, which is only shown. */
const keepable = (text: string): string => text.replaceAll('\0', '\ufffd');
