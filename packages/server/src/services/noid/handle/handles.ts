import type { MinterDefinition, MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { type ArkMinters, hasNaan } from '../ark/ark-minters.ts';
import { mintIdentifiers } from '../identifiers/mint-identifiers.ts';
import { isLongTerm, type MinterTools, type MinterWork, templateOf } from '../minters/minter-work.ts';
import { chooseHolder } from '../names/choose-holder.ts';
import { prefixId } from '../names/prefix-name.ts';
import { bindChanges, DELETED, isRegistered, OWNER, PERSON, secondsOf, takeName } from '../names/register-name.ts';
import { findNeededRights, mergeValues } from './change-values.ts';
import {
  authorityOf,
  type FoundHandle,
  findHandle,
  type Handle,
  newIdOf,
  parseHandle,
  prefixOf,
  readRecord,
  writeTime,
} from './find-handle.ts';
import type { HandleDone, HandleList, HandleProblem, HandleRecord } from './handle-answer.ts';
import { type FindValues, type HandleRequester, readRights } from './handle-rights.ts';
import { type GivenValue, type HandleValue, isPublic, isWanted } from './handle-value.ts';
import { isValueElement, keepValues, readKeptValues, VALUES_ELEMENT } from './kept-values.ts';
import { makeTemplateValues } from './leading/template-values.ts';
import { listHandles, lookUpHandles, type SoughtHandles } from './list-handles.ts';
import { showHandle, withPrefixValues } from './prefix-values.ts';

/** The operations of the API of the Handle System, on the names of this node's minters. */
export interface Handles {
  show(
    handle: string,
    request: {
      readonly indexes: readonly number[];
      readonly types: readonly string[];
      readonly requester: HandleRequester | undefined;
      readonly isPublicOnly: boolean;
    },
  ): Promise<HandleRecord | HandleProblem>;
  put(handle: string, requester: HandleRequester, request: PutRequest): Promise<HandleDone | HandleProblem>;
  /** Removes a handle, or those of its values that have these indexes. */
  remove(
    handle: string,
    requester: HandleRequester,
    indexes: readonly number[] | undefined,
  ): Promise<HandleDone | HandleProblem>;
  list(prefix: string, page: { readonly page: number; readonly pageSize: number }): Promise<HandleList>;
  lookUp(sought: SoughtHandles): Promise<readonly string[]>;
}

interface PutRequest {
  readonly values: readonly GivenValue[];
  /** The indexes that are put; undefined replaces all values. */
  readonly indexes: readonly number[] | undefined;
  readonly overwrites: boolean;
  /** Whether a minter completes the name. */
  readonly mintsSuffix: boolean;
}

export interface HandleParts extends MinterTools {
  readonly store: Pick<MinterStore, 'read' | 'change' | 'list'>;
  readonly minters: ArkMinters;
  /** Whether an item carries the handle as an alias. */
  readonly isAlias: (handle: string) => Promise<boolean>;
}

const MILLISECONDS = 1_000n;

export const createHandles = (parts: HandleParts): Handles => {
  const { store, minters } = parts;
  const find = (handle: Handle) => findHandle(parts, handle);
  const findValues: FindValues = async (text) => {
    const handle = parseHandle(text);
    const found = handle && (await find(handle));
    return found && readKeptValues(found.bound, found.changed);
  };
  const change = async <Result>(
    { definition, id }: Pick<FoundHandle, 'definition' | 'id'>,
    { contact }: HandleRequester,
    work: (minter: MinterWriting, work: MinterWork) => Promise<Result>,
  ): Promise<Result | undefined> =>
    store.change(
      definition.name,
      (minter) => work(minter, { ...parts, contact, log: () => undefined }),
      // What is held is counted.
      isLongTerm(definition) ? undefined : [id],
    );
  /** Whether the requester may turn one list of values into another. */
  const mayTurn = async (
    { definition, id }: Pick<FoundHandle, 'definition' | 'id'>,
    requester: HandleRequester,
    { before, after }: { readonly before: readonly HandleValue[]; readonly after: readonly HandleValue[] | undefined },
  ): Promise<boolean> => {
    if (id === prefixId(definition) && !requester.isMaster) return false;
    const may = await readRights({ prefix: definition.naan, values: before }, requester, findValues);
    const needed = after === undefined ? (['delete-handle'] as const) : findNeededRights(before, after);
    return needed?.every(may) === true;
  };
  const isForbidden = async (minter: MinterWriting, id: string): Promise<boolean> =>
    (await minter.record(id))?.pepper !== undefined;

  /** Where a new handle is kept. */
  const findPlace = async (handle: Handle): Promise<Pick<FoundHandle, 'definition' | 'id'> | undefined> => {
    const authority = authorityOf(handle);
    const holder = await minters.search(authority, async (holders) =>
      prefixOf(handle) === undefined
        ? chooseHolder(holders, { ...authority, name: handle.suffix })
        : holders.find((definition) => hasNaan(definition, authority)),
    );
    if (holder === undefined) return undefined;
    return { definition: holder, id: prefixOf(handle) === undefined ? newIdOf(holder, handle) : prefixId(holder) };
  };

  const put = async (
    text: string,
    place: Pick<FoundHandle, 'definition' | 'id'>,
    requester: HandleRequester,
    { values, indexes, overwrites }: PutRequest,
  ): Promise<HandleDone | HandleProblem> => {
    const done = await change(place, requester, async (minter, work): Promise<HandleDone | HandleProblem> => {
      const known = (await isRegistered(minter, place.id)) ? await readRecord(minter, place.id) : undefined;
      if (known !== undefined && indexes === undefined && !overwrites) return { problem: 'handle-exists' };
      if (known === undefined && indexes !== undefined) return { problem: 'handle-unknown' };
      const before = known === undefined ? [] : readKeptValues(known.bound, known.changed);
      const given = values.filter(({ index }) => indexes === undefined || indexes.includes(index));
      if (given.length === 0) return { problem: 'value-invalid', what: 'index' };
      const isThere = before.some(({ index }) => indexes?.includes(index));
      if (isThere && !overwrites) return { problem: 'value-exists' };
      const now = writeTime(Number(work.clock.now() / MILLISECONDS));
      const after = mergeValues(before, { indexes, given, now });
      const isAllowed = (await mayTurn(place, requester, { before, after })) && !(await isForbidden(minter, place.id));
      if (!isAllowed) return { problem: 'forbidden' };
      if (known === undefined && place.id !== prefixId(place.definition)) await takeName(minter, work, place.id);
      await keep(minter, work, { id: place.id, known, after, requester });
      const isNew = after.some(({ index }) => !before.some((old) => old.index === index));
      return { handle: text, isNew: known === undefined || isNew };
    });
    return done ?? { problem: 'prefix-unknown' };
  };

  return {
    async show(text, { requester, isPublicOnly, ...wanted }) {
      const handle = parseHandle(text);
      if (handle === undefined) return { problem: 'handle-invalid' };
      const found = await withPrefixValues(parts, handle, await find(handle));
      const made = found === undefined ? await makeTemplateValues(parts, handle, text) : undefined;
      const shown = found ?? (made && showHandle(made.base, made.values));
      if (shown === undefined) return { problem: 'handle-unknown' };
      const mayUse = requester?.mayUse(shown.minter) === true;
      if (shown.isReserved && requester === undefined) return { problem: 'handle-unknown' };
      const isReader = requester !== undefined && !isPublicOnly && mayUse;
      const mayRead = isReader ? (await readRights(shown, requester, findValues))('read-value') : false;
      const values = shown.values.filter((value) => isWanted(value, wanted) && (isPublic(value) || mayRead));
      return { handle: text, values, isEmpty: values.length === 0 };
    },
    async put(text, requester, request) {
      const handle = parseHandle(request.mintsSuffix && text.endsWith('/') ? `${text}0` : text);
      if (handle === undefined) return { problem: 'handle-invalid' };
      if (request.mintsSuffix) {
        const begin = text.slice(text.indexOf('/') + 1);
        const minted = await mintName({ handle, begin, requester });
        return 'problem' in minted ? minted : put(minted.id, minted, requester, { ...request, overwrites: true });
      }
      const found = await find(handle);
      const place = found ?? (await findPlace(handle));
      if (place === undefined) return { problem: 'prefix-unknown' };
      if (!requester.mayUse(place.definition.name)) return { problem: 'forbidden' };
      if (found === undefined && (await parts.isAlias(text))) return { problem: 'handle-exists' };
      return put(text, place, requester, request);
    },
    async remove(text, requester, indexes) {
      const handle = parseHandle(text);
      if (handle === undefined) return { problem: 'handle-invalid' };
      const found = await find(handle);
      if (found === undefined) return { problem: 'handle-unknown' };
      if (!requester.mayUse(found.definition.name)) return { problem: 'forbidden' };
      const done = await change(found, requester, async (minter, work): Promise<HandleDone | HandleProblem> => {
        const known = await readRecord(minter, found.id);
        if (known === undefined) return { problem: 'handle-unknown' };
        const before = readKeptValues(known.bound, known.changed);
        const after = indexes && before.filter(({ index }) => !indexes.includes(index));
        if (after !== undefined && after.length === before.length) return { problem: 'values-unknown' };
        const isAllowed =
          (await mayTurn(found, requester, { before, after })) && !(await isForbidden(minter, found.id));
        if (!isAllowed) return { problem: 'forbidden' };
        await keep(minter, work, { id: found.id, known, after, requester });
        return { handle: text, isNew: false };
      });
      return done ?? { problem: 'handle-unknown' };
    },
    list: (prefix, page) => listHandles(parts, prefix, page),
    lookUp: (sought) => lookUpHandles(parts, sought),
  };

  /** Mints a name for a handle of which only the beginning is given. */
  async function mintName({
    handle,
    begin,
    requester,
  }: {
    readonly handle: Handle;
    readonly begin: string;
    readonly requester: HandleRequester;
  }): Promise<Pick<FoundHandle, 'definition' | 'id'> | HandleProblem> {
    const authority = authorityOf(handle);
    const mints = (definition: MinterDefinition): boolean =>
      hasNaan(definition, authority) &&
      templateOf(definition).kind === 'minting' &&
      templateOf(definition).prefix.startsWith(begin);
    const definition = await minters.search(authority, async (holders) => holders.find(mints));
    if (definition === undefined) return { problem: 'prefix-unknown' };
    if (!requester.mayUse(definition.name)) return { problem: 'forbidden' };
    const minted = await store.change(definition.name, (minter) =>
      mintIdentifiers(minter, { ...parts, contact: requester.contact, log: () => undefined }, { count: 1 }),
    );
    const id = minted?.ids[0];
    return id === undefined ? { problem: 'exhausted' } : { definition, id };
  }
};

/** Binds the values that are left, takes away the others, and notes when; without values the handle is deleted. */
const keep = async (
  minter: MinterWriting,
  work: MinterWork,
  {
    id,
    known,
    after,
    requester,
  }: {
    readonly id: string;
    readonly known: Pick<FoundHandle, 'bound'> | undefined;
    readonly after: readonly HandleValue[] | undefined;
    readonly requester: HandleRequester;
  },
): Promise<void> => {
  const now = secondsOf(work);
  const isReplaced = (element: string) => after === undefined || element === VALUES_ELEMENT || isValueElement(element);
  const removed = (known?.bound ?? []).flatMap(({ element }) =>
    isReplaced(element) ? [[element, undefined] as const] : [],
  );
  const kept = after === undefined ? [[DELETED, now] as const] : [...keepValues(after), ['_updated', now] as const];
  const isNew = known === undefined;
  const { name, person } = requester;
  const created = isNew ? [[OWNER, name] as const, [PERSON, person] as const, ['_created', now] as const] : [];
  const restored = isNew ? [[DELETED, undefined] as const] : [];
  await bindChanges(minter, work, {
    id,
    changes: new Map<string, string | Uint8Array | undefined>([...restored, ...removed, ...created, ...kept]),
  });
};
