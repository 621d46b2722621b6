import type { MinterReading } from '../../packages/server/src/ports/minting/minter-store.ts';
import { circulationOf, templateOf } from '../../packages/server/src/services/noid/minters/minter-work.ts';

/**
 * Writes the text that `db_dump -p` prints of these pairs: in the order of their bytes, with unprintable bytes escaped.
 */
export const writeDump = (pairs: Readonly<Record<string, string | Uint8Array>>): string => {
  const lines = Object.entries(pairs)
    .map(([key, value]) => [Buffer.from(key), Buffer.from(value)] as const)
    .sort(([one], [other]) => Buffer.compare(one, other))
    .flatMap(([key, value]) => [` ${print(key)}`, ` ${print(value)}`]);
  const header = ['VERSION=3', 'format=print', 'type=btree', 'db_pagesize=4096', 'HEADER=END'];
  return [...header, ...lines, 'DATA=END', ''].join('\n');
};

const print = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => {
      if (byte === 0x5c) return '\\\\';
      return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

export async function* linesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array, void> {
  const lines = Buffer.from(text).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) yield Buffer.from(line, 'latin1');
}

/** Returns the database that the Perl program would have in the state of our minter. */
export const writePerlDatabase = async (minter: MinterReading): Promise<Record<string, string | Uint8Array>> => {
  const { definition } = minter;
  const template = templateOf(definition);
  const { sequence, firstNumber, datedNumber, latestDate } = await minter.progress();
  const pairs: Record<string, string | Uint8Array> = {
    ':/template': definition.template,
    ':/naan': definition.naan,
    ':/naa': definition.naa,
    ':/subnaa': definition.subNaa,
    ':/longterm': definition.term === 'long' ? '1' : '',
    ':/wrap': definition.term === 'short' ? '1' : '',
    ':/genonly': definition.bindsAnything ? '0' : '1',
    ':/prefix': template.prefix,
    ':/mask': template.mask,
    ':/oacounter': `${sequence.issued}`,
    ':/saclist': sequence.active.map((counter) => `c${counter} `).join(''),
    ':/siclist': sequence.full.map((counter) => ` c${counter}`).join(''),
    ':/fseqnum': `${firstNumber}`,
    ':/gseqnum': `${datedNumber}`,
    ':/gseqnum_date': latestDate,
    ':/held': '-3',
    ':/queued': '0',
    ':/properties': definition.properties,
    ':/erc': definition.report,
    ':/version': '0.424',
  };
  for (const [counter, value] of sequence.counters.entries()) pairs[`:/c${counter}/value`] = `${value}`;
  for (const { id, date, number, padded } of await minter.queue(1_000)) {
    pairs[`:/q/${date}/${String(number).padStart(6, '0')}/${padded}`] = id;
  }
  for (const { element, value } of await minter.notes()) pairs[`:/:/${element}`] = value;
  for (const { id, record, elements } of await minter.identifiersAfter('', 100_000)) {
    const circulation = circulationOf(record);
    if (circulation !== '') pairs[`${id}\t:/c`] = circulation;
    if (record?.isHeld === true) pairs[`${id}\t:/h`] = '1';
    for (const { element, value } of elements) pairs[`${id}\t${element}`] = value;
  }
  return pairs;
};
