import { Refusal } from '@perene/api/refusals';
import { aliasLabel, type Metadata } from '@perene/core/item';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder } from '../../../ports/node/given-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { type ImportRecord, metadataOfRecord, parseImportRecord } from '../importing/import-record.ts';
import { checkAlias } from '../items/check-aliases.ts';
import type { Arrival } from './arrival.ts';
import { findArrived } from './find-arrived.ts';

interface Holding {
  readonly records: number;
  readonly files: number;
  readonly bytes: number;
}

/** What the source has, beside what the Archive holds of it. */
export interface Reconciliation {
  readonly source: Holding;
  /** Only what is the same as in the source, hashes and all. */
  readonly here: Holding;
  /** Old addresses: how many there are, and how many lead to their item. */
  readonly addresses: { readonly told: number; readonly leading: number };
  readonly differences: number;
}

export interface Difference {
  /** The folder or file of the item in the source. */
  readonly place: string;
  readonly label: string | undefined;
  /**
   * `record`: it is not here. `metadata`: the description is another one. `file-missing`, `file-differs`, `file-added`:
   * of the item here. `file-unlisted`: in the source, on no list. `file-unreadable`: in the source. `files-lacking`:
   * so many that its record tells of are not in the source. `address`: it does
   * not lead to the item. `description`, `label`: another label than that of the source.
   */
  readonly part:
    | 'record'
    | 'metadata'
    | 'description'
    | 'label'
    | 'file-missing'
    | 'file-differs'
    | 'file-added'
    | 'file-unlisted'
    | 'file-unreadable'
    | 'files-lacking'
    | 'address';
  /** The path of the file, or the address. */
  readonly name?: string;
}

const ITEMS_AT_A_TIME = 4;

/** Reads the whole source again, and every file that the Archive holds of it; all that differs is named. */
export const reconcile = async (
  node: {
    readonly catalogue: Catalogue;
    readonly files: Pick<ItemFiles, 'hash'>;
    readonly sources: Pick<FileFolder, 'hash'>;
    readonly clock: Clock;
  },
  arrivals: AsyncIterable<Arrival>,
  onDifference?: (difference: Difference) => Promise<void> | void,
): Promise<Reconciliation> => {
  const source = { records: 0, files: 0, bytes: 0 };
  const here = { records: 0, files: 0, bytes: 0 };
  const addresses = { told: 0, leading: 0 };
  let differences = 0;
  await forEachConcurrently(arrivals, { limit: ITEMS_AT_A_TIME }, async (arrival) => {
    const compared = await compareArrival(node, arrival);
    source.records += 1;
    if (compared.isHere) here.records += 1;
    for (const { bytes, isHere } of compared.files) {
      source.files += 1;
      source.bytes += bytes;
      if (!isHere) continue;
      here.files += 1;
      here.bytes += bytes;
    }
    addresses.told += compared.addresses.told;
    addresses.leading += compared.addresses.leading;
    differences += compared.differences.length;
    for (const difference of compared.differences) await onDifference?.(difference);
  });
  return { source, here, addresses, differences };
};

interface Compared {
  readonly isHere: boolean;
  readonly files: readonly { readonly bytes: number; readonly isHere: boolean }[];
  readonly addresses: { readonly told: number; readonly leading: number };
  readonly differences: readonly Difference[];
}

type Comparing = Parameters<typeof reconcile>[0];

const compareArrival = async (node: Comparing, arrival: Arrival): Promise<Compared> => {
  const { place, unlisted = [], lacking = 0 } = arrival;
  const item = await findArrived(node.catalogue, arrival);
  const of = { place, label: item?.repository };
  const lost: readonly Difference[] = [
    ...unlisted.map((name): Difference => ({ ...of, part: 'file-unlisted', name })),
    ...(lacking > 0 ? [{ ...of, part: 'files-lacking', name: String(lacking) } as const] : []),
  ];
  const record = item && readRecord(arrival, item, node.clock.now());
  if (item === undefined || record === undefined) {
    const files = (arrival.record?.files ?? []).map(({ bytes = 0 }) => ({ bytes, isHere: false }));
    const addresses = { told: arrival.record?.aliases?.length ?? 0, leading: 0 };
    return { isHere: false, files, addresses, differences: [{ place, label: undefined, part: 'record' }, ...lost] };
  }
  const about = { place, label: item.repository };
  const files = await compareFiles(node, record, item);
  const aliases = await compareAliases(node, record, item);
  const wrong = [...(await compareDescription(node, record, item)), ...files.wrong, ...aliases.wrong];
  return {
    isHere: true,
    files: files.compared,
    addresses: {
      told: record.item.aliases?.length ?? 0,
      leading: (record.item.aliases?.length ?? 0) - aliases.wrong.length,
    },
    differences: [...wrong.map((difference): Difference => ({ ...about, ...difference })), ...lost],
  };
};

/** Undefined for a record that no import takes. */
const readRecord = ({ record }: Arrival, { repository }: CatalogueItem, now: bigint): ImportRecord | undefined => {
  try {
    return parseImportRecord(JSON.stringify({ ...record, repository }), now);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

type Wrong = Pick<Difference, 'part' | 'name'>;

const compareFiles = async ({ catalogue, files, sources }: Comparing, record: ImportRecord, item: CatalogueItem) => {
  const wrong: Wrong[] = [];
  const compared: { readonly bytes: number; readonly isHere: boolean }[] = [];
  const held = new Set((await catalogue.files(item.repository)).map(({ path }) => path));
  for (const { path, from } of record.files) {
    const [there, own] = [await hashSource(sources, from), await files.hash(item.repository, path)];
    const isHere =
      there !== undefined && held.delete(path) && own?.sha256 === there.sha256 && own.bytes === there.bytes;
    compared.push({ bytes: there?.bytes ?? 0, isHere });
    if (isHere) continue;
    const part = there === undefined ? 'file-unreadable' : own === undefined ? 'file-missing' : 'file-differs';
    wrong.push({ part, name: from });
  }
  const isGone = record.item.state.kind === 'deleted';
  return {
    compared,
    wrong: [...wrong, ...(isGone ? [] : [...held].map((name): Wrong => ({ part: 'file-added', name })))],
  };
};

const hashSource = async (sources: Comparing['sources'], from: string) => {
  try {
    return await sources.hash(from);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const compareAliases = async (
  { catalogue }: Comparing,
  { item: { aliases = [] } }: ImportRecord,
  item: CatalogueItem,
) => {
  const wrong: Wrong[] = [];
  for (const text of aliases) {
    const found = await catalogue.find(aliasLabel(checkAlias(text)));
    if (found?.repository !== item.repository) wrong.push({ part: 'address', name: text });
  }
  return { wrong };
};

const compareDescription = async (
  { catalogue }: Comparing,
  { item, description }: ImportRecord,
  here: CatalogueItem,
): Promise<readonly Wrong[]> => {
  const own = here.describedBy === undefined ? undefined : await catalogue.find(here.describedBy);
  const expected = metadataOfRecord(description, here.target);
  const { repository = own?.repository, ibips } = description;
  const labels: readonly (readonly [Difference['part'], boolean])[] = [
    ['metadata', own?.metadata !== undefined && spell(own.metadata) === spell(expected)],
    ['description', repository === own?.repository && ibips.every((ibip) => own?.ibips.includes(ibip))],
    ['label', item.ibips.every((ibip) => here.ibips.includes(ibip))],
  ];
  return labels.filter(([, isSame]) => !isSame).map(([part]) => ({ part }));
};

/** The same text for the same metadata, in whichever order the fields are. */
const spell = (metadata: Metadata): string =>
  JSON.stringify(
    Object.entries(metadata)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, values]) => [
        name,
        values.map((value) => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  );
