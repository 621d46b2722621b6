import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Client, problemOf } from '@perene/api';
import type { Network } from '@perene/core/item';
import type { OutgoingFile, PeerArchives, TransferAddress } from '../../ports/federation/peer-archives.ts';
import { multipartBody } from '../remote-node/multipart-body.ts';
import { createPeerDispatcher, describeFailure, type PeerAnswer, within } from './dispatcher.ts';
import { keepPace, type LeastPace } from './least-pace.ts';
import { checkAnswer, readText } from './peer-answers.ts';
import { createPeerClient, refusalOf } from './peer-client.ts';

/** A receiver syncs large files to its disk, and hashes those that it has, before it answers. */
const RECEIVING_IDLE_MS = 600_000;

/** A slower connection is hardly of use for documents, and one that trickles must not hold anything up. */
const LEAST_PACE: LeastPace = { patienceMs: 30_000, bytesPerSecond: 65_536 };

/** Reaches other Archives over HTTP, at public addresses and in the allowed networks. */
export const createHttpPeerArchives = ({
  allowedNetworks,
  leastPace = LEAST_PACE,
}: {
  readonly allowedNetworks: readonly Network[];
  readonly leastPace?: LeastPace;
}): PeerArchives => {
  // Each connection serves one request, because the other side may close one that is left open at any time.
  const dispatcher = createPeerDispatcher({ allowedNetworks, keepAlive: false });
  const receiverOf = ({ archive, key }: TransferAddress): Client =>
    createPeerClient(dispatcher, { archive, key, idleMs: RECEIVING_IDLE_MS });
  const originOf = ({ archive }: Pick<TransferAddress, 'archive'>): string => new URL(archive).origin;

  return {
    showItem: (archive, label, access) =>
      createPeerClient(dispatcher, { archive, key: access?.key }).showItem({ ibi: label }),
    async openDocument(address, { signal } = {}) {
      const url = new URL(address);
      const answer = await dispatcher.send({
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        ...(signal && { signal }),
      });
      if (answer.statusCode === 200) return contentOf(answer, url, leastPace);
      throw refusalOf(problemOf(answer.statusCode, await readText(answer, url)), url);
    },
    async askOutcome(address, limits) {
      const { archive, id } = address;
      const client = createPeerClient(dispatcher, { archive });
      const answer = await within(limits, new URL(archive), (signal) => client.showTransfer({ id }, { signal }));
      return checkAnswer(answer, originOf(address));
    },
    async offerTransfer(address, offer) {
      const { id } = address;
      return checkAnswer(await receiverOf(address).offerTransfer({ id, ...offer }), originOf(address));
    },
    async sendTransfer(address, offer, files) {
      const boundary = `perene-${randomBytes(16).toString('hex')}`;
      const content = ReadableStream.from(multipartBody({ item: offer, files: files.map(toPart) }, boundary));
      const body = { mediaType: `multipart/form-data; boundary=${boundary}`, content };
      const answer = await receiverOf(address).offerTransfer({ id: address.id, ...offer }, { body });
      return checkAnswer(answer, originOf(address));
    },
    async settleTransfer(address, decision, transfers = []) {
      const { id } = address;
      const client = receiverOf(address);
      // Earlier nodes take no member that they do not know.
      const given = { id, ...(transfers.length > 0 && { transfers: [...transfers] }) };
      const answer = decision === 'commit' ? client.commitTransfer(given) : client.abortTransfer({ id });
      return checkAnswer(await answer, originOf(address));
    },
  };
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

/** Returns the content as it comes; a broken connection becomes a refusal, and so does one that is too slow. */
const contentOf = ({ body }: PeerAnswer, url: URL, leastPace: LeastPace): Readable =>
  Readable.from(
    (async function* () {
      try {
        yield* keepPace(body, leastPace, url);
      } catch (error) {
        throw describeFailure(error, url);
      } finally {
        body.destroy();
      }
    })(),
    { objectMode: false },
  );
