import { API_PATH, type BodyOf, mayChange } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { Uploads } from '../../../../ports/archive/item-files.ts';
import type { DepositedFile, ItemView, LocalArchive } from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import { checkIbi } from '../../../../services/archive/items/check-labels.ts';
import type { Metrics } from '../../metrics.ts';
import { keyedRequestOf } from '../answer-once.ts';
import { authorOf, principalOf } from '../authentication.ts';
import type { ApiRequest, Bind } from '../bind-operation.ts';
import { checkBody } from '../check-body.ts';
import { createItemRights } from './item-rights.ts';
import { etagOf } from './item-routes.ts';
import { readMultipartDeposit } from './multipart-deposit.ts';

export interface DepositServices {
  readonly archive: LocalArchive;
  readonly collections: Pick<CollectionOperations, 'show'>;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
}

export const registerDepositRoute = (bind: Bind, services: DepositServices): void => {
  bind(
    'depositItem',
    (request) => (request.isMultipart() ? depositForm(request, services) : depositUploads(request, services)),
    {
      headers: (item) => ({ location: `${API_PATH}/items/${item.repository}`, ...etagOf(item) }),
      // The catalogue remembers deposits for ever.
      isRememberedByHandler: true,
    },
  );
};

type Deposit = ApiRequest<'depositItem'>;

const depositForm = async (request: Deposit, services: DepositServices): Promise<ItemView> => {
  const form = await readMultipartDeposit(request);
  const body = checkBody(request, 'depositItem', form.item, 'item');
  try {
    return await deposit(request, services, body, form.files);
  } catch (error) {
    throw form.explain(error);
  }
};

const depositUploads = (request: Deposit, services: DepositServices): Promise<ItemView> =>
  deposit(request, services, checkBody(request, 'depositItem', request.body), noFiles());

async function* noFiles(): AsyncGenerator<DepositedFile> {}

const deposit = async (
  request: Deposit,
  { archive, collections, uploads, metrics }: DepositServices,
  body: BodyOf<'depositItem'>,
  files: AsyncIterable<DepositedFile>,
): Promise<ItemView> => {
  await createItemRights(archive, collections).checkAdded(request, body, { isNew: true });
  const { uploads: named = [], keptFiles, ...description } = body;
  const owner = principalOf(request).id;
  const item = await archive.deposit(
    {
      ...description,
      files: joinFiles(findKept(archive, keptFiles, request), findUploads(uploads, named, owner), files),
      request: keyedRequestOf(request, body),
    },
    authorOf(request),
  );
  metrics.countDeposit();
  await Promise.all(named.map(({ id }) => uploads.abandon(id)));
  return item;
};

export async function* joinFiles(...sources: readonly AsyncIterable<DepositedFile>[]): AsyncGenerator<DepositedFile> {
  for (const source of sources) yield* source;
}

/** Files that are here already, under another item. */
export async function* findKept(
  archive: Pick<LocalArchive, 'show' | 'openKept'>,
  kept: BodyOf<'depositItem'>['keptFiles'],
  { principal }: Pick<Deposit, 'principal'>,
): AsyncGenerator<DepositedFile> {
  if (kept === undefined) return;
  const label = checkIbi(kept.of);
  const seesClosed = mayChange(principalOf({ principal }), await archive.show(label));
  yield* archive.openKept(label, { paths: kept.paths, seesClosed });
}

/** Looks for uploads only when they are needed: a deposit that is sent again has used them up already. */
export async function* findUploads(
  uploads: Uploads,
  named: readonly { readonly id: string; readonly path?: string }[],
  owner: string,
): AsyncGenerator<DepositedFile> {
  for (const { id, path } of named) {
    const upload = await uploads.find(id);
    if (upload?.owner !== owner) throw refuse('upload-not-found', { id });
    if (upload.received < upload.bytes) {
      const missing = upload.bytes - upload.received;
      throw refuse('upload-incomplete', { id, missing, received: upload.received });
    }
    yield { path: path ?? upload.path, uploadId: id };
  }
}
