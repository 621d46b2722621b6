import type { FileFolder } from '../../../../ports/node/given-files.ts';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import type { ReadArrivals } from '../../../../services/archive/arrivals/arrival.ts';
import { readOai } from '../../../../services/archive/arrivals/oai/read-oai.ts';
import { readOaiTexts } from '../../../../services/archive/arrivals/oai/read-page.ts';
import type { Difference, Reconciliation } from '../../../../services/archive/arrivals/reconcile.ts';
import { withRecords } from '../../../../services/archive/arrivals/record-sources.ts';
import { readSaf } from '../../../../services/archive/arrivals/saf/read-saf.ts';
import { readUrlibTexts } from '../../../../services/archive/arrivals/urlib/read-sheet.ts';
import { readUrlib } from '../../../../services/archive/arrivals/urlib/read-urlib.ts';
import { formatBytes, type NamedValue } from '../rows.ts';
import { wrongUsage } from '../terminal.ts';

/** Other repositories whose items can be taken in. */
export const REPOSITORY_FORMATS = ['saf', 'oai', 'urlib'] as const;
export type RepositoryFormat = (typeof REPOSITORY_FORMATS)[number];

interface Source {
  readonly folder: FileFolder;
  /** The address that the repository had on the web. */
  readonly site: string | undefined;
  readonly now: bigint;
  readonly secrets: Pick<Secrets, 'sha256'>;
}

interface Repository {
  readonly read: ReadArrivals;
  /** Where the files of its items are. */
  readonly sources: Pick<FileFolder, 'open' | 'hash'>;
}

const WEB_ADDRESS = /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

export const openRepository = (format: RepositoryFormat, { folder, site, now, secrets }: Source): Repository => {
  if (format === 'urlib') {
    if (site !== undefined) throw wrongUsage('--site: only with --format saf or oai');
    return { read: () => readUrlib(folder), sources: withRecords(folder, readUrlibTexts(folder), secrets) };
  }
  if (site !== undefined && !WEB_ADDRESS.test(site))
    throw wrongUsage('--site: give an address such as https://example.org');
  const address = site?.replace(/\/+$/, '');
  const today = new Date(Number(now / 1_000n)).toISOString().slice(0, DAY_LENGTH);
  if (format === 'saf') return { read: () => readSaf(folder, { address, today }), sources: folder };
  const sources = withRecords(folder, readOaiTexts(folder), secrets);
  return { read: () => readOai(folder, { address, today }), sources };
};

const PARTS: Readonly<Record<Difference['part'], string>> = {
  record: 'is not in the Archive',
  metadata: 'has other metadata in the Archive',
  description: 'has another description in the Archive',
  label: 'lacks a label in the Archive',
  'file-missing': 'is not in the Archive',
  'file-differs': 'is another file in the Archive',
  'file-added': 'is in the Archive only',
  'file-unlisted': 'is on no list of its item, and was not taken in',
  'file-unreadable': 'cannot be read any more',
  'files-lacking': 'of the files that its record tells of are not in the source',
  address: 'does not lead to the item',
};

export const describeDifference = ({ place, label, part, name }: Difference): string =>
  `${[place, ...(label === undefined ? [] : [label])].join(', ')}: ${name === undefined ? 'the item' : name} ${PARTS[part]}`;

export const reconciliationRows = ({ source, here, addresses, differences }: Reconciliation): readonly NamedValue[] => [
  ['records', `${here.records} of ${source.records}`],
  ['files', `${here.files} of ${source.files}`],
  ['bytes', `${formatBytes(here.bytes)} of ${formatBytes(source.bytes)}, by SHA-256`],
  ['old addresses', `${addresses.leading} of ${addresses.told}`],
  ['differences', String(differences)],
];
