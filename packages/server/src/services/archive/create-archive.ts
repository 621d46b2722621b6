import type { Catalogue, CatalogueItem } from '../../ports/catalogue.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { ArchiveOperations } from './archive-operations.ts';
import { type ChangeNeeds, editItem, removeItem } from './change-item.ts';
import { type DepositNeeds, depositItem } from './deposit-item.ts';
import { checkLabel } from './labels.ts';
import { summarizeItem, timeOf, viewItem } from './view-item.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

/** What people and programs do with the items of this node. */
export const createArchive = (
  needs: DepositNeeds & ChangeNeeds & { readonly resolverUrl: string },
): ArchiveOperations => {
  const { catalogue, resolverUrl } = needs;
  const show = async (label: string) => viewItem(catalogue, await findItem(catalogue, label), resolverUrl);
  return {
    show,
    deposit: async (request, author) => show(await depositItem(needs, request, author)),
    files: async (label) => catalogue.files((await findItem(catalogue, label)).repository),
    async list({ words, cursor, limit }) {
      const page = await catalogue.list({ words, ...pageOf(cursor, limit) });
      return {
        items: page.entries.map(({ item, metadata }) => summarizeItem(item, metadata, resolverUrl)),
        ...(page.next !== undefined && { next: String(page.next) }),
      };
    },
    async edit(label, change, author) {
      await editItem(needs, await findItem(catalogue, label), change, author);
      return show(label);
    },
    async remove(label, { reason }, author) {
      const item = await findItem(catalogue, label);
      const before = await viewItem(catalogue, item, resolverUrl);
      const outcome = await removeItem(needs, item, reason, author);
      return outcome === 'tombstone' ? show(label) : { ...before, state: 'Deleted' };
    },
    async history(label, { cursor, limit }) {
      const item = await catalogue.find(checkLabel(label));
      const page = await catalogue.history(item?.repository ?? checkLabel(label), pageOf(cursor, limit));
      if (item === undefined && page.entries.length === 0) throw notFound(label);
      return {
        entries: page.entries.map(({ at, who, action, detail }) => ({ at: timeOf(at), who, action, detail })),
        ...(page.next !== undefined && { next: String(page.next) }),
      };
    },
  };
};

const notFound = (label: string): Refusal => new Refusal('item-not-found', `${label} is not in this Archive`);

export const findItem = async (catalogue: Catalogue, label: string): Promise<CatalogueItem> => {
  const item = await catalogue.find(checkLabel(label));
  if (item === undefined) throw notFound(label);
  return item;
};

const pageOf = (
  cursor: string | undefined,
  limit = DEFAULT_LIMIT,
): { readonly before: bigint | undefined; readonly limit: number } => {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
    throw new Refusal('cursor-invalid', `"${cursor}" is no cursor: take "next" of the page before`);
  }
  return {
    before: cursor === undefined ? undefined : BigInt(cursor),
    limit: Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT),
  };
};
