import type { Catalogue, KeyedRequest, NewItem } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Author, DepositedFile, DepositRequest } from './archive-operations.ts';
import { checkAccess, checkMetadata, chooseTarget } from './check-description.ts';
import { checkLanguage, checkLinks, hasLinks } from './labels.ts';

export interface DepositNeeds {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  /** Labels that nobody has had before, durably given. */
  readonly mint: (count: number) => Promise<readonly { readonly repository: string; readonly ibip?: string }[]>;
  readonly maxFileBytes: number;
}

/** Answers the repository name of the item: the first request's where this one is sent again. */
export const depositItem = async (needs: DepositNeeds, request: DepositRequest, author: Author): Promise<string> => {
  const { catalogue, files } = needs;
  const earlier = request.request && (await findEarlier(catalogue, request.request));
  if (earlier !== undefined) return earlier;

  const description = checkDescription(request);
  const incoming = await files.begin();
  try {
    const received = await receiveAll(incoming, request.files, needs.maxFileBytes);
    if (received.length === 0) throw new Refusal('no-files', 'an item needs at least one file: give its path');
    const target = chooseTarget(received, request.target);
    const metadata = checkMetadata(request.metadata, target.split('/').at(-1) ?? target);
    const [item, describing] = await needs.mint(2);
    if (item === undefined || describing === undefined) throw new Error('two labels were asked for');
    const at = needs.clock.now();
    const dates = { createdAt: at, updatedAt: at, state: { kind: 'original' } as const };
    const items: readonly NewItem[] = [
      { ...labelsOf(item), ...description, ...dates, content: 'Data', target, files: received },
      { ...labelsOf(describing), ...dates, content: 'Metadata', describes: item.repository, metadata },
    ];
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

/** A commit may succeed although its answer was lost: only what is surely not catalogued is taken back. */
const isAbsent = async (catalogue: Catalogue, repository: string): Promise<boolean> => {
  try {
    return (await catalogue.find(repository)) === undefined;
  } catch {
    return false;
  }
};

const labelsOf = ({ repository, ibip }: { readonly repository: string; readonly ibip?: string }) => ({
  repository,
  ibips: ibip === undefined ? [] : [ibip],
});

/** What can be refused before a single byte is read. */
const checkDescription = (request: DepositRequest): Pick<NewItem, 'language' | 'access' | 'links'> => {
  const links = checkLinks(request);
  if (request.metadata !== undefined) checkMetadata(request.metadata, 'a title');
  return {
    language: request.language === undefined ? undefined : checkLanguage(request.language),
    access: request.access && checkAccess(request.access),
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
    received.push(
      'uploadId' in file
        ? await incoming.adopt(file.path, file.uploadId)
        : await incoming.receive(file.path, file.open(0), { maxBytes }),
    );
  }
  return received;
};

const findEarlier = async (catalogue: Catalogue, request: KeyedRequest): Promise<string | undefined> => {
  const earlier = await catalogue.findRequest(request.key);
  if (earlier !== undefined && earlier.fingerprint !== request.fingerprint) {
    throw new Refusal('request-differs', 'this Idempotency-Key was used for another request: take a new one');
  }
  return earlier?.repository;
};
