import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiClient } from '../api/client.ts';
import type { Principal, Role } from '../api/types.ts';

/** Who is signed in, by a key or as a person, and the API called on their behalf. */
export interface Session {
  readonly principal: Principal;
  readonly client: ApiClient;
  readonly signOut: () => void;
  /** Shows changes of the own account. */
  readonly rename: (name: string) => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session on pages, which are shown only to those who signed in. */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('this page is shown without a session');
  return session;
};

const RANKS: Readonly<Record<Role, number>> = { reader: 1, depositor: 2, steward: 3, admin: 4 };

export const allows = (role: Role, needed: Role): boolean => RANKS[role] >= RANKS[needed];

/** Whether somebody sees what needs a role. Curators change what is in their collections, whatever their role is. */
export const mayEnter = ({ role, grants = [] }: Pick<Principal, 'role' | 'grants'>, needed: Role): boolean =>
  allows(role, needed) || (needed === 'depositor' && grants.some((grant) => grant.role === 'curator'));

/** Whether the node could read the text as a key from a header. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,512}$/.test(text);

/** The key is kept only as long as the tab lives, so that it does not stay behind on a shared computer. */
const KEY = 'perene.key';

export const readKey = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

export const keepKey = (key: string): void => {
  try {
    if (key === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
  } catch {}
};
