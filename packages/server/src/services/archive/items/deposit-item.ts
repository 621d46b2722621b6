import { Refusal, refuse } from '@perene/api/refusals';
import type { IbipLabel, RepositoryLabel } from '@perene/core';
import { readableFileName } from '@perene/core/item';
import type { Catalogue, KeyedRequest, NewItem } from '../../../ports/archive/catalogue.ts';
import type { ReservedLabels } from '../../../ports/archive/desk/drafts.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author, DepositedFile, DepositRequest } from '../archive-operations.ts';
import { applyDefaults, findCollections } from '../collections/apply-defaults.ts';
import { replaceDocuments } from '../documents/gather-documents.ts';
import { checkKept } from '../documents/open-kept.ts';
import { checkAccess, checkMetadata, chooseTarget } from './check-description.ts';
import { checkLanguage, checkLanguages, checkLinks, checkTranslation, hasLinks } from './check-labels.ts';

/** Mints new labels durably. */
export type MintLabels = (
  count: number,
) => Promise<readonly { readonly repository: RepositoryLabel; readonly ibip?: IbipLabel }[]>;

/** Returns the repository name of the item; for a repeated request, that of the first. */
export const depositItem = async (
  {
    catalogue,
    files,
    clock,
    mint,
    maxFileBytes,
  }: {
    readonly catalogue: Catalogue;
    readonly files: ItemFiles;
    readonly clock: Clock;
    readonly mint: MintLabels;
    readonly maxFileBytes: number;
  },
  given: DepositRequest,
  author: Author,
): Promise<RepositoryLabel> => {
  const earlier = given.request && (await findEarlier(catalogue, given.request));
  if (earlier !== undefined) return earlier;

  const collections = await findCollections(catalogue.collections, given.collections ?? []);
  const request = applyDefaults(given, collections);
  const description = checkDescription(request);
  await checkLanguages(catalogue, description.links ?? {});
  const incoming = await files.begin();
  try {
    const received = await receiveAll(incoming, request.files, maxFileBytes);
    if (received.length === 0) throw refuse('no-files', { reason: 'none' });
    const target = chooseTarget(received, request.target);
    const metadata = checkMetadata(request.metadata, readableFileName(target.split('/').at(-1) ?? target));
    const { draft } = request;
    const [item, describing] = draft ? [draft.labels, ...(await mint(1))] : await mint(2);
    if (item === undefined || describing === undefined) throw new Error('two labels were asked for');
    const at = clock.now();
    const dates = { createdAt: at, updatedAt: at, state: { kind: 'original' } as const };
    const items: readonly NewItem[] = [
      {
        ...labelsOf(item),
        ...description,
        ...dates,
        content: 'Data',
        target,
        files: received,
        owner: draft ? draft.owner : author.person,
        collections: collections.map(({ number }) => ({ collection: number })),
      },
      { ...labelsOf(describing), ...dates, content: 'Metadata', describes: item.repository, metadata },
    ];
    if (draft) {
      // Documents that an attempt left behind, which a crash ended, must not be in the way.
      const place = { repository: item.repository, files: received };
      await replaceDocuments({ catalogue, incoming }, place, (beforeCommit) =>
        catalogue.add(items, { who: author.who, at, draft, beforeCommit }),
      );
      return item.repository;
    }
    await incoming.keep(item.repository);
    try {
      await catalogue.add(items, { who: author.who, at, request: request.request });
    } catch (error) {
      if (await isAbsent(catalogue, item.repository)) await incoming.withdraw(item.repository);
      const isRepeated = error instanceof Refusal && error.code === 'request-repeated';
      const first = isRepeated && request.request ? await findEarlier(catalogue, request.request) : undefined;
      if (first !== undefined) return first;
      throw error;
    }
    return item.repository;
  } finally {
    await incoming.discard();
  }
};

/**
 * A commit may succeed although its result was lost, so documents are taken back only if the catalogue surely does not
 * have them.
 */
const isAbsent = async (catalogue: Catalogue, repository: RepositoryLabel): Promise<boolean> => {
  try {
    return (await catalogue.find(repository)) === undefined;
  } catch {
    return false;
  }
};

const labelsOf = ({ repository, ibip }: ReservedLabels) => ({
  repository,
  ibips: ibip === undefined ? [] : [ibip],
});

/** Checks all that can be refused before a single byte is read. */
export const checkDescription = (
  request: Omit<DepositRequest, 'files'>,
): Pick<NewItem, 'language' | 'access' | 'opens' | 'links'> => {
  const links = checkLinks(request);
  if (request.metadata !== undefined) checkMetadata(request.metadata, 'a title');
  checkTranslation(links, request.language);
  return {
    language: request.language === undefined ? undefined : checkLanguage(request.language),
    access: request.access && checkAccess(request.access),
    opens: request.opens,
    links: hasLinks(links) ? links : undefined,
  };
};

const receiveAll = async (
  incoming: IncomingDocuments,
  files: AsyncIterable<DepositedFile>,
  maxBytes: number,
): Promise<readonly ItemFile[]> => {
  const received: ItemFile[] = [];
  for await (const file of files) {
    const kept =
      'uploadId' in file
        ? await incoming.adopt(file.path, file.uploadId)
        : await incoming.receive(file.path, file.open(0), { maxBytes });
    checkKept(kept, file);
    received.push(kept);
  }
  return received;
};

const findEarlier = async (catalogue: Catalogue, request: KeyedRequest): Promise<RepositoryLabel | undefined> => {
  const earlier = await catalogue.findRequest(request.key);
  if (earlier !== undefined && earlier.fingerprint !== request.fingerprint) {
    throw refuse('request-differs');
  }
  return earlier?.repository;
};
