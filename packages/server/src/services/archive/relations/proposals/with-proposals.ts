import type { Author, ItemView, Links, LocalArchive } from '../../archive-operations.ts';
import { checkLabel } from '../../items/check-labels.ts';
import { proposeLinks } from '../create-relations.ts';
import type { RelationOperations } from '../relation-operations.ts';
import type { LinkSettling } from './settle-proposals.ts';

/**
 * Deposits and edits that also propose their links to the holders of the other items, and return the answers. When a
 * link is removed, its proposal is withdrawn.
 */
export const withProposals = (
  archive: LocalArchive,
  relations: Pick<RelationOperations, 'propose'> & LinkSettling,
): LocalArchive => {
  const propose = async (item: ItemView, author: Author): Promise<ItemView> => {
    const proposals = await proposeLinks(relations, item, author);
    return proposals === undefined ? item : { ...item, proposals };
  };
  const checkBetween = async ({ editionOf, nextEdition }: Links): Promise<void> => {
    if (editionOf === undefined || nextEdition === undefined) return;
    await relations.checkBetween(checkLabel(editionOf), checkLabel(nextEdition));
  };
  return {
    ...archive,
    async deposit(request, author) {
      await checkBetween(request);
      return propose(await archive.deposit(request, author), author);
    },
    async edit(name, change, author) {
      await checkBetween(change);
      if (change.nextEdition !== undefined) {
        const { repository, metadata } = await archive.show(name);
        const item = { repository, describedBy: metadata?.repository };
        await relations.checkNextEdition(item, checkLabel(change.nextEdition));
      }
      const item = await archive.edit(name, change, author);
      if (change.unlink !== undefined) await relations.withdraw(checkLabel(item.repository));
      if ((change.nextEdition ?? change.translations ?? change.translationOf) !== undefined) {
        await relations.settle(checkLabel(item.repository), author);
      }
      const isLinking = (change.editionOf ?? change.translationOf ?? change.translations) !== undefined;
      return isLinking ? propose(item, author) : item;
    },
    async remove(name, request, author) {
      const item = await archive.remove(name, request, author);
      await relations.withdraw(checkLabel(item.repository));
      return item;
    },
  };
};
