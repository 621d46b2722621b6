import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { withoutPepper } from '../identifiers/pepper.ts';
import { circulationOf, type MinterTools } from '../minters/minter-work.ts';
import { applyRules } from './apply-rules.ts';

export interface FetchedElement {
  readonly element: string;
  /** The value; undefined if nothing is bound and no rule matches. */
  readonly value: Uint8Array | undefined;
  readonly isFromRule: boolean;
}

export interface Fetched {
  readonly id: string;
  readonly isHeld: boolean;
  /** The circulation record; empty if the identifier was never issued or queued. */
  readonly circulation: string;
  readonly elements: readonly FetchedElement[];
}

/** All elements of an identifier, or those that are named, stored or made by a rule. */
export const fetchElements = async (
  minter: MinterReading,
  needs: Pick<MinterTools, 'patterns'>,
  { id: given, elements: names }: { readonly id: string; readonly elements: readonly string[] },
): Promise<Fetched> => {
  const id = await withoutPepper(minter, given);
  const record = await minter.record(id);
  const elements: FetchedElement[] = [];
  if (names.length === 0) {
    for (const { element, value } of await minter.elements(id)) elements.push({ element, value, isFromRule: false });
  }
  for (const element of names) elements.push(await fetchElement(minter, needs, { id, element }));
  return { id, isHeld: record?.isHeld === true, circulation: circulationOf(record), elements };
};

/** Fetches one element, without the circulation record, for resolvers. */
export const fetchElement = async (
  minter: MinterReading,
  { patterns }: Pick<MinterTools, 'patterns'>,
  { id, element }: { readonly id: string; readonly element: string },
): Promise<FetchedElement> => {
  if (element === CIRCULATION || element === HOLD) return fetchRecord(minter, { id, element });
  const value = await minter.element(id, element);
  if (value !== undefined && !isFalse(value)) return { element, value, isFromRule: false };
  const made = await applyRules(minter, patterns, { id, element });
  if (made !== undefined) return { element, value: Buffer.from(made), isFromRule: true };
  return { element, value, isFromRule: false };
};

/** The original keeps the circulation record and the hold among the elements. */
const CIRCULATION = ':/c';
const HOLD = ':/h';

const fetchRecord = async (
  minter: MinterReading,
  { id, element }: { readonly id: string; readonly element: string },
): Promise<FetchedElement> => {
  const record = await minter.record(id);
  const held = record?.isHeld === true ? '1' : '';
  const text = element === CIRCULATION ? circulationOf(record) : held;
  return { element, value: text === '' ? undefined : Buffer.from(text), isFromRule: false };
};

/** Whether a bound value counts as unbound, so that rules apply: in the original an empty value and `0` do. */
export const isFalse = (value: Uint8Array): boolean =>
  value.byteLength === 0 || (value.byteLength === 1 && value[0] === '0'.charCodeAt(0));
