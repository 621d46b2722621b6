import { randomBytes } from 'node:crypto';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import type { OutgoingFile, PeerArchives, TransferAddress } from '../../ports/peer-archives.ts';
import { multipartBody } from '../remote-archive/multipart-body.ts';
import { createPeerDispatcher, describeFailure, type PeerAnswer, type PeerRequest, within } from './dispatcher.ts';
import { checkAnswer, readJson, refuseUnlessDocument } from './peer-answers.ts';

/** A receiver syncs large files to its disk, and hashes those that it has, before it answers. */
const RECEIVING_IDLE_MS = 600_000;

/** Reaches other Archives over HTTP, at public addresses and in the allowed networks. */
export const createHttpPeerArchives = ({
  allowedNetworks,
}: {
  readonly allowedNetworks: readonly Network[];
}): PeerArchives => {
  // Each connection serves one request, because the other side may close one that is left open at any time.
  const { send } = createPeerDispatcher({ allowedNetworks, keepAlive: false });

  const ask = async ({ headers, ...request }: PeerRequest): Promise<unknown> =>
    readJson(await send({ ...request, headers: { accept: 'application/json', ...headers } }), request.url);

  const post = async (address: TransferAddress, part: string, request: Partial<PeerRequest>) => {
    const url = new URL(`${transferUrl(address)}${part}`);
    const headers = { ...request.headers, ...authorize(address.key) };
    return checkAnswer(await ask({ ...request, method: 'POST', url, headers }), url);
  };

  return {
    showItem: (archive, label, access) =>
      ask({
        method: 'GET',
        url: new URL(`${archive}/api/v1/items/${label.split('/').map(encodeURIComponent).join('/')}`),
        ...(access?.key !== undefined && { headers: authorize(access.key) }),
      }),
    async openDocument(address) {
      const url = new URL(address);
      const answer = await send({ method: 'GET', url, headers: { accept: '*/*' } });
      await refuseUnlessDocument(answer, url);
      return contentOf(answer, url);
    },
    async askOutcome(address, limits) {
      const url = new URL(transferUrl(address));
      const answer = await within(limits, url, (signal) => ask({ method: 'GET', url, signal }));
      return checkAnswer(answer, url).outcome;
    },
    offerTransfer: (address, offer) =>
      post(address, '', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(offer),
        idleMs: RECEIVING_IDLE_MS,
      }),
    sendTransfer(address, offer, files) {
      const boundary = `perene-${randomBytes(16).toString('hex')}`;
      return post(address, '', {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: multipartBody({ item: offer, files: files.map(toPart) }, boundary),
        idleMs: RECEIVING_IDLE_MS,
      });
    },
    settleTransfer: async (address, decision) => (await post(address, `/${decision}`, {})).outcome,
  };
};

const transferUrl = ({ archive, id }: Pick<TransferAddress, 'archive' | 'id'>): string =>
  `${archive}/api/v1/transfers/${id}`;

/** Checked first, because the error for an invalid header would show the key. */
const authorize = (key: string): { readonly authorization: string } => {
  if (/^[\x21-\x7e]+$/.test(key)) return { authorization: `Bearer ${key}` };
  throw refuse('request-invalid', { reason: 'key-characters' });
};

const toPart = ({ index, open }: OutgoingFile) => ({
  path: String(index),
  open: () =>
    Readable.from(
      (async function* () {
        yield* await open();
      })(),
    ),
});

/** The content as it comes; a broken connection becomes a refusal. */
const contentOf = ({ body }: PeerAnswer, url: URL): Readable => {
  const content = new PassThrough();
  body.once('error', (error) => content.destroy(describeFailure(error, url)));
  pipeline(body, content, () => undefined);
  return content;
};
