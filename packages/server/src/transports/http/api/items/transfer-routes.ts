import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import type { TransferAuthor } from '../../../../services/archive/moving/check-offer.ts';
import type { SentFile, TransferReceiver } from '../../../../services/archive/moving/receive-transfer.ts';
import { type MultipartBody, readMultipartBody } from '../../bodies/multipart-body.ts';
import { authorOf, principalOf } from '../authentication.ts';
import type { ApiRequest, Bind } from '../bind-operation.ts';
import { checkBody } from '../check-body.ts';

const MAX_OFFER_BYTES = 16 * 1_024 * 1_024;

/** Registers the requests that the holder of an original makes to the Archive that takes it over. */
export const registerTransferRoutes = (bind: Bind, { receiver }: { readonly receiver: TransferReceiver }): void => {
  bind('showTransfer', ({ params }) => receiver.outcome(params.id));
  bind('offerTransfer', (request) => takeOffer(receiver, request), {
    maxBodyBytes: MAX_OFFER_BYTES,
  });
  bind('commitTransfer', (request) =>
    receiver.commit(request.params.id, transferAuthorOf(request), request.body?.transfers),
  );
  bind('abortTransfer', (request) => receiver.abort(request.params.id, transferAuthorOf(request)));
};

const transferAuthorOf = (request: FastifyRequest): TransferAuthor => ({
  ...authorOf(request),
  isAdmin: principalOf(request).role === 'admin',
});

/** JSON has the item alone, to ask what is missing; parts have the item and the missing files. */
const takeOffer = async (receiver: TransferReceiver, request: ApiRequest<'offerTransfer'>) => {
  const { id } = request.params;
  if (!request.isMultipart()) {
    return receiver.offer(id, checkBody(request, 'offerTransfer', request.body), transferAuthorOf(request));
  }
  const { item, nextFile, explain } = await readMultipartBody(request, { maxItemBytes: MAX_OFFER_BYTES });
  const offer = checkBody(request, 'offerTransfer', item, 'item');
  try {
    return await receiver.accept(id, offer, readFiles(nextFile), transferAuthorOf(request));
  } catch (error) {
    throw explain(error);
  }
};

/** Yields the files; each is named by its place in the offered list of files. */
async function* readFiles(next: MultipartBody['nextFile']): AsyncGenerator<SentFile> {
  for (let part = await next(); part !== undefined; part = await next()) {
    const { file } = part;
    if (!/^\d{1,5}$/.test(part.filename)) throw refuse('request-invalid', { reason: 'file-number' });
    yield { index: Number(part.filename), content: file };
  }
}
