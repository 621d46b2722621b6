import { type Refusal, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { aliasLabel } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import type { Catalogue, CatalogueItem, CatalogueReader, ItemName } from '../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../ports/archive/item-files.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { LabelOrAlias, LocalArchive } from './archive-operations.ts';
import { openKept } from './documents/open-kept.ts';
import { editItem, removeItem } from './items/change-item.ts';
import type { FindCarrier, IsMinted } from './items/check-aliases.ts';
import { depositItem, type MintLabels } from './items/deposit-item.ts';
import { presentItem } from './items/present-item.ts';
import { dayOf, timeOf, viewItem } from './items/view-item.ts';
import { limitOf, listItems } from './listing/list-items.ts';
import { suggestValues } from './listing/suggest-values.ts';
import { restoreItem, withdrawItem } from './withdrawing/withdraw-item.ts';

/** The operations on the items of this node. */
export const createArchive = ({
  catalogue,
  files,
  clock,
  mint,
  isMinted,
  findCarrier = async () => undefined,
  maxFileBytes,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly mint: MintLabels;
  readonly isMinted: IsMinted;
  /** Without it, nobody else is asked. */
  readonly findCarrier?: FindCarrier;
  readonly maxFileBytes: number;
  readonly resolverUrl: string;
}): LocalArchive => {
  const show = (name: LabelOrAlias) =>
    catalogue.snapshot(async (snapshot) => viewItem(snapshot, await findItem(snapshot, name), resolverUrl));
  return {
    show,
    present: (name, days) =>
      catalogue.snapshot(async (snapshot) =>
        presentItem(snapshot, await findItem(snapshot, name), { resolverUrl, ...days }),
      ),
    suggest: (request) => suggestValues(catalogue, request),
    async *openKept(name, kept) {
      yield* openKept({ catalogue, files, clock }, await findItem(catalogue, name), kept);
    },
    async deposit(request, author) {
      const repository = await depositItem({ catalogue, files, clock, mint, maxFileBytes }, request, author);
      return catalogue.snapshot(async (snapshot) =>
        viewItem(snapshot, await findByLabel(snapshot, repository), resolverUrl),
      );
    },
    files: (name) =>
      catalogue.snapshot(async (snapshot) => snapshot.files((await findItem(snapshot, name)).repository)),
    list: (request) => listItems(catalogue, request, { resolverUrl, today: dayOf(clock.now()) }),
    async edit(name, change, author) {
      await editItem({ catalogue, clock, isMinted, findCarrier }, await findItem(catalogue, name), change, author);
      return show(name);
    },
    async remove(name, { reason }, author) {
      const item = await findItem(catalogue, name);
      const before = await catalogue.snapshot((snapshot) => viewItem(snapshot, item, resolverUrl));
      const outcome = await removeItem({ catalogue, files, clock }, item, reason, author);
      return outcome === 'tombstone' ? show(name) : { ...before, state: 'Deleted' };
    },
    async withdraw(name, { reason }, author) {
      await withdrawItem({ catalogue, clock }, await findItem(catalogue, name), reason, author);
      return show(name);
    },
    async restore(name, author) {
      await restoreItem({ catalogue, clock }, await findItem(catalogue, name), author);
      return show(name);
    },
    async history(name, { cursor, limit }) {
      const names = namesOf(name);
      const page = await catalogue.snapshot(async (snapshot) => {
        const item = await findNamed(snapshot, names);
        const found = await snapshot.history(item?.repository ?? names[0], pageOf(cursor, limit));
        if (item === undefined && found.entries.length === 0) throw notFound(name.text);
        return found;
      });
      return {
        entries: page.entries.map(({ at, who, action, detail }) => ({ at: timeOf(at), who, action, detail })),
        ...(page.next !== undefined && { next: String(page.next) }),
      };
    },
    async claims(name, { cursor, limit }) {
      const page = await catalogue.snapshot(async (snapshot) =>
        snapshot.statements((await findItem(snapshot, name)).repository, pageOf(cursor, limit)),
      );
      return {
        claims: page.entries.map(({ hash, text }) => ({ hash, signed: text })),
        ...(page.next !== undefined && { next: String(page.next) }),
      };
    },
  };
};

const notFound = (label: string): Refusal => refuse('item-not-found', { reason: 'label', label });

/** A label of before RTC-10 is an alias only if no item has a label that it stands for. */
const namesOf = (name: LabelOrAlias): readonly [ItemName, ...ItemName[]] => {
  if (!('key' in name)) return [name.text];
  const alias = aliasLabel(name);
  const reading = name.kind === 'legacy' ? readPersistentUrl(name.text) : undefined;
  if (!reading?.ok) return [alias];
  const { url, alternatives } = reading.value;
  return [url.ibi.text, ...alternatives.map((label) => label.text), alias];
};

const findNamed = async (
  catalogue: Pick<CatalogueReader, 'find'>,
  names: readonly ItemName[],
): Promise<CatalogueItem | undefined> => {
  for (const name of names) {
    const item = await catalogue.find(name);
    if (item !== undefined) return item;
  }
  return undefined;
};

export const findItem = async (
  catalogue: Pick<CatalogueReader, 'find' | 'findReservation'>,
  name: LabelOrAlias,
): Promise<CatalogueItem> => {
  const names = namesOf(name);
  const item = await findNamed(catalogue, names);
  if (item !== undefined) return item;
  const reservation = await catalogue.findReservation(names[0]);
  if (reservation === undefined) throw notFound(name.text);
  const reason = reservation.state === 'ended' ? 'ended' : 'draft';
  throw refuse('label-reserved', { reason, label: name.text, since: timeOf(reservation.reservedAt) });
};

export const findByLabel = async (catalogue: Pick<CatalogueReader, 'find'>, label: Label): Promise<CatalogueItem> => {
  const item = await catalogue.find(label);
  if (item === undefined) throw notFound(label);
  return item;
};

const pageOf = (
  cursor: string | undefined,
  limit: number | undefined,
): { readonly before: bigint | undefined; readonly limit: number } => {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
    throw refuse('cursor-invalid', { cursor });
  }
  return {
    before: cursor === undefined ? undefined : BigInt(cursor),
    limit: limitOf(limit),
  };
};
