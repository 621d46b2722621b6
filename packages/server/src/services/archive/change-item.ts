import { changeItemState, mergeMetadata } from '@perene/core/item';
import type { Catalogue, CatalogueItem, ExpectedChange } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ItemFiles } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Author, EditRequest } from './archive-operations.ts';
import { checkAccess, chooseTarget, MetadataRefusal } from './check-description.ts';
import { withDescription } from './hand-over-steps.ts';
import { checkIbip, checkLanguage, checkLinks, hasLinks } from './labels.ts';
import { removeUncatalogued } from './remove-uncatalogued.ts';
import { revisionOf } from './view-item.ts';

export interface ChangeNeeds {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
}

const MAX_REASON_LENGTH = 2_000;

export const editItem = async (
  { catalogue, clock }: ChangeNeeds,
  item: CatalogueItem,
  request: EditRequest,
  { who }: Author,
): Promise<void> => {
  if (item.state.kind === 'deleted')
    throw new Refusal('item-removed', `${item.repository} was removed: it stays as it was`);
  if (item.state.kind !== 'original') {
    throw new Refusal(
      'item-refused',
      `${item.repository} is not the original here: change the original, then refresh the copy`,
    );
  }
  const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
  const revision = revisionOf(item, describing);
  if (request.revision !== undefined && request.revision !== revision) {
    throw new Refusal(
      'item-changed',
      `${item.repository} is at revision ${revision} now: look at it again, then repeat`,
    );
  }
  const links = checkLinks(request);
  const change = {
    ...(request.language !== undefined && {
      language: request.language === null ? null : checkLanguage(request.language),
    }),
    ...(request.target !== undefined && {
      target: chooseTarget(await catalogue.files(item.repository), request.target),
    }),
    ...(request.access && { access: checkAccess(request.access) }),
    ...(request.addIbips && { addIbips: request.addIbips.map(checkIbip) }),
    ...(hasLinks(links) && { links }),
  };
  const changes = Object.keys(change).length > 0 ? [{ item, change }] : [];
  const described = request.metadata === undefined ? [] : [editMetadata(item, describing, request.metadata)];
  if (changes.length + described.length === 0) throw new Refusal('nothing-to-change', 'nothing to change was given');
  await catalogue.change([...changes, ...described], { who, at: clock.now(), action: 'edited' });
};

const editMetadata = (item: CatalogueItem, describedBy: CatalogueItem | undefined, given: unknown): ExpectedChange => {
  const describing = item.content === 'Metadata' ? item : describedBy;
  if (describing?.metadata === undefined) {
    throw new Refusal('item-refused', `${item.repository} has no metadata in this Archive`);
  }
  const metadata = mergeMetadata(describing.metadata, given);
  if (!metadata.ok) throw new MetadataRefusal(metadata.problems);
  return { item: describing, change: { metadata: metadata.value } };
};

/** An original leaves a tombstone; a copy is simply not here any more. */
export const removeItem = async (
  { catalogue, files, clock }: ChangeNeeds,
  item: CatalogueItem,
  reason: string,
  { who }: Author,
): Promise<'tombstone' | 'gone'> => {
  const text = reason.trim();
  if (text === '' || text.length > MAX_REASON_LENGTH) {
    throw new Refusal(
      'reason-missing',
      `say why, in at most ${MAX_REASON_LENGTH} characters: the tombstone will show it`,
    );
  }
  if (item.content === 'Metadata') {
    throw new Refusal(
      'item-refused',
      `${item.repository} describes ${item.describes}: remove that one, its description stays`,
    );
  }
  const at = clock.now();
  const event = { kind: 'delete', at, reason: text } as const;
  const next = changeItemState(item.state, event, { isIntransferable: item.content === 'Service' });
  if (!next.ok) throw cannotRemove(item);
  if (next.state !== undefined) {
    await catalogue.change([{ item, change: { state: next.state } }], { who, at, action: 'removed' });
    await files.remove(item.repository);
    return 'tombstone';
  }
  await catalogue.forget((await withDescription(catalogue, item)).toReversed(), { who, at });
  await removeUncatalogued({ catalogue, files }, item.repository, { who, at, action: 'copy dropped' });
  return 'gone';
};

const cannotRemove = ({ repository, content, state }: CatalogueItem): Refusal => {
  if (state.kind === 'deleted') return new Refusal('item-removed', `${repository} was removed before`);
  return new Refusal(
    'item-refused',
    content === 'Service'
      ? `${repository} is the Archive service itself, which can neither be removed nor moved`
      : `${repository} is being handed over to another Archive: finish or abort the transfer first`,
  );
};
