import type { AnswerOf, Identifier, Minter, MinterSummary, RequestOf } from '@perene/api';
import type { ApiClient } from './client.ts';
import type { Page } from './types.ts';

export type { Identifier as KnownIdentifier, Minter, MinterStatistics, MinterSummary } from '@perene/api';

export type Minted = AnswerOf<'mintIdentifiers'>;
export type Binding = Identifier['bindings'][number];

export const listMinters = async ({ api }: ApiClient, cursor: string | undefined): Promise<Page<MinterSummary>> => {
  const { minters, next } = await api.listMinters({ cursor });
  return { entries: minters, next };
};

export const showMinter = ({ api }: ApiClient, name: string): Promise<Minter> => api.showMinter({ name });

export const createMinter = ({ api }: ApiClient, minter: RequestOf<'createMinter'>): Promise<Minter> =>
  api.createMinter(minter);

export const setPolicy = ({ api }: ApiClient, name: string, policy: string): Promise<Minter> =>
  api.setMinterPolicy({ name, policy });

export const mint = ({ api }: ApiClient, name: string, count: number): Promise<Minted> =>
  api.mintIdentifiers({ name, count });

export const findIdentifier = ({ api }: ApiClient, name: string, id: string): Promise<Identifier> =>
  api.showIdentifier({ name, id });

/** Binds a value to an element; an empty value removes the binding. */
export const bindElement = async (
  { api }: ApiClient,
  name: string,
  bound: { readonly id: string; readonly element: string; readonly value: string },
): Promise<void> => {
  await api.bindElement({ name, ...bound });
};

export const unbindElement = async ({ api }: ApiClient, name: string, id: string, element: string): Promise<void> => {
  await api.unbindElement({ name, id, element });
};

export const holdIdentifiers = async (
  { api }: ApiClient,
  name: string,
  request: { readonly ids: readonly string[]; readonly held: boolean },
): Promise<void> => {
  await api.holdIdentifiers({ name, ...request });
};

export const queueIdentifiers = (
  { api }: ApiClient,
  name: string,
  request: { readonly ids: readonly string[]; readonly when: string },
): Promise<AnswerOf<'queueIdentifiers'>> => api.queueIdentifiers({ name, ...request });
