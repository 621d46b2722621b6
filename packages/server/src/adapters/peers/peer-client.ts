import { type Client, createClient, type RefusedAnswer } from '@perene/api';
import { type Refusal, refuse, type Said } from '@perene/api/refusals';
import { describeFailure, type PeerDispatcher, type PeerRequest } from './dispatcher.ts';
import { readText } from './peer-answers.ts';

const MAX_DETAIL_LENGTH = 500;
const MAX_PARAMETERS_LENGTH = 10_000;

/** The API of another Archive, over a dispatcher that allows its address; its refusals become refusals here. */
export const createPeerClient = (
  { send }: Pick<PeerDispatcher, 'send'>,
  { archive, key, idleMs }: { readonly archive: string; readonly key?: string | undefined; readonly idleMs?: number },
): Client => {
  // Checked first, because the error for an invalid header would show the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw refuse('request-invalid', { reason: 'key-characters' });
  return createClient({
    url: archive,
    key,
    // Services check the whole of an answer that comes from elsewhere.
    isCheckedByCaller: true,
    toError: (refused) => refusalOf(refused, new URL(archive)),
    async fetch(address, { method, headers, body, signal }) {
      const url = new URL(address);
      const answer = await send({
        method: method as PeerRequest['method'],
        url,
        headers: headers as Readonly<Record<string, string>>,
        body: body as PeerRequest['body'],
        ...(idleMs !== undefined && { idleMs }),
        ...(signal && { signal }),
      });
      const text = await readText(answer, url);
      return new Response(text === '' ? null : text, { status: answer.statusCode });
    },
  });
};

/** A refusal with the reason that the Archive gave, in one line of limited length. */
export const refusalOf = (refused: RefusedAnswer, url: URL): Refusal => {
  const { origin } = url;
  const { status, code, cause } = refused;
  if (cause !== undefined) return describeFailure(cause, url);
  if (code === 'answer-no-json' || code === 'answer-unexpected') {
    return refuse('peer-refused', { reason: 'no-json', origin });
  }
  if (status >= 300 && status < 400) return refuse('peer-refused', { reason: 'elsewhere', origin, status });
  const told = { reason: 'said', origin, said: saidOf(refused) } as const;
  if (status === 410 && code === 'item-removed') return refuse('item-removed', told);
  if (status === 404 && code === 'item-not-found') return refuse('item-not-found', told);
  // A server that is starting, or a proxy of one that is down, has decided nothing.
  return refuse(status >= 500 ? 'peer-unreachable' : 'peer-refused', told);
};

const saidOf = ({ status, code, parameters, detail }: RefusedAnswer): Said => ({
  code,
  ...(isSmall(parameters) && { parameters }),
  detail: typeof detail === 'string' ? detail.replaceAll(/\s+/g, ' ').slice(0, MAX_DETAIL_LENGTH) : `status ${status}`,
});

const isSmall = (parameters: object | undefined): boolean =>
  typeof parameters === 'object' && parameters !== null && JSON.stringify(parameters).length <= MAX_PARAMETERS_LENGTH;
