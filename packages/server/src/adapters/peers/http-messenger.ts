import { refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import type { ArchiveMessenger } from '../../ports/archive-messenger.ts';
import { createPeerDispatcher, type PeerAnswer, within } from './dispatcher.ts';
import { drop, isPlainText, mediaTypeOf, readBody } from './peer-answers.ts';

/** Messages over HTTP, within the limits of decision 23: no redirects, plain text only, no private addresses. */
export const createHttpMessenger = ({
  allowedNetworks,
}: {
  readonly allowedNetworks: readonly Network[];
}): ArchiveMessenger => {
  const dispatcher = createPeerDispatcher({ allowedNetworks, keepAlive: true });
  return {
    send({ address, service }, query, limits) {
      const url = new URL(`http://${address}/${service}?${query}`);
      return within(limits, url, async (signal) => {
        const answer = await dispatcher.send({ method: 'GET', url, headers: { accept: 'text/plain' }, signal });
        return readText(answer, url, limits.maxBytes);
      });
    },
    close: () => dispatcher.close(),
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
