import type { AnswerOf, RequestOf } from '@perene/api';
import type { ApiClient } from './client.ts';
import { createClient } from './client.ts';

export type { LinkedPerson, OpenedLink, Person } from '@perene/api';

/** The API as anybody has it who is not signed in. */
export const createOpenClient = (): ApiClient => createClient({ key: undefined, onKeyRefused: () => {} });

export type PersonChange = Omit<RequestOf<'changePerson'>, 'id'>;
export type SignInFacts = AnswerOf<'showNode'>['signIn'];

export const readSignInFacts = async ({ api }: ApiClient): Promise<SignInFacts> => (await api.showNode()).signIn;
