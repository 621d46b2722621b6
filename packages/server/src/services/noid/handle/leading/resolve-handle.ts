import { locationOf, parseTarget } from '@perene/core/ark';
import type { MinterStore } from '../../../../ports/minting/minter-store.ts';
import type { Patterns } from '../../../../ports/system/patterns.ts';
import type { ArkMinters } from '../../ark/ark-minters.ts';
import { findHandle, type Handle, parseHandle } from '../find-handle.ts';
import { type HandleValue, isPublic, isWanted } from '../handle-value.ts';
import { readKeptValues } from '../kept-values.ts';
import { stateOfBound } from '../prefix-values.ts';
import { chooseLocation, type LocationWishes } from './choose-location.ts';
import { makeTemplateValues } from './template-values.ts';

export interface HandleRequest {
  readonly indexes: readonly number[];
  readonly types: readonly string[];
  /** Whether the values are to be shown, wherever they lead. */
  readonly isShown: boolean;
  readonly followsAliases: boolean;
  /** Added to the end of the URL. */
  readonly appended: string;
  readonly wishes: LocationWishes;
}

/** What a reader of a handle gets, as the proxy of the Handle System has it. */
export type HandleResolution =
  | { readonly kind: 'location'; readonly location: string }
  | { readonly kind: 'values'; readonly handle: string; readonly values: readonly HandleValue[] }
  | { readonly kind: 'withdrawn'; readonly id: string; readonly reason: string }
  | { readonly kind: 'unknown' };

interface ResolvingParts {
  readonly store: Pick<MinterStore, 'read' | 'change' | 'list'>;
  readonly minters: ArkMinters;
  readonly patterns: Patterns;
}

const LOCATIONS_TYPE = '10320/loc';
const ALIAS_TYPE = 'HS_ALIAS';
const MAX_ALIASES = 10;

export const resolveHandle = async (
  parts: ResolvingParts,
  handle: Handle,
  request: HandleRequest,
): Promise<HandleResolution> => {
  let name = handle;
  for (let followed = 0; followed <= MAX_ALIASES; followed += 1) {
    const text = `${name.prefix}/${name.suffix}`;
    const found = await findHandle(parts, name);
    const made = found === undefined ? await makeTemplateValues(parts, name, text) : undefined;
    // What is made of a handle leads as far as that one does.
    const base = found ?? made?.base;
    if (base === undefined) return { kind: 'unknown' };
    const state = stateOfBound(base.bound);
    if (state.kind === 'reserved') return { kind: 'unknown' };
    if (state.kind === 'withdrawn' && !request.isShown) {
      return { kind: 'withdrawn', id: base.id, reason: state.reason };
    }
    const all = made?.values ?? readKeptValues(base.bound, base.changed);
    const values = all.filter((value) => isPublic(value) && isWanted(value, request));
    const alias = request.followsAliases && !request.isShown ? textOf(values, ALIAS_TYPE) : undefined;
    const next = alias === undefined ? undefined : parseHandle(alias);
    if (next === undefined) return leadTo(text, values, request);
    name = next;
  }
  return { kind: 'unknown' };
};

const textOf = (values: readonly HandleValue[], type: string): string | undefined => {
  const found = values.find(
    (value) => value.type.toLowerCase() === type.toLowerCase() && value.data.format === 'string',
  );
  return found?.data.format === 'string' ? found.data.value : undefined;
};

const leadTo = (
  handle: string,
  values: readonly HandleValue[],
  { isShown, appended, wishes }: HandleRequest,
): HandleResolution => {
  const shown = { kind: 'values', handle, values } as const;
  if (isShown) return shown;
  const locations = textOf(values, LOCATIONS_TYPE);
  const chosen = locations === undefined ? undefined : chooseLocation(locations, wishes);
  const target = parseTarget(chosen ?? textOf(values, 'URL') ?? '');
  // Anything else than an address of the web is shown, and never led to.
  return target.ok ? { kind: 'location', location: locationOf(target.value, { rest: appended, query: '' }) } : shown;
};
