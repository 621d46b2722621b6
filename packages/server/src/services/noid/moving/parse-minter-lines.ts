import { type Refusal, type RefusalParameters, refuse } from '@perene/api/refusals';
import { parseTemplate } from '@perene/core/noid';
import type {
  BoundElement,
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  QueueEntry,
  Term,
} from '../../../ports/minting/minter-store.ts';
import { isKept, refuseLargeValue, refuseUnkeptName } from '../identifiers/check-identifiers.ts';
import { findSequenceProblem } from './check-sequence.ts';
import { FORMAT, FORMAT_VERSION, type LineCounts } from './minter-lines.ts';

export type MinterLine =
  | {
      readonly kind: 'identifier';
      readonly id: string;
      readonly record: IdentifierRecord | undefined;
      readonly elements: readonly BoundElement[];
    }
  | { readonly kind: 'element'; readonly id: string; readonly element: string; readonly value: Uint8Array }
  | { readonly kind: 'queue'; readonly entry: QueueEntry }
  | { readonly kind: 'note'; readonly note: string; readonly value: Uint8Array }
  | { readonly kind: 'day'; readonly day: string; readonly mints: number }
  | { readonly kind: 'end'; readonly counts: LineCounts };

type Fields = Readonly<Record<string, unknown>>;

const problem = (given: RefusalParameters['record-invalid']): Refusal => refuse('record-invalid', given);

const MAX_TEXT_LENGTH = 100_000;
const SURROGATE = /\p{Surrogate}/u;
const MAX_SEED = 0xffff_ffff;
const DATE = /^(?:\d{14})?$/;
const TERMS: readonly Term[] = ['short', 'medium', 'long'];

export const parseHeader = (
  line: string,
  name: string,
): { readonly definition: MinterDefinition; readonly progress: MinterProgress } => {
  const header = parseObject(line);
  if (header['format'] !== FORMAT) throw problem({ reason: 'format', format: FORMAT });
  if (header['version'] !== FORMAT_VERSION) {
    throw problem({ reason: 'version', version: FORMAT_VERSION });
  }
  const definition = readDefinition(readFields(header, 'definition'), name);
  return { definition, progress: readProgress(readFields(header, 'progress'), definition) };
};

export const parseLine = (line: string): MinterLine => {
  const fields = parseObject(line);
  if ('id' in fields) return readIdentifier(fields);
  if ('of' in fields) {
    return {
      kind: 'element',
      id: readName(fields, 'of'),
      element: readName(fields, 'element'),
      value: readValue(fields),
    };
  }
  if ('queue' in fields) return { kind: 'queue', entry: readQueueEntry(readFields(fields, 'queue')) };
  if ('note' in fields) return { kind: 'note', note: readNote(fields), value: readValue(fields) };
  if ('day' in fields) {
    return { kind: 'day', day: readMatching(fields, 'day', /^\d{8}$/), mints: readNumber(fields, 'mints') };
  }
  if ('end' in fields) return { kind: 'end', counts: readCounts(readFields(fields, 'end')) };
  throw problem({ reason: 'no-kind' });
};

const readDefinition = (fields: Fields, name: string): MinterDefinition => {
  const template = readText(fields, 'template');
  if (!parseTemplate(template).ok) throw problem({ reason: 'no-template', template });
  const term = TERMS.find((known) => known === fields['term']);
  if (term === undefined) throw problem({ reason: 'one-of', name: 'term', choices: TERMS.join(', ') });
  const seed = readNumber(fields, 'seed');
  if (seed > MAX_SEED) throw problem({ reason: 'at-most', name: 'seed', max: MAX_SEED });
  return {
    name,
    template,
    bindsAnything: readBoolean(fields, 'bindsAnything'),
    term,
    naan: readText(fields, 'naan'),
    naa: readText(fields, 'naa'),
    subNaa: readText(fields, 'subNaa'),
    seed,
    properties: readMatching(fields, 'properties', /^[G-][R-][A-][N-][I-][T-][E-]$/),
    contact: readText(fields, 'contact'),
    created: readMatching(fields, 'created', DATE),
    report: readText(fields, 'report'),
  };
};

const readProgress = (fields: Fields, { template }: MinterDefinition): MinterProgress => {
  const written = readFields(fields, 'sequence');
  const sequence = {
    issued: readNumber(written, 'issued'),
    counters: readNumbers(written, 'counters'),
    active: readNumbers(written, 'active'),
    full: readNumbers(written, 'full'),
  };
  const parsed = parseTemplate(template);
  const misfit = parsed.ok ? findSequenceProblem(parsed.value, sequence) : undefined;
  if (misfit !== undefined) throw problem({ reason: 'sequence', template, problem: misfit });
  return {
    sequence,
    mints: readNumber(fields, 'mints'),
    held: readNumber(fields, 'held'),
    queued: readNumber(fields, 'queued'),
    firstNumber: readNumber(fields, 'firstNumber'),
    datedNumber: readNumber(fields, 'datedNumber'),
    latestDate: readMatching(fields, 'latestDate', /^(?:0|\d{14})$/),
    policy: readText(fields, 'policy'),
  };
};

const readIdentifier = (fields: Fields): MinterLine => {
  const id = readName(fields, 'id');
  const values = readFields(fields, 'elements');
  const elements = Object.keys(values).map((element) => {
    if (element === '') throw problem({ reason: 'element-empty' });
    refuseUnkeptName(element, 'element');
    return { element, value: readValue(values, element) };
  });
  if (!('status' in fields)) return { kind: 'identifier', id, record: undefined, elements };
  const record: IdentifierRecord = {
    id,
    status: readMatching(fields, 'status', /^[iqu]{0,2}$/),
    date: readMatching(fields, 'date', DATE),
    contact: readText(fields, 'contact'),
    position: readNumber(fields, 'position'),
    isHeld: readBoolean(fields, 'held'),
    pepper: 'pepper' in fields ? readMatching(fields, 'pepper', /^[0-9a-f]{64}$/) : undefined,
  };
  return { kind: 'identifier', id, record, elements };
};

const readQueueEntry = (fields: Fields): QueueEntry => ({
  id: readName(fields, 'id'),
  date: readMatching(fields, 'date', /^\d{14}$/),
  number: readNumber(fields, 'number'),
  padded: readName(fields, 'padded'),
});

const readCounts = (fields: Fields): LineCounts => ({
  identifiers: readNumber(fields, 'identifiers'),
  elements: readNumber(fields, 'elements'),
  queue: readNumber(fields, 'queue'),
  notes: readNumber(fields, 'notes'),
  days: readNumber(fields, 'days'),
});

const parseObject = (line: string): Fields => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw problem({ reason: 'no-json' });
  }
  if (!isFields(value)) throw problem({ reason: 'no-object' });
  return value;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const readFields = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  if (!isFields(value)) throw problem({ reason: 'is', name, kind: 'object' });
  return value;
};

const readText = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH || !isKept(value)) {
    throw problem({ reason: 'kept-text', name, max: MAX_TEXT_LENGTH });
  }
  return value;
};

const readMatching = (fields: Fields, name: string, pattern: RegExp): string => {
  const value = readText(fields, name);
  if (!pattern.test(value)) throw problem({ reason: 'pattern', name, pattern: pattern.source });
  return value;
};

/** The name of an identifier, an element or a note. */
const readName = (fields: Fields, name: string): string => {
  const value = readText(fields, name);
  if (value === '') throw problem({ reason: 'is', name, kind: 'not-empty' });
  refuseUnkeptName(value, { field: name });
  return value;
};

const readNote = (fields: Fields): string => (fields['note'] === '' ? '' : readName(fields, 'note'));

const readNumber = (fields: Fields, name: string): number => {
  const value = fields[name];
  if (!isCount(value)) throw problem({ reason: 'is', name, kind: 'whole-number' });
  return value;
};

const readNumbers = (fields: Fields, name: string): readonly number[] => {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every(isCount)) throw problem({ reason: 'is', name, kind: 'whole-numbers' });
  return value;
};

const readBoolean = (fields: Fields, name: string): boolean => {
  const value = fields[name];
  if (typeof value !== 'boolean') throw problem({ reason: 'is', name, kind: 'boolean' });
  return value;
};

/** A text, or bytes in base 64. */
const readValue = (fields: Fields, name = 'value'): Uint8Array => {
  const written = fields[name];
  const value = typeof written === 'string' ? readTextValue(written) : readBytes(written);
  if (value === undefined) throw problem({ reason: 'is', name, kind: 'value' });
  refuseLargeValue(value);
  return value;
};

const readTextValue = (text: string): Uint8Array | undefined => (SURROGATE.test(text) ? undefined : Buffer.from(text));

const readBytes = (written: unknown): Uint8Array | undefined => {
  const base64 = isFields(written) ? written['base64'] : undefined;
  if (typeof base64 !== 'string' || base64.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  // The decoder skips characters outside the alphabet, so the length shows them.
  return bytes.byteLength === (base64.length / 4) * 3 - padding ? bytes : undefined;
};
