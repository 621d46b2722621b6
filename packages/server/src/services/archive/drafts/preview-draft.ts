import { Refusal } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { type Metadata, titleIn } from '@perene/core/item';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { ItemView } from '../archive-operations.ts';
import { findCollections } from '../collections/apply-defaults.ts';
import { timeOf } from '../items/view-item.ts';
import { checkDraft } from './check-draft.ts';
import { summarizeDraft } from './view-draft.ts';

/** Stands where the label will be, if none is reserved yet. */
export const LABEL_TO_COME = 'label-to-come.invalid/draft/2000/01.01.00.00' as RepositoryLabel;

export interface DraftPreview {
  readonly item: ItemView;
  /** Why it cannot be published as it is. */
  readonly problem: Refusal | undefined;
}

/** The item as it would be if the draft were published now. */
export const previewDraft = async (
  {
    catalogue,
    clock,
    resolverUrl,
  }: { readonly catalogue: Catalogue; readonly clock: Clock; readonly resolverUrl: string },
  draft: StoredDraft,
): Promise<DraftPreview> => {
  const { checked, collections, problem } = await check(catalogue, draft);
  const title = summarizeDraft(draft, undefined, resolverUrl).title ?? draft.id;
  const fields: Metadata = checked?.metadata ?? { title: [{ value: title }] };
  const { repository = LABEL_TO_COME, ibip } = draft.reservation ?? {};
  const now = timeOf(clock.now());
  const target = checked?.target ?? draft.files[0]?.path;
  const item: ItemView = {
    repository,
    ...(ibip !== undefined && { ibip }),
    ibips: ibip === undefined ? [] : [ibip],
    aliases: [],
    persistentUrl: `${resolverUrl}/${ibip ?? repository}`,
    state: 'Original',
    title: titleIn(fields, checked?.language) ?? title,
    creators: (fields['creator'] ?? []).map(({ value }) => value),
    ...(checked?.language !== undefined && { language: checked.language }),
    created: now,
    updated: now,
    changed: now,
    content: 'Data',
    ...(target !== undefined && { target }),
    access: checked?.access ?? { fileList: 'open' },
    ...(checked?.opens && { opens: checked.opens }),
    collections: collections.map(({ name, title: named }) => ({ name, title: named })),
    files: draft.files.map(({ path, bytes, sha256, mediaType }) => ({ path, bytes, sha256, mediaType })),
    metadata: { repository, fields, updated: now },
    editions: { all: [] },
    translations: {},
    elsewhere: {},
    links: [],
    revision: Number(draft.revision),
  };
  return { item, problem };
};

const check = async ({ collections: known }: Catalogue, draft: StoredDraft) => {
  try {
    const collections = await findCollections(known, draft.content.collections ?? []);
    return { checked: checkDraft(draft, collections), collections, problem: undefined };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return { checked: undefined, collections: [], problem };
  }
};
