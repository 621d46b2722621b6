import { writeValue } from '../../../../services/noid/bindings/value-text.ts';
import type { IdentifierView, MinterDetails, MinterView } from '../../../../services/noid/minters/minter-operations.ts';
import type { MinterStatistics } from '../../../../services/noid/minters/minter-statistics.ts';
import { showText } from '../labels/describe-refused.ts';
import { formatRows, type NamedValue } from '../rows.ts';
import type { Terminal } from '../terminal.ts';

/** Warns before a namespace runs out. */
export const warnOf = (terminal: Terminal, name: string, { warning }: MinterStatistics): void => {
  if (warning !== undefined) terminal.error(`perene: minter ${showText(name)}: ${showText(warning)}\n`);
};

const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

export const describeMinter = (minter: MinterDetails): string =>
  formatRows([
    ['name', minter.name],
    ['template', minter.bindsAnything ? `${minter.template} (binds any identifier)` : orNone(minter.template)],
    ['term', minter.term],
    ['naan', orNone(minter.naan)],
    ['naa', orNone(minter.naa)],
    ['sub-naa', orNone(minter.subNaa)],
    ['seed', minter.seed === 0 ? undefined : String(minter.seed)],
    ['properties', minter.properties],
    ['created', minter.created],
    ['by', minter.contact],
    ['policy', orNone(minter.policy)],
    ...statisticsRows(minter.statistics),
  ]);

export const describeStatistics = (statistics: MinterStatistics): string => formatRows(statisticsRows(statistics));

const statisticsRows = (statistics: MinterStatistics): readonly NamedValue[] => [
  ['mints', String(statistics.mints)],
  ['used', String(statistics.used)],
  ['total', statistics.total ?? 'without end'],
  ['remaining', statistics.remaining],
  ['held', String(statistics.held)],
  ['queued', String(statistics.queued)],
  ['a day', statistics.mintsPerDay.toFixed(1)],
  ['exhausted', statistics.exhaustedOn],
];

/** The columns of a minter in a list. */
export const minterCells = ({ name, term, template, statistics }: MinterView): readonly string[] => [
  name,
  term,
  `${statistics.mints} minted`,
  statistics.remaining === undefined ? 'without end' : `${statistics.remaining} left`,
  template,
];

const STATUSES: Readonly<Record<string, string>> = { i: 'issued', q: 'queued', u: 'unqueued' };

export const describeIdentifier = (view: IdentifierView): string => {
  const { id, isHeld, isPeppered, circulation, elements } = view;
  const notes = [isHeld && 'held', isPeppered && 'peppered'].filter((note) => note !== false);
  return formatRows([
    ['id', id],
    ['status', circulation && [...circulation.status].map((letter) => STATUSES[letter] ?? letter).join(', before ')],
    ['date', circulation?.date],
    ['by', circulation?.contact],
    ['notes', orNone(notes.join(', '))],
    ...elements.flatMap(({ element, value }): NamedValue[] =>
      value === undefined ? [] : [[`:${element}`, showValue(value)]],
    ),
  ]);
};

/** Shows bytes that are not text in base 64. */
export const showValue = (value: Uint8Array): string => {
  const written = writeValue(value);
  return 'value' in written ? written.value : `base64 ${written.base64}`;
};
export const MINTER_NAME = 'name of the minter';
