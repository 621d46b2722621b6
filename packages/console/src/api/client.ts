import { type Client, createClient as createApiClient, type RefusedAnswer } from '@perene/api';
import { ApiProblem } from './problem.ts';

/** The API of this node, asked with one key. */
export interface ApiClient {
  readonly key: string;
  readonly api: Client;
  /** The problem for an answer that the node refused with. */
  refuse(refused: RefusedAnswer): ApiProblem;
}

export interface ClientNeeds {
  readonly key: string;
  /** Called when the node does not take the key any more. */
  readonly onKeyRefused: () => void;
}

export const createClient = ({ key, onKeyRefused }: ClientNeeds): ApiClient => {
  const refuse = (refused: RefusedAnswer): ApiProblem => {
    if (refused.code === 'key-wrong') onKeyRefused();
    return ApiProblem.of(refused);
  };

  return {
    key,
    api: createApiClient({ url: '', key, toError: refuse }),
    refuse,
  };
};
