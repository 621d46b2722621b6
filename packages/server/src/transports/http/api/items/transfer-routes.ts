import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { Refusal, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM } from '@perene/core/item';
import type { FastifyRequest } from 'fastify';
import type { TransferAuthor } from '../../../../services/archive/moving/check-offer.ts';
import type { SentFile, TransferReceiver } from '../../../../services/archive/moving/receive-transfer.ts';
import { createPartReader } from '../../bodies/multipart-parts.ts';
import { authorOf, principalOf } from '../authentication.ts';
import type { ApiRequest, Bind } from '../bind-operation.ts';
import { checkBody } from '../check-body.ts';

const MAX_OFFER_BYTES = 16 * 1_024 * 1_024;
const MAX_PART_HEADERS = 20;

/** Registers the requests that the holder of an original makes to the Archive that takes it over. */
export const registerTransferRoutes = (
  bind: Bind,
  { receiver, maxFileBytes }: { readonly receiver: TransferReceiver; readonly maxFileBytes: number },
): void => {
  bind('showTransfer', ({ params }) => receiver.outcome(params.id));
  bind('offerTransfer', (request) => takeOffer(receiver, request, maxFileBytes), {
    maxBodyBytes: MAX_OFFER_BYTES,
  });
  bind('commitTransfer', (request) => receiver.commit(request.params.id, transferAuthorOf(request)));
  bind('abortTransfer', (request) => receiver.abort(request.params.id, transferAuthorOf(request)));
};

const transferAuthorOf = (request: FastifyRequest): TransferAuthor => ({
  ...authorOf(request),
  isAdmin: principalOf(request).role === 'admin',
});

/** JSON has the item alone, to ask what is missing; parts have the item and the missing files. */
const takeOffer = async (receiver: TransferReceiver, request: ApiRequest<'offerTransfer'>, maxFileBytes: number) => {
  const { id } = request.params;
  if (!request.isMultipart()) {
    return receiver.offer(id, checkBody(request, 'offerTransfer', request.body), transferAuthorOf(request));
  }
  const given = request.parts({
    isPartAFile: () => true,
    limits: {
      fileSize: Math.max(maxFileBytes, MAX_OFFER_BYTES) + 1,
      files: MAX_FILES_PER_ITEM + 1,
      headerPairs: MAX_PART_HEADERS,
    },
  }) as AsyncIterableIterator<MultipartFile>;
  const readPart = createPartReader(request.raw, given);
  const nextPart: NextPart = () =>
    readPart().catch((error: unknown) => {
      throw broken(error);
    });
  const first = await nextPart();
  if (first?.fieldname !== 'item') throw refuse('request-invalid', { reason: 'first-part', part: 'item' });
  const offer = checkBody(request, 'offerTransfer', await readOffer(first.file), 'item');
  return receiver.accept(id, offer, readFiles(nextPart), transferAuthorOf(request));
};

type NextPart = () => Promise<MultipartFile | undefined>;

const broken = (error: unknown): unknown =>
  error instanceof Refusal ? error : refuse('request-invalid', { reason: 'multipart', cause: '' });

const readOffer = async (content: Readable): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_OFFER_BYTES) throw refuse('request-too-large', { reason: 'offer', max: MAX_OFFER_BYTES });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw refuse('request-invalid', { reason: 'part-no-json', part: 'item', cause: '' });
  }
};

/** Yields the files; each is named by its place in the offered list of files. */
async function* readFiles(nextPart: NextPart): AsyncGenerator<SentFile> {
  for (let part = await nextPart(); part !== undefined; part = await nextPart()) {
    const { file } = part;
    if (!/^\d{1,5}$/.test(part.filename)) throw refuse('request-invalid', { reason: 'file-number' });
    file.once('error', (error) => file.destroy(error));
    yield { index: Number(part.filename), content: file };
  }
}
