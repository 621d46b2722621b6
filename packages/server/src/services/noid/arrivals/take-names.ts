import { Refusal, refuse } from '@perene/api/refusals';
import type {
  IdentifierElement,
  IdentifierRecord,
  MinterStore,
  MinterWriting,
} from '../../../ports/minting/minter-store.ts';
import { writeTime } from '../handle/find-handle.ts';
import { formatLocalTime } from '../identifiers/local-time.ts';
import { isLongTerm, type MinterTools, type MinterWork, pastOf } from '../minters/minter-work.ts';
import { secondsOf } from '../names/register-name.ts';
import { type ArrivingName, type NameArrival, refuseSource } from './arriving-name.ts';
import { findPlace, type NamePlace } from './find-place.ts';
import { planName } from './plan-name.ts';

export interface TakenNames {
  readonly taken: number;
  readonly alreadyHere: number;
  readonly refused: number;
}

export interface RefusedName {
  readonly line: number;
  readonly name: string | undefined;
  readonly refusal: Refusal;
}

export interface TakeOptions {
  readonly contact: string;
  readonly onRefused?: (refused: RefusedName) => Promise<void> | void;
  /** Is called with the number of names that are done. */
  readonly onProgress?: (done: number) => void;
}

interface Placed {
  readonly arriving: ArrivingName;
  readonly place: NamePlace;
}

/** Names of one transaction. */
const NAMES_PER_STEP = 100;
const ELEMENTS_PER_STATEMENT = 200;
const BYTES_PER_STATEMENT = 1_048_576;
const MICROSECONDS_PER_SECOND = 1_000_000n;
const MICROSECONDS_PER_MILLISECOND = 1_000n;

/**
 * Takes names of another store into the minters of their authorities, with all that is bound to them. Names that are
 * known here stay as they are, so that the same file can be taken again; a minter passes over every name that came.
 */
export const takeNames = async (
  parts: MinterTools & {
    readonly store: Pick<MinterStore, 'list' | 'change'>;
    /** Whether an item carries this ARK or handle as an alias. */
    readonly isAlias: (alias: string) => Promise<boolean>;
  },
  arrivals: AsyncIterable<NameArrival>,
  { contact, onRefused, onProgress }: TakeOptions,
): Promise<TakenNames> => {
  const { store, isAlias, ...tools } = parts;
  const minters = await store.list();
  const work: MinterWork = { ...tools, contact, log: () => undefined };
  const counts = { taken: 0, alreadyHere: 0, refused: 0 };
  let waiting: Placed[] = [];

  const refuseName = async (line: number, name: string | undefined, refusal: Refusal): Promise<void> => {
    counts.refused += 1;
    await onRefused?.({ line, name, refusal });
  };

  const takeAll = async (minter: string, names: readonly Placed[]): Promise<void> => {
    try {
      const taken = await store.change(minter, (writing) => takeSome(writing, work, names));
      if (taken === undefined) throw refuse('minter-not-found', { minter });
      counts.taken += taken;
      counts.alreadyHere += names.length - taken;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [first] = names;
      // Nothing was kept: each is tried alone, so that only those are refused that must be.
      if (names.length > 1) for (const name of names) await takeAll(minter, [name]);
      else if (first !== undefined) await refuseName(first.arriving.line, first.arriving.text, error);
    }
  };

  const flush = async (): Promise<void> => {
    for (const minter of new Set(waiting.map(({ place }) => place.minter))) {
      await takeAll(
        minter,
        waiting.filter(({ place }) => place.minter === minter),
      );
    }
    waiting = [];
    onProgress?.(counts.taken + counts.alreadyHere + counts.refused);
  };

  for await (const arrival of arrivals) {
    if ('refused' in arrival) {
      await refuseName(arrival.line, undefined, arrival.refused);
      continue;
    }
    try {
      const place = findPlace(minters, arrival);
      for (const kind of ['ark', 'hdl']) {
        if (await isAlias(`${kind}:${place.id}`)) throw refuseSource(arrival.line, 'alias', arrival.text);
      }
      waiting.push({ arriving: arrival, place });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await refuseName(arrival.line, arrival.text, error);
    }
    if (waiting.length === NAMES_PER_STEP) await flush();
  }
  await flush();
  return counts;
};

/** Takes names into one minter, in one transaction; returns how many were new or got something new. */
const takeSome = async (minter: MinterWriting, work: MinterWork, names: readonly Placed[]): Promise<number> => {
  let taken = 0;
  let some = new Map<string, Placed>();
  for (const name of names) {
    // What comes for a name that came already goes by what is bound by then.
    if (some.has(name.place.id)) {
      taken += await takeDistinct(minter, work, some);
      some = new Map();
    }
    some.set(name.place.id, name);
  }
  return taken + (await takeDistinct(minter, work, some));
};

const takeDistinct = async (
  minter: MinterWriting,
  work: MinterWork,
  names: ReadonlyMap<string, Placed>,
): Promise<number> => {
  const now = { seconds: secondsOf(work), time: writeTime(Number(work.clock.now() / MICROSECONDS_PER_MILLISECOND)) };
  const records = await minter.records([...names.keys()]);
  const others = [...names.keys()].filter((id) => !records.has(id));
  // Something may be bound to a name that was never issued.
  const areAllNew = others.length === 0 || !(await minter.isKnown(others));
  const saved: IdentifierElement[] = [];
  const issued: Placed[] = [];
  let taken = 0;
  for (const [id, { arriving, place }] of names) {
    const isKnown = records.has(id) || (!areAllNew && (await minter.isKnown([id])));
    const { changes } = planName(arriving, isKnown ? await minter.elements(id) : undefined, now);
    if (isKnown && changes.size === 0) continue;
    if (!isKnown && !place.isPrefix) issued.push({ arriving, place });
    saved.push(...[...changes].map(([element, value]): IdentifierElement => ({ id, element, value })));
    taken += 1;
  }
  await noteIssued(minter, work, issued);
  for (const some of inStatements(saved)) {
    await minter.saveElements(some);
    await minter.keepPast(some.map((bound) => pastOf(work, bound)));
  }
  return taken;
};

/** Few enough for one statement; a large value is alone. */
function* inStatements(elements: readonly IdentifierElement[]): Generator<readonly IdentifierElement[]> {
  let some: IdentifierElement[] = [];
  let bytes = 0;
  for (const element of elements) {
    bytes += element.value.byteLength;
    if (some.length === ELEMENTS_PER_STATEMENT || (some.length > 0 && bytes > BYTES_PER_STATEMENT)) {
      yield some;
      some = [];
      bytes = element.value.byteLength;
    }
    some.push(element);
  }
  if (some.length > 0) yield some;
}

/** Notes that names were issued, and when; the minter passes them over from now on. */
const noteIssued = async (minter: MinterWriting, work: MinterWork, names: readonly Placed[]): Promise<void> => {
  if (names.length === 0) return;
  const progress = await minter.progress();
  const isHeld = isLongTerm(minter.definition);
  const records = names.map(({ arriving, place }): IdentifierRecord => {
    const created = arriving.kind === 'ark' ? arriving.created : undefined;
    const at = created === undefined ? work.clock.now() : BigInt(created) * MICROSECONDS_PER_SECOND;
    return {
      id: place.id,
      status: 'i',
      date: formatLocalTime(at),
      contact: work.contact,
      position: progress.sequence.issued,
      isHeld,
      pepper: undefined,
    };
  });
  await minter.addRecords(records);
  if (isHeld) await minter.saveProgress({ ...progress, held: progress.held + records.length });
};
