import { refuse } from '@perene/api/refusals';
import { RESOLVER_SERVICE, type ResolverLink } from '../../ports/resolver-link.ts';
import { EVERY_NETWORK } from './allowed-address.ts';
import { createPeerDispatcher, type PeerAnswer, within } from './dispatcher.ts';
import { drop, isPlainText, readBody } from './peer-answers.ts';

const MAX_BYTES = 16_384;

/** The operator named this resolver, so it may be at a private address. */
export const createHttpResolverLink = ({ url: resolver }: { readonly url: string }): ResolverLink => {
  // It needs no closing: idle connections do not keep a process alive.
  const dispatcher = createPeerDispatcher({ allowedNetworks: EVERY_NETWORK, keepAlive: true });
  return {
    send(query, limits) {
      const url = new URL(`${resolver}/${RESOLVER_SERVICE}?${query}`);
      return within(limits, url, async (signal) =>
        readText(await dispatcher.send({ method: 'GET', url, headers: { accept: 'text/plain' }, signal }), url),
      );
    },
  };
};

const readText = async (answer: PeerAnswer, url: URL): Promise<string> => {
  const { origin } = url;
  const status = answer.statusCode;
  if (status >= 300 && status < 400) {
    return drop(answer, refuse('peer-refused', { reason: 'elsewhere', origin, status }));
  }
  if (status >= 500) return drop(answer, refuse('peer-unreachable', { reason: 'status', origin, status }));
  if (!isPlainText(answer)) return drop(answer, refuse('peer-refused', { reason: 'no-resolver', origin }));
  return (await readBody(answer, url, MAX_BYTES)).toString('latin1');
};
