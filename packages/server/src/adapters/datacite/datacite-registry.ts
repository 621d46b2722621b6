import { readFileSync } from 'node:fs';
import { Refusal } from '@perene/api/refusals';
import type { DoiState } from '../../ports/dois/doi-queue.ts';
import type { DoiRegistry, RegistryAnswer, SentDoi } from '../../ports/dois/doi-registry.ts';
import { EVERY_NETWORK } from '../peers/allowed-address.ts';
import { createPeerDispatcher, type PeerAnswer, within } from '../peers/dispatcher.ts';
import { readBody } from '../peers/peer-answers.ts';

/** The account at DataCite. */
export interface DataCiteAccount {
  /** The address of the REST API, without a slash at its end. */
  readonly apiUrl: string;
  readonly repository: string;
  readonly password: { readonly text: string } | { readonly file: string };
}

const LIMITS = { deadlineMs: 30_000 };
const MAX_ANSWER_BYTES = 4 * 1_048_576;
const MAX_PROBLEM_LENGTH = 500;
const MEDIA_TYPE = 'application/vnd.api+json';
const STATES: readonly DoiState[] = ['draft', 'registered', 'findable'];
/** What DataCite refuses for good: a wrong request, a DOI of others, metadata that do not meet the schema. */
const REFUSED: readonly number[] = [400, 403, 404, 405, 409, 410, 413, 415, 422];

/** Speaks DataCite's REST API, version 2: https://support.datacite.org/docs/api. */
export const createDataCiteRegistry = (
  { apiUrl, repository, password }: DataCiteAccount,
  { deadlineMs }: { readonly deadlineMs: number } = LIMITS,
): DoiRegistry => {
  // The operator names the registry, so it may be anywhere.
  const dispatcher = createPeerDispatcher({ allowedNetworks: EVERY_NETWORK, keepAlive: false });
  const ask = async (
    method: 'PUT' | 'DELETE',
    doi: string,
    body: object | undefined,
    read: (answer: PeerAnswer, text: string) => RegistryAnswer,
  ): Promise<RegistryAnswer> => {
    const secret = readPassword(password);
    if (secret === undefined) return { kind: 'locked-out', problem: 'the file of the password cannot be read' };
    const url = new URL(`${apiUrl}/dois/${doi.split('/').map(encodeURIComponent).join('/')}`);
    try {
      return await within({ deadlineMs }, url, async (signal) => {
        const answer = await dispatcher.send({
          method,
          url,
          headers: {
            accept: MEDIA_TYPE,
            authorization: `Basic ${Buffer.from(`${repository}:${secret}`).toString('base64')}`,
            ...(body && { 'content-type': MEDIA_TYPE }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal,
        });
        const text = (await readBody(answer, url, MAX_ANSWER_BYTES)).toString('utf8');
        return judge(answer, text) ?? read(answer, text);
      });
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'later', problem: shorten(error.message) };
      throw error;
    }
  };
  return {
    put: ({ doi, url, attributes, event }: SentDoi) =>
      ask(
        'PUT',
        doi,
        { data: { id: doi, type: 'dois', attributes: { ...attributes, doi, url, ...(event && { event }) } } },
        (_answer, text) => {
          const state = readState(text);
          return state === undefined
            ? { kind: 'later', problem: 'the answer tells no state' }
            : { kind: 'done', state };
        },
      ),
    async remove(doi) {
      const answer = await ask('DELETE', doi, undefined, () => ({ kind: 'done', state: 'none' }));
      return answer.kind === 'refused' && answer.problem.startsWith('404') ? { kind: 'done', state: 'none' } : answer;
    },
    close: () => dispatcher.close(),
  };
};

/** A file may be replaced while the node runs. */
const readPassword = (password: DataCiteAccount['password']): string | undefined => {
  if ('text' in password) return password.text;
  try {
    return readFileSync(password.file, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** Judges an answer by its status; undefined if the request was carried out. */
const judge = ({ statusCode: status, headers }: PeerAnswer, text: string): RegistryAnswer | undefined => {
  if (status >= 200 && status < 300) return undefined;
  const problem = `${status}${describeErrors(text)}`;
  if (status === 401) return { kind: 'locked-out', problem };
  if (REFUSED.includes(status)) return { kind: 'refused', problem };
  const seconds = Number(headers['retry-after']);
  return { kind: 'later', problem, ...(seconds > 0 && { afterMs: Math.min(seconds, 86_400) * 1_000 }) };
};

const readState = (text: string): DoiState | undefined => {
  const answer = readJson(text) as
    | { readonly data?: { readonly attributes?: { readonly state?: unknown } } }
    | undefined;
  return STATES.find((state) => state === answer?.data?.attributes?.state);
};

/** What an answer says of its errors, as JSON:API has them. */
const describeErrors = (text: string): string => {
  const answer = readJson(text) as { readonly errors?: unknown } | undefined;
  const errors = Array.isArray(answer?.errors) ? (answer.errors as readonly Record<string, unknown>[]) : [];
  const said = errors.map(({ source, title }) => [source, title].filter((part) => typeof part === 'string').join(': '));
  return said.length === 0 ? '' : ` ${shorten(said.join('; '))}`;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
};

const shorten = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, MAX_PROBLEM_LENGTH);
