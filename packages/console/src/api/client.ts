import { type Client, createClient as createApiClient, type RefusedAnswer } from '@perene/api';
import { ApiProblem } from './problem.ts';

/** The API of this node, called with one key. */
export interface ApiClient {
  readonly key: string;
  readonly api: Client;
  /** Makes the problem that stands for a refusal of the node. */
  refuse(refused: RefusedAnswer): ApiProblem;
}

export interface ClientNeeds {
  readonly key: string;
  /** Is called when the node no longer accepts the key. */
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
