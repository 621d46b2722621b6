import { type ImportNote, type Refusal, type RefusalParameters, refuse } from '@perene/api/refusals';
import {
  createSequence,
  firstPart,
  layCounters,
  minterProperties,
  parseTemplate,
  type SequenceState,
  type Template,
} from '@perene/core/noid';
import type { MinterDefinition, MinterProgress } from '../../../../ports/minting/minter-store.ts';
import { findSequenceProblem } from '../check-sequence.ts';

/** The values that the original's database has under `:/`, and those of its counters. */
export interface BerkeleySettings {
  readonly values: ReadonlyMap<string, string>;
  /** How far each counter has come. */
  readonly counters: ReadonlyMap<number, number>;
}

export interface BerkeleyMinter {
  readonly definition: MinterDefinition;
  readonly progress: MinterProgress;
  /** Messages for the person who imports. */
  readonly warnings: readonly ImportNote[];
}

/** The values that are kept; the rest of `:/` follows from the template. */
const KEPT = [
  'template',
  'naan',
  'naa',
  'subnaa',
  'longterm',
  'wrap',
  'genonly',
  'oacounter',
  'saclist',
  'siclist',
  'fseqnum',
  'gseqnum',
  'gseqnum_date',
  'properties',
  'erc',
];
const DERIVED = [
  'prefix',
  'mask',
  'firstpart',
  'addcheckchar',
  'generator_type',
  'total',
  'oatop',
  'padwidth',
  'percounter',
  'held',
  'queued',
  'version',
];

export const isSetting = (name: string): boolean => KEPT.includes(name) || DERIVED.includes(name);

const refuseDump = (problem: RefusalParameters['record-invalid']): Refusal => refuse('record-invalid', problem);

export const readBerkeleySettings = (settings: BerkeleySettings, name: string): BerkeleyMinter => {
  const { values } = settings;
  const text = (key: string): string => values.get(key) ?? '';
  const template = values.get('template');
  if (template === undefined) throw refuseDump({ reason: 'dump-no-template' });
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw refuseDump({ reason: 'dump-template', template });
  refuseOtherMeaning(values, parsed.value, text('naan'));
  const term = text('longterm') === '1' ? 'long' : text('wrap') === '1' ? 'short' : 'medium';
  const bindsAnything = text('genonly') === '0';
  const naan = text('naan');
  const report = text('erc');
  const sequence = readSequence(settings, parsed.value);
  return {
    definition: {
      name,
      template,
      bindsAnything,
      term,
      naan,
      naa: text('naa'),
      subNaa: text('subnaa'),
      seed: 0,
      properties: /^[G-][R-][A-][N-][I-][T-][E-]$/.test(text('properties'))
        ? text('properties')
        : minterProperties(parsed.value, { term, naan, bindsAnything }),
      contact: /^who:[ \t]*(.*)$/m.exec(report)?.[1] ?? '',
      created: /^when:[ \t]*(\d{14})$/m.exec(report)?.[1] ?? '',
      report,
    },
    progress: {
      sequence: sequence.state,
      mints: 0,
      held: 0,
      queued: 0,
      firstNumber: readNumber(values, 'fseqnum', 1),
      datedNumber: readNumber(values, 'gseqnum', 1),
      latestDate: /^\d{14}$/.test(text('gseqnum_date')) ? text('gseqnum_date') : '0',
      policy: '',
    },
    warnings: sequence.warnings,
  };
};

/** Beyond this, the original's floating-point numbers are not exact, and it repeats identifiers. */
const isCountable = (total: bigint): boolean => total <= BigInt(Number.MAX_SAFE_INTEGER);

/** Refuses a minter whose stored values differ from what its template means here. */
const refuseOtherMeaning = (values: ReadonlyMap<string, string>, template: Template, naan: string): void => {
  const { prefix, mask, order, total } = template;
  const expected = {
    prefix,
    mask,
    firstpart: firstPart(template, naan),
    ...(order === 'random' && isCountable(total) && { total: `${total}`, percounter: `${layCounters(total).size}` }),
  };
  for (const [key, meaning] of Object.entries(expected)) {
    const kept = values.get(key) ?? meaning;
    if (kept !== meaning) throw refuseDump({ reason: 'dump-meaning', key, kept, meaning });
  }
};

const readSequence = (
  { values, counters }: BerkeleySettings,
  template: Template,
): { readonly state: SequenceState; readonly warnings: readonly ImportNote[] } => {
  if (template.kind === 'binding') return { state: { issued: 0, counters: [], active: [], full: [] }, warnings: [] };
  if (template.order === 'random' && !isCountable(template.total)) {
    const warning = { reason: 'order', total: String(template.total) } as const;
    return { state: createSequence({ template, wraps: false }).state(), warnings: [warning] };
  }
  const issued = readNumber(values, 'oacounter');
  const isRandom = template.order === 'random';
  const { count } = layCounters(isRandom ? template.total : 0n);
  const missing = Array.from({ length: count }, (_, counter) => counter).find((counter) => !counters.has(counter));
  if (missing !== undefined) throw refuseDump({ reason: 'dump-counter', counter: missing });
  const state: SequenceState = {
    issued,
    counters: isRandom ? Array.from({ length: counters.size }, (_, counter) => counters.get(counter) ?? 0) : [],
    active: isRandom ? readList(values, 'saclist') : [],
    full: isRandom ? readList(values, 'siclist') : [],
  };
  const problem = findSequenceProblem(template, state);
  if (problem !== undefined) throw refuseDump({ reason: 'dump-sequence', template: template.text, problem });
  return { state, warnings: [] };
};

const readNumber = (values: ReadonlyMap<string, string>, key: string, missing?: number): number => {
  const text = values.get(key) ?? String(missing);
  if (!/^\d{1,15}$/.test(text)) throw refuseDump({ reason: 'dump-number', key, text });
  return Number(text);
};

/** Names of counters: `c0 c1 c12`. */
const readList = (values: ReadonlyMap<string, string>, key: string): readonly number[] =>
  (values.get(key) ?? '')
    .split(' ')
    .filter((counter) => counter !== '')
    .map((counter) => {
      if (!/^c\d{1,6}$/.test(counter)) throw refuseDump({ reason: 'dump-list', key, text: counter });
      return Number(counter.slice(1));
    });
