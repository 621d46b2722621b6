import { refuse } from '@perene/api/refusals';
import { type Metadata, readableFileName } from '@perene/core/item';
import type { Collection } from '../../../ports/archive/desk/collections.ts';
import type { StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import { applyDefaults } from '../collections/apply-defaults.ts';
import { checkMetadata, chooseTarget } from '../items/check-description.ts';
import { checkDescription } from '../items/deposit-item.ts';

/** The item that a draft would become; refuses one that could not be published. */
export const checkDraft = (draft: Pick<StoredDraft, 'content' | 'files'>, collections: readonly Collection[]) => {
  const content = applyDefaults(draft.content, collections);
  const description = checkDescription(content);
  if (draft.files.length === 0) throw refuse('no-files', { reason: 'none' });
  const target = chooseTarget(draft.files, content.target);
  const metadata: Metadata = checkMetadata(content.metadata, readableFileName(target.split('/').at(-1) ?? target));
  return { ...description, target, metadata };
};
