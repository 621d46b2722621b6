import { hasUpperCaseNames } from '@perene/core/noid';
import type {
  BoundElement,
  MinterDefinition,
  MinterReading,
  MinterStore,
} from '../../../ports/minting/minter-store.ts';
import { type ArkMinters, hasNaan } from '../ark/ark-minters.ts';
import { refuseLargeRecord } from '../bindings/limit-records.ts';
import { isKept } from '../identifiers/check-identifiers.ts';
import { templateOf } from '../minters/minter-work.ts';
import { findLeading } from '../names/leading-minters.ts';
import { prefixId } from '../names/prefix-name.ts';
import { DELETED } from '../names/register-name.ts';

export interface Handle {
  readonly prefix: string;
  readonly suffix: string;
}

export interface FoundHandle {
  readonly definition: MinterDefinition;
  readonly id: string;
  readonly bound: readonly BoundElement[];
  /** When it was changed last, as the Handle System writes times. */
  readonly changed: string;
}

const HANDLE = /^([0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)\/([^\p{C}]+)$/u;
const MAX_HANDLE_BYTES = 1_000;
/** The prefix of prefixes. */
const PREFIXES = '0.na';
const CHANGED = ['_updated', '_created'];
const DECODER = new TextDecoder();

export const parseHandle = (text: string): Handle | undefined => {
  const [, prefix, suffix] = HANDLE.exec(text) ?? [];
  if (prefix === undefined || suffix === undefined || Buffer.byteLength(text) > MAX_HANDLE_BYTES) return undefined;
  return isKept(text) ? { prefix, suffix } : undefined;
};

/** The prefix that `0.NA/12345` is the handle of; undefined for other handles. */
export const prefixOf = ({ prefix, suffix }: Handle): string | undefined =>
  prefix.toLowerCase() === PREFIXES ? suffix : undefined;

/** The authority whose minters may have the handle. */
export const authorityOf = (handle: Handle): { readonly naan: string } => ({
  naan: (prefixOf(handle) ?? handle.prefix).toLowerCase(),
});

/** The names under which a minter may have the handle: as it was written, then in lower case. */
const idsOf = (definition: MinterDefinition, handle: Handle): readonly string[] => {
  if (prefixOf(handle) !== undefined) return [prefixId(definition)];
  const { naan } = definition;
  return [...new Set([`${naan}/${handle.suffix}`, `${naan}/${lowerCase(handle.suffix)}`])];
};

/** Handles are the same in upper and lower case; only what a template makes keeps the case of its letters. */
export const newIdOf = (definition: MinterDefinition, handle: Handle): string => {
  const template = templateOf(definition);
  const keepsCase = template.kind === 'minting' && !definition.bindsAnything && hasUpperCaseNames(template);
  return `${definition.naan}/${keepsCase ? handle.suffix : lowerCase(handle.suffix)}`;
};

const lowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const findHandle = async (
  { store, minters }: { readonly store: Pick<MinterStore, 'read'>; readonly minters: ArkMinters },
  handle: Handle,
): Promise<FoundHandle | undefined> =>
  minters.search(authorityOf(handle), async (asked) => {
    const holders = asked.filter((definition) => hasNaan(definition, authorityOf(handle)));
    const idsIn = (definition: MinterDefinition) => idsOf(definition, handle);
    for (const definition of await findLeading(store, holders, { idsOf: idsIn })) {
      const found = await store.read(definition.name, async (minter) => {
        for (const id of idsOf(definition, handle)) {
          const record = await readRecord(minter, id);
          if (record !== undefined) return record;
        }
        return undefined;
      });
      if (found !== undefined) return { definition, ...found };
    }
    return undefined;
  });

/** What a minter has of a name; undefined if it is unknown or was deleted. */
export const readRecord = async (
  minter: MinterReading,
  id: string,
): Promise<Omit<FoundHandle, 'definition'> | undefined> => {
  await refuseLargeRecord(minter, id);
  const bound = await minter.elements(id);
  if (bound.some(({ element }) => element === DELETED)) return undefined;
  const record = bound.length > 0 ? undefined : await minter.record(id);
  if (bound.length === 0 && record?.status.includes('i') !== true) return undefined;
  return { id, bound, changed: changedOf(bound) };
};

const changedOf = (bound: readonly BoundElement[]): string => {
  const told = CHANGED.map((name) => bound.find(({ element }) => element === name)).find((each) => each !== undefined);
  const seconds = told === undefined ? 0 : Number(DECODER.decode(told.value));
  return writeTime(Number.isSafeInteger(seconds) && seconds >= 0 && seconds < 1e11 ? seconds * 1_000 : 0);
};

export const writeTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
