import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, Readable } from 'node:stream';
import type { Network } from '@perene/core/item';
import type { OutgoingFile, PeerArchives, TransferAddress } from '../../ports/peer-archive.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { multipartBody } from '../remote-archive/multipart-body.ts';
import { createAddressRule } from './allowed-address.ts';
import { checkAnswer, readJson, refuseUnlessDocument } from './peer-answers.ts';
import { createSender, describeFailure, type PeerRequest } from './peer-request.ts';

/** A receiver syncs large files to its disk, and hashes those that it has, before it answers. */
const RECEIVING_IDLE_MS = 600_000;

/** Archives that are reached over HTTP, at public addresses and in the networks that are allowed. */
export const createHttpPeerArchives = ({
  allowedNetworks,
}: {
  readonly allowedNetworks: readonly Network[];
}): PeerArchives => {
  const send = createSender(createAddressRule(allowedNetworks));

  const ask = async (request: PeerRequest): Promise<unknown> => readJson(await send(request), new URL(request.url));

  const post = async (address: TransferAddress, part: string, request: Partial<PeerRequest>) => {
    const url = `${transferUrl(address)}${part}`;
    const headers = { ...request.headers, ...authorize(address.key) };
    return checkAnswer(await ask({ ...request, method: 'POST', url, headers }), new URL(url));
  };

  return {
    showItem: (archive, label, access) =>
      ask({
        method: 'GET',
        url: `${archive}/api/v1/items/${label.split('/').map(encodeURIComponent).join('/')}`,
        ...(access?.key !== undefined && { headers: authorize(access.key) }),
      }),
    async openDocument(url) {
      const response = await send({ method: 'GET', url, headers: { accept: '*/*' } });
      return bodyOf(await refuseUnlessDocument(response, new URL(url)), new URL(url));
    },
    async askOutcome(address, { deadlineMs }) {
      const url = transferUrl(address);
      return (await within(deadlineMs, url, async () => checkAnswer(await ask({ method: 'GET', url }), new URL(url))))
        .outcome;
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

/** A header that cannot be sent would be shown in an error, with the key. */
const authorize = (key: string): { readonly authorization: string } => {
  if (/^[\x21-\x7e]+$/.test(key)) return { authorization: `Bearer ${key}` };
  throw new Refusal('request-invalid', 'the key of the other Archive has characters that no key has');
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

/** The content as it comes; a connection that breaks is told as such. */
const bodyOf = (response: IncomingMessage, url: URL): Readable => {
  const body = new PassThrough();
  response.once('error', (error) => body.destroy(describeFailure(error, url)));
  pipeline(response, body, () => undefined);
  return body;
};

const within = async <Value>(deadlineMs: number, url: string, work: () => Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Refusal('peer-unreachable', `${new URL(url).origin} does not answer in time`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work(), deadline]);
  } finally {
    clearTimeout(timer);
  }
};
