import { firstPart, layCounters, type Template } from '@perene/core/noid';
import type { KeptIdentifier, MinterReading } from '../../../ports/minting/minter-store.ts';
import { NOID_VERSION, orderName } from '../../../services/noid/minters/creation-report.ts';
import { circulationOf, templateOf } from '../../../services/noid/minters/minter-work.ts';
import type { NoidCommand, NoidSession } from '../noid-session.ts';
import type { Word } from '../words.ts';

interface Entry {
  readonly key: string;
  readonly value: string | Uint8Array;
}

const IDENTIFIERS_PER_PAGE = 1_000;
const QUEUE_PER_PAGE = 1_000_000;
const RESERVED = ':/';
const RULES = ':/idmap/';
const NOTES = ':/:/';
/** Matches the keys that only `dbinfo full` and `dbinfo dump` show. */
const INTERNAL = /^:\/(?:c\d|saclist)/;

/** Shows the minter as the original keeps it, key by key in the order of their bytes. */
export const databaseInformation = ({ output }: NoidSession, [level = 'brief']: readonly Word[]): NoidCommand => {
  const write = (entries: readonly Entry[], indent: string): void => {
    for (const { key, value } of entries) {
      output.out(`${indent}${key}: `);
      output.out(value);
      output.out('\n');
    }
  };
  return {
    kind: 'reading',
    async run(minter) {
      const notes = sortEntries((await minter.notes()).map(({ element, value }) => ({ key: NOTES + element, value })));
      const entries = sortEntries([...(await administration(minter)), ...(await rules(minter))]);
      if (level === 'dump') {
        await walkIdentifiers(minter, { after: '', until: RESERVED }, async (found) => {
          write(found.flatMap(entriesOf), '');
          await output.flush();
        });
        write([...notes, ...entries], '');
        await walkIdentifiers(minter, { after: ':0', until: undefined }, async (found) => {
          write(found.flatMap(entriesOf), '');
          await output.flush();
        });
        return;
      }
      if (notes.length > 0) {
        output.out('User Assigned Values\n');
        write(notes, '  ');
        output.out('\n');
      }
      output.out('Admin Values\n');
      write(level === 'full' ? entries : entries.filter(({ key }) => !INTERNAL.test(key)), '  ');
      output.out('\n');
    },
  };
};

const sortEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted(({ key: one }, { key: other }) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const administration = async (minter: MinterReading): Promise<readonly Entry[]> => {
  const { definition } = minter;
  const progress = await minter.progress();
  const template = templateOf(definition);
  const total = template.total ?? -1n;
  const flag = (holds: boolean): string => (holds ? '1' : '');
  const values: Readonly<Record<string, string | number | bigint>> = {
    addcheckchar: flag(template.hasCheckCharacter),
    erc: definition.report,
    firstpart: firstPart(template, definition.naan),
    fseqnum: progress.firstNumber,
    generator_type: orderName(template),
    genonly: definition.bindsAnything ? '0' : '1',
    gseqnum: progress.datedNumber,
    gseqnum_date: progress.latestDate,
    held: progress.held,
    longterm: flag(definition.term === 'long'),
    mask: template.mask,
    naa: definition.naa,
    naan: definition.naan,
    oacounter: progress.sequence.issued,
    oatop: total,
    padwidth: (template.total === null ? 16 : 2) + template.mask.length,
    prefix: template.prefix,
    properties: definition.properties,
    queued: progress.queued,
    subnaa: definition.subNaa,
    template: definition.template,
    total,
    version: NOID_VERSION,
    wrap: flag(definition.term === 'short'),
    ...(definition.seed === 0 ? {} : { seed: definition.seed }),
    ...(progress.policy === '' ? {} : { support: progress.policy }),
    ...(definition.template === '' || definition.template === '0' ? {} : countersOf(template, progress.sequence)),
  };
  const queue = await minter.queue(QUEUE_PER_PAGE);
  return [
    ...Object.entries(values).map(([key, value]) => ({ key: RESERVED + key, value: String(value) })),
    ...queue.map(({ date, number, padded, id }) => ({
      key: `:/q/${date}/${String(number % QUEUE_PER_PAGE).padStart(6, '0')}/${padded}`,
      value: id,
    })),
  ];
};

const countersOf = (
  { total, order }: Template,
  { counters, active, full }: Awaited<ReturnType<MinterReading['progress']>>['sequence'],
): Readonly<Record<string, string | bigint>> => {
  if (total === null) return { percounter: 0n, saclist: '', siclist: '' };
  const { size, count, lastSize } = layCounters(total);
  const numbers = Array.from({ length: count }, (_, counter) => counter);
  const isRandom = order === 'random';
  const values = numbers.flatMap((counter) => [
    [`c${counter}/top`, counter === count - 1 ? lastSize : size],
    [`c${counter}/value`, BigInt(isRandom ? (counters[counter] ?? 0) : 0)],
  ]);
  return {
    ...Object.fromEntries(values),
    percounter: size,
    saclist: (isRandom ? active : numbers).map((counter) => `c${counter} `).join(''),
    siclist: full.map((counter) => ` c${counter}`).join(''),
  };
};

const rules = async (minter: MinterReading): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  await walkIdentifiers(minter, { after: RULES, until: ':0' }, async (found) => {
    entries.push(...found.flatMap(entriesOf));
  });
  return entries;
};

/** Returns the identifiers greater than one and less than another, in the order of their bytes. */
const walkIdentifiers = async (
  minter: MinterReading,
  { after, until }: { readonly after: string; readonly until: string | undefined },
  visit: (found: readonly KeptIdentifier[]) => Promise<void>,
): Promise<void> => {
  let last = after;
  for (;;) {
    const page = await minter.identifiersAfter(last, IDENTIFIERS_PER_PAGE);
    const found = until === undefined ? page : page.filter(({ id }) => id < until);
    await visit(found);
    last = page.at(-1)?.id ?? '';
    if (found.length < page.length || page.length < IDENTIFIERS_PER_PAGE) return;
  }
};

const entriesOf = ({ id, record, elements }: KeptIdentifier): readonly Entry[] => {
  const circulation = circulationOf(record);
  return sortEntries([
    ...(circulation === '' ? [] : [{ key: `${id}\t:/c`, value: circulation }]),
    ...(record?.isHeld === true ? [{ key: `${id}\t:/h`, value: '1' }] : []),
    ...(record?.pepper === undefined ? [] : [{ key: `${id}\t:/p`, value: record.pepper }]),
    ...elements.map(({ element, value }) => ({ key: `${id}\t${element}`, value })),
  ]);
};
