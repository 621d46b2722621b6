import { refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import { type Messenger, RESOLVER_SERVICE } from '../../ports/federation/messenger.ts';
import { EVERY_NETWORK, type LookUpAll } from './allowed-address.ts';
import { createPeerDispatcher, type PeerAnswer, type PeerDispatcher, within } from './dispatcher.ts';
import { drop, isPlainText, mediaTypeOf, readBody } from './peer-answers.ts';

/** Messages over HTTP, within the limits of decision 23: no redirects, plain text only, no private addresses. */
export const createHttpMessenger = ({
  allowedNetworks,
  lookUp,
}: {
  readonly allowedNetworks: readonly Network[];
  readonly lookUp?: LookUpAll | undefined;
}): Messenger => {
  const dispatcher = createPeerDispatcher({ allowedNetworks, keepAlive: true, lookUp });
  const toResolvers = createPeerDispatcher({ allowedNetworks: EVERY_NETWORK, keepAlive: true });
  const headers = { accept: 'text/plain' };
  return {
    send({ address, service }, query, limits) {
      const url = new URL(`http://${address}/${service}?${query}`);
      const { onConnected } = limits;
      const sendBy = (one: PeerDispatcher) =>
        within(limits, url, async (signal) =>
          readText(await one.send({ method: 'GET', url, headers, signal }), url, limits.maxBytes),
        );
      if (onConnected === undefined) return sendBy(dispatcher);
      const own = createPeerDispatcher({ allowedNetworks, keepAlive: false, lookUp, onConnected });
      return sendBy(own).finally(() => own.close());
    },
    sendToResolver(resolver, query, limits) {
      const url = new URL(`${resolver}/${RESOLVER_SERVICE}?${query}`);
      return within(limits, url, async (signal) =>
        readFromResolver(await toResolvers.send({ method: 'GET', url, headers, signal }), url),
      );
    },
    async close() {
      await Promise.all([dispatcher.close(), toResolvers.close()]);
    },
  };
};

const readText = async (answer: PeerAnswer, url: URL, maxBytes: number): Promise<string> => {
  const { origin } = url;
  const status = answer.statusCode;
  if (status !== 200) return drop(answer, refuse('peer-refused', { reason: 'status', origin, status }));
  if (!isPlainText(answer)) {
    return drop(answer, refuse('peer-refused', { reason: 'media-type', origin, mediaType: mediaTypeOf(answer) }));
  }
  return (await readBody(answer, url, maxBytes)).toString('latin1');
};

const MAX_RESOLVER_BYTES = 16_384;

const readFromResolver = async (answer: PeerAnswer, url: URL): Promise<string> => {
  const { origin } = url;
  const status = answer.statusCode;
  if (status >= 300 && status < 400) {
    return drop(answer, refuse('peer-refused', { reason: 'elsewhere', origin, status }));
  }
  if (status >= 500) return drop(answer, refuse('peer-unreachable', { reason: 'status', origin, status }));
  if (!isPlainText(answer)) return drop(answer, refuse('peer-refused', { reason: 'no-resolver', origin }));
  return (await readBody(answer, url, MAX_RESOLVER_BYTES)).toString('latin1');
};
