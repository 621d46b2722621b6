import { refuse } from '@perene/api/refusals';
import {
  checkCharacter,
  createSequence,
  firstPart,
  type MintingTemplate,
  numberToCharacters,
  parseTemplate,
} from '@perene/core/noid';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import { formatLocalTime } from '../identifiers/local-time.ts';
import { defineMinter } from '../minters/add-minter.ts';
import type { MinterTools } from '../minters/minter-work.ts';
import { createMinterFilling, type ImportedMinter } from './fill-minter.ts';
import { type ImportRequest, orRefuseName } from './import-minter.ts';
import { onLine } from './refuse-line.ts';

interface RailsImport extends ImportRequest<string>, Pick<MinterTools, 'clock' | 'secrets'> {}

/** What the Ruby gem noid keeps of a minter, as far as it is needed here. */
interface RailsState {
  readonly template: MintingTemplate;
  readonly written: string;
  /** How many were minted, which a sequential order goes by. */
  readonly seq: bigint;
  /** Numbers that were not issued yet, from the first up to before the second, in order. */
  readonly left: readonly (readonly [from: bigint, to: bigint])[];
}

const CONTACT = 'noid-rails';
const FORMAT = 'format';
const MAX_STATE_LENGTH = 16 * 1_048_576;
const MAX_ISSUED = 10_000_000n;
const MAX_COUNTERS = 100_000;

/** Whether a line of JSON is the state of a minter of the gem, rather than the first line of an exported minter. */
export const isRailsState = (line: string): boolean => {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && 'template' in value && !(FORMAT in value);
  } catch {
    return false;
  }
};

/**
 * Creates a minter from the state of one of the Ruby gem noid, which noid-rails uses: every identifier that was issued
 * is noted as issued, so that it is never given again. A random order is another one from then on.
 */
export const importRailsMinter = async (
  store: MinterStore,
  { name, lines, clock, secrets }: RailsImport,
): Promise<ImportedMinter> => {
  let text = '';
  for await (const line of lines) {
    text = `${text}${line}\n`;
    if (text.length > MAX_STATE_LENGTH) throw problem({ reason: 'line-too-long', max: MAX_STATE_LENGTH });
  }
  const state = onLine(1, () => readState(text));
  const issued = rangesOfIssued(state);
  const count = issued.reduce((sum, [from, to]) => sum + to - from, 0n);
  if (count > MAX_ISSUED) throw problem({ reason: 'at-most', name: 'seq', max: Number(MAX_ISSUED) });
  const { definition, progress } = defineMinter(
    { name, template: state.written, contact: CONTACT, where: CONTACT },
    { clock, secrets },
  );
  const sequence =
    state.template.order === 'random'
      ? createSequence({ template: state.template, wraps: false }).state()
      : { ...progress.sequence, issued: Number(state.seq) };
  const imported = await store.createFilled(
    definition,
    { ...progress, sequence, mints: Number(count) },
    async (minter) => {
      const filling = createMinterFilling(minter, () => undefined);
      const date = formatLocalTime(clock.now());
      let position = 0;
      for (const [from, to] of issued) {
        for (let number = from; number < to; number += 1n) {
          position += 1;
          filling.addIdentifier();
          await filling.addRecord(
            {
              id: write(state.template, number),
              status: 'i',
              date,
              contact: CONTACT,
              position,
              isHeld: false,
              pepper: undefined,
            },
            1,
          );
        }
      }
      await filling.flush();
      return filling.counts();
    },
  );
  return orRefuseName(imported, name);
};

const problem = (given: Parameters<typeof refuse<'record-invalid'>>[1]) => refuse('record-invalid', given);

const write = (template: MintingTemplate, number: bigint): string => {
  const text = firstPart(template, '') + numberToCharacters(number, template);
  return template.hasCheckCharacter ? text + checkCharacter(text, template.checkAlphabet) : text;
};

/** What is not left was issued: counters that are used up are no longer in the state. */
const rangesOfIssued = ({ template, seq, left }: RailsState): readonly (readonly [bigint, bigint])[] => {
  if (template.order !== 'random') return [[0n, seq]];
  const issued: (readonly [bigint, bigint])[] = [];
  let start = 0n;
  for (const [from, to] of left) {
    if (from > start) issued.push([start, from]);
    start = to;
  }
  return start < template.total ? [...issued, [start, template.total]] : issued;
};

const readState = (text: string): RailsState => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem({ reason: 'no-json' });
  }
  const { template: written, seq, counters } = value as Readonly<Record<string, unknown>>;
  const parsed = parseTemplate(String(written));
  if (!parsed.ok || parsed.value.kind === 'binding') {
    throw problem({ reason: 'no-template', template: String(written).slice(0, 100) });
  }
  const template = parsed.value;
  const base = { template, written: String(written), seq: readNumber(seq, 'seq') };
  if (template.order !== 'random') {
    const total = template.total ?? MAX_ISSUED;
    if (base.seq > total) throw problem({ reason: 'at-most', name: 'seq', max: Number(total) });
    return { ...base, left: [] };
  }
  // Without counters nothing was minted yet.
  if (counters === undefined || counters === null) return { ...base, left: [[0n, template.total]] };
  if (!Array.isArray(counters) || counters.length > MAX_COUNTERS) {
    throw problem({ reason: 'is', name: 'counters', kind: 'whole-numbers' });
  }
  const left = counters.map((counter) => {
    const { value: from, max: to } = (counter ?? {}) as Readonly<Record<string, unknown>>;
    return [readNumber(from, 'value'), readNumber(to, 'max')] as const;
  });
  const sorted = left.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  for (const [index, [from, to]] of sorted.entries()) {
    const before = sorted[index - 1]?.[1] ?? 0n;
    if (from >= before && from <= to && to <= template.total) continue;
    const beyond = { reason: 'beyond', counter: index, end: Number(template.total), value: Number(to) } as const;
    throw problem({ reason: 'sequence', template: base.written, problem: beyond });
  }
  return { ...base, left: sorted };
};

const readNumber = (value: unknown, name: string): bigint => {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return BigInt(value as number);
  throw problem({ reason: 'is', name, kind: 'whole-number' });
};
