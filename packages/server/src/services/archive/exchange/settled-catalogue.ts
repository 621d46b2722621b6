import type { Catalogue } from '../../../ports/archive/catalogue.ts';

/**
 * The catalogue for code that acknowledges changes. Before its methods resolve, the resolver knows all labels that this
 * or an earlier request has written.
 */
export const settleCatalogue = (catalogue: Catalogue, settle: () => Promise<void>): Catalogue => ({
  ...catalogue,
  settled: settle,
  async add(items, authorship) {
    await catalogue.add(items, authorship);
    await settle();
  },
  async change(changes, authorship) {
    await catalogue.change(changes, authorship);
    await settle();
  },
  async findRequest(key) {
    const found = await catalogue.findRequest(key);
    if (found !== undefined) await settle();
    return found;
  },
  async findTransfer(id) {
    const found = await catalogue.findTransfer(id);
    if (found !== undefined) await settle();
    return found;
  },
});
