import type { MinterTerm } from '@perene/core/noid';
import type { ApiClient } from '../../api/client.ts';
import type { Page } from '../../api/types.ts';

export interface MinterStatistics {
  readonly mints: number;
  readonly used: number;
  /** Exact digits; absent where there is no end. */
  readonly total?: string;
  readonly remaining?: string;
  readonly held: number;
  readonly queued: number;
  readonly mintsPerDay: number;
  readonly exhaustedOn?: string;
  readonly warning?: string;
}

export interface MinterSummary {
  readonly name: string;
  readonly template: string;
  readonly bindsAnything: boolean;
  readonly term: MinterTerm;
  readonly naan: string;
  readonly naa: string;
  readonly subNaa: string;
  readonly seed: number;
  readonly properties: string;
  readonly contact?: string;
  readonly statistics: MinterStatistics;
}

export interface Minter extends MinterSummary {
  readonly policy: string;
}

export interface NewMinter {
  readonly name: string;
  readonly template?: string | undefined;
  readonly term: MinterTerm;
  readonly naan?: string | undefined;
  readonly naa?: string | undefined;
  readonly subNaa?: string | undefined;
  readonly policy?: string | undefined;
}

export interface Minted {
  readonly ids: readonly string[];
  readonly stopped?: { readonly code: string; readonly detail: string };
}

export interface Binding {
  readonly element: string;
  readonly value?: string;
  /** Of values that are no text. */
  readonly base64?: string;
}

export interface KnownIdentifier {
  readonly id: string;
  readonly held: boolean;
  readonly peppered: boolean;
  readonly circulation?: { readonly status: string; readonly date: string; readonly contact?: string };
  readonly bindings: readonly Binding[];
}

const at = (name: string, rest = ''): string => `/minters/${encodeURIComponent(name)}${rest}`;
const idAt = (name: string, id: string, rest = ''): string => at(name, `/ids/${encodeURIComponent(id)}${rest}`);

export const listMinters = async (client: ApiClient, cursor: string | undefined): Promise<Page<MinterSummary>> => {
  const { minters, next } = await client.get<{ minters: readonly MinterSummary[]; next?: string }>('/minters', {
    cursor,
  });
  return { entries: minters, next };
};

export const showMinter = (client: ApiClient, name: string): Promise<Minter> => client.get(at(name));

export const createMinter = (client: ApiClient, minter: NewMinter): Promise<Minter> =>
  client.send('POST', '/minters', { body: minter });

export const setPolicy = (client: ApiClient, name: string, policy: string): Promise<Minter> =>
  client.send('PATCH', at(name), { body: { policy } });

export const mint = (client: ApiClient, name: string, count: number): Promise<Minted> =>
  client.send('POST', at(name, '/mint'), { body: { count } });

export const findIdentifier = (client: ApiClient, name: string, id: string): Promise<KnownIdentifier> =>
  client.get(idAt(name, id));

/** An empty value takes what is bound away. */
export const bindElement = async (
  client: ApiClient,
  name: string,
  { id, element, value }: { readonly id: string; readonly element: string; readonly value: string },
): Promise<void> => {
  await client.send('PUT', idAt(name, id, `/bindings/${encodeURIComponent(element)}`), { body: { value } });
};

export const unbindElement = async (client: ApiClient, name: string, id: string, element: string): Promise<void> => {
  await client.send('DELETE', idAt(name, id, `/bindings/${encodeURIComponent(element)}`));
};

export const holdIdentifiers = async (
  client: ApiClient,
  name: string,
  { ids, held }: { readonly ids: readonly string[]; readonly held: boolean },
): Promise<void> => {
  await client.send('POST', at(name, '/holds'), { body: { ids, held } });
};

export const queueIdentifiers = (
  client: ApiClient,
  name: string,
  { ids, when }: { readonly ids: readonly string[]; readonly when: string },
): Promise<{ readonly queued: number; readonly refused: readonly string[] }> =>
  client.send('POST', at(name, '/queue'), { body: { ids, when } });
