import { type Refusal, refuse } from '@perene/api/refusals';
import type { IbipLabel } from '@perene/core';
import { changeItemState, MAX_REASON_LENGTH, mergeMetadata } from '@perene/core/item';
import type { Catalogue, CatalogueItem, ExpectedChange } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author, EditRequest } from '../archive-operations.ts';
import { findCollections } from '../collections/apply-defaults.ts';
import { withDescription } from '../moving/hand-over-steps.ts';
import { removeUncatalogued } from '../upkeep/remove-uncatalogued.ts';
import {
  checkAlias,
  checkAliases,
  checkNewAliases,
  type FindCarrier,
  type IsMinted,
  refuseCarried,
  refuseMinted,
} from './check-aliases.ts';
import { checkAccess, chooseTarget } from './check-description.ts';
import {
  checkIbip,
  checkLabel,
  checkLanguage,
  checkLanguages,
  checkLinks,
  checkTranslation,
  hasLinks,
} from './check-labels.ts';
import { revisionOf } from './view-item.ts';

export const editItem = async (
  {
    catalogue,
    clock,
    isMinted,
    findCarrier,
  }: {
    readonly catalogue: Catalogue;
    readonly clock: Clock;
    readonly isMinted: IsMinted;
    readonly findCarrier: FindCarrier;
  },
  item: CatalogueItem,
  request: EditRequest,
  { who }: Author,
): Promise<void> => {
  refuseUnchangeable(item, request);
  const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
  const revision = revisionOf(item, describing);
  if (request.revision !== undefined && request.revision !== revision) {
    throw refuse('item-changed', { reason: 'revision', label: item.repository, revision });
  }
  const links = checkLinks(request);
  await checkLanguages(catalogue, links);
  checkTranslation(links, request.language === undefined ? item.language : request.language);
  const aliases = checkNewAliases(request.addAliases ?? []);
  await refuseMinted(isMinted, aliases);
  await refuseCarried(findCarrier, item, aliases);
  const change = {
    ...(request.language !== undefined && {
      language: request.language === null ? null : checkLanguage(request.language),
    }),
    ...(request.target !== undefined && {
      target: chooseTarget(await catalogue.files(item.repository), request.target),
    }),
    ...(request.access && { access: checkAccess(request.access) }),
    ...(request.opens !== undefined && { opens: request.opens }),
    ...(request.owner !== undefined && { owner: request.owner }),
    ...(request.collections && { collections: await numbersOf(catalogue, request.collections) }),
    ...(request.addIbips && { addIbips: request.addIbips.map(checkIbip) }),
    ...(request.removeIbips && { removeIbips: await checkAdded(catalogue, item, request.removeIbips) }),
    ...(aliases.length > 0 && { addAliases: aliases }),
    ...(request.removeAliases && { removeAliases: checkOwn(item, request.removeAliases) }),
    ...(request.unlink && { unlink: request.unlink.map(checkLabel) }),
    ...(hasLinks(links) && { links }),
  };
  const changes = Object.keys(change).length > 0 ? [{ item, change }] : [];
  const described = request.metadata === undefined ? [] : [editMetadata(item, describing, request.metadata)];
  if (changes.length + described.length === 0) throw refuse('nothing-to-change');
  await catalogue.change([...changes, ...described], { who, at: clock.now(), action: 'edited' });
};

const numbersOf = async ({ collections }: Catalogue, names: readonly string[]): Promise<readonly bigint[]> =>
  (await findCollections(collections, names)).map(({ number }) => number);

/**
 * A removed item stays as it was, but its links can be removed, and its aliases and added IBIps, so that they may lead
 * to another item.
 */
const refuseUnchangeable = ({ repository, state }: CatalogueItem, request: EditRequest): void => {
  const { removeAliases = [], removeIbips = [], unlink = [], revision: _revision, ...others } = request;
  const isOnlyFreeing =
    removeAliases.length + removeIbips.length + unlink.length > 0 &&
    Object.values(others).every((value) => value === undefined);
  if (state.kind === 'original' || (state.kind === 'deleted' && isOnlyFreeing)) return;
  throw state.kind === 'deleted'
    ? refuse('item-removed', { reason: 'stays', label: repository })
    : refuse('item-refused', { reason: 'not-original', label: repository });
};

/** Refuses an alias that the item does not have, because it may be mistyped. */
const checkOwn = ({ repository, aliases }: CatalogueItem, texts: readonly string[]): readonly string[] => {
  const own = new Set(aliases.map((alias) => checkAlias(alias).key));
  const strange = texts.map(checkAlias).find(({ key }) => !own.has(key));
  if (strange === undefined) return checkAliases(texts);
  throw refuse('alias-unknown', { label: repository, alias: strange.text });
};

const HISTORY_STEP = 500;

/** Refuses IBIps that nobody has added: an item keeps the labels that it was minted, imported or received with. */
const checkAdded = async (
  catalogue: Catalogue,
  { repository, ibips }: CatalogueItem,
  texts: readonly string[],
): Promise<readonly IbipLabel[]> => {
  const labels = texts.map(checkIbip);
  const missing = new Set(labels);
  let before: bigint | undefined;
  do {
    const page = await catalogue.history(repository, { before, limit: HISTORY_STEP });
    for (const { detail } of page.entries) {
      const { after } = detail as { readonly after?: { readonly addIbips?: readonly IbipLabel[] } };
      for (const ibip of after?.addIbips ?? []) missing.delete(ibip);
    }
    before = page.next;
  } while (before !== undefined && missing.size > 0);
  const wrong = labels.find((ibip) => missing.has(ibip) || !ibips.includes(ibip));
  if (wrong === undefined) return labels;
  throw refuse('item-refused', { reason: 'not-added', label: repository, ibip: wrong });
};

const editMetadata = (item: CatalogueItem, describedBy: CatalogueItem | undefined, given: unknown): ExpectedChange => {
  const describing = item.content === 'Metadata' ? item : describedBy;
  if (describing?.metadata === undefined) {
    throw refuse('item-refused', { reason: 'no-metadata', label: item.repository });
  }
  const metadata = mergeMetadata(describing.metadata, given);
  if (!metadata.ok) throw refuse('metadata-invalid', { problems: metadata.problems });
  return { item: describing, change: { metadata: metadata.value } };
};

/** An original leaves a tombstone; a copy leaves nothing. */
export const removeItem = async (
  { catalogue, files, clock }: { readonly catalogue: Catalogue; readonly files: ItemFiles; readonly clock: Clock },
  item: CatalogueItem,
  reason: string,
  { who }: Author,
): Promise<'tombstone' | 'gone'> => {
  const text = reason.trim();
  if (text === '' || text.length > MAX_REASON_LENGTH) {
    throw refuse('reason-missing', { reason: 'tombstone', max: MAX_REASON_LENGTH });
  }
  if (item.content === 'Metadata') {
    throw refuse('item-refused', { reason: 'describes', label: item.repository, other: item.describes ?? '' });
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
  if (state.kind === 'deleted') return refuse('item-removed', { reason: 'before', label: repository });
  return refuse('item-refused', {
    reason: content === 'Service' ? 'archive-service' : 'in-transfer',
    label: repository,
  });
};
