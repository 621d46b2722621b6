import { refuse } from '@perene/api/refusals';
import { parseTarget } from '@perene/core/ark';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { refuseUnkeptName } from '../identifiers/check-identifiers.ts';

/** What a PURL answers, and whether what follows its name is passed on. */
export interface Purl {
  readonly status: PurlStatus;
  readonly isPartial: boolean;
  /** Where it leads; absent where it leads nowhere, or to nothing else yet. */
  readonly target: string | undefined;
}

const STATUSES = [301, 302, 303, 307, 404, 410] as const;
export type PurlStatus = (typeof STATUSES)[number];

/** The element that has the status of a PURL, and `partial` where its path is passed on. */
export const TYPE_ELEMENT = '_purl';
const PARTIAL = ' partial';
const DEFAULT_STATUS = 302;
const LEADING: readonly number[] = [301, 302, 303, 307];

export const isPurlStatus = (status: number): status is PurlStatus => STATUSES.some((known) => known === status);

export const leads = ({ status }: Pick<Purl, 'status'>): boolean => LEADING.includes(status);

export const writeType = ({ status, isPartial }: Pick<Purl, 'status' | 'isPartial'>): string =>
  `${status}${isPartial ? PARTIAL : ''}`;

/** Reads what is bound; a name with a target and nothing else leads there with 302. */
export const readType = (bound: string | undefined): Pick<Purl, 'status' | 'isPartial'> => {
  const [digits = '', word] = (bound ?? '').split(' ');
  const status = Number(digits);
  return { status: isPurlStatus(status) ? status : DEFAULT_STATUS, isPartial: word === PARTIAL.trim() };
};

/** A domain of PURLs is a minter that takes every name, and has no NAAN. */
export const isDomain = ({ naan, bindsAnything }: MinterDefinition): boolean => naan === '' && bindsAnything;

const PATH = /^[^\p{C}\s?#:@][^\p{C}\s?#]*$/u;
/** The name of the PURL that is the domain itself. */
const ROOT = '/';

/** The identifier of a path below a domain. */
export const idOfPath = (path: string): string => {
  const id = path.replace(/^\/+/, '') || ROOT;
  refuseUnkeptName(id, 'identifier');
  if (!PATH.test(id)) throw refuse('purl-invalid', { reason: 'path', path: id });
  return id;
};

/** Refuses a PURL that leads to another one of this node: readers would go in chains, or in circles. */
export const refuseTarget = ({ status, target }: Purl, { publicUrl }: { readonly publicUrl: string }): void => {
  if (target === undefined) {
    if (LEADING.includes(status)) throw refuse('purl-invalid', { reason: 'no-target', status });
    return;
  }
  const parsed = parseTarget(target);
  if (!parsed.ok) throw refuse('purl-invalid', { reason: 'target', target: target.slice(0, 200) });
  const own = parsed.value.text.replace(/^https?:/i, '').toLowerCase();
  const host = publicUrl.replace(/^https?:/i, '').toLowerCase();
  if (own.startsWith('/purl/') || own.startsWith(`${host}/purl/`))
    throw refuse('purl-invalid', { reason: 'chain', target });
};
