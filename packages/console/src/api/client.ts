import { type Client, createClient as createApiClient, type RefusedAnswer } from '@perene/api';
import { ApiProblem } from './problem.ts';

/** The API of this node, called with a key, or by whoever is signed in. */
export interface ApiClient {
  /** Headers that every request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly api: Client;
  /** Makes the problem that stands for a refusal of the node. */
  refuse(refused: RefusedAnswer): ApiProblem;
}

export interface ClientNeeds {
  /** Without a key, the browser sends the session. */
  readonly key: string | undefined;
  /** Is called when the node no longer accepts the key, or the session is over. */
  readonly onKeyRefused: () => void;
}

export const createClient = ({ key, onKeyRefused }: ClientNeeds): ApiClient => {
  const refuse = (refused: RefusedAnswer): ApiProblem => {
    if (refused.code === 'key-wrong' || refused.code === 'session-ended') onKeyRefused();
    return ApiProblem.of(refused);
  };

  // Only pages of this node can send such a header, so that the node knows by whom it is asked.
  const headers = { 'perene-console': '1', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  return {
    headers,
    api: createApiClient({ url: '', headers, toError: refuse }),
    refuse,
  };
};
