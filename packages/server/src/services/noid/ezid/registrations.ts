import { type Ark, parseArk } from '@perene/core/ark';
import type { MinterDefinition, MinterStore, MinterWriting } from '../../../ports/minting/minter-store.ts';
import { type ArkMinters, hasNaan, listCandidates } from '../ark/ark-minters.ts';
import { refuseLargeRecord } from '../bindings/limit-records.ts';
import { mintIdentifiers } from '../identifiers/mint-identifiers.ts';
import { type MinterTools, type MinterWork, templateOf } from '../minters/minter-work.ts';
import { chooseHolder } from '../names/choose-holder.ts';
import { findLeading } from '../names/leading-minters.ts';
import { readState } from '../names/name-state.ts';
import {
  type BoundChanges,
  bindChanges,
  DELETED,
  isRegistered,
  OWNER,
  PERSON,
  secondsOf,
  takeName,
} from '../names/register-name.ts';
import { showToEverybody } from '../names/shown-names.ts';
import { describeRecord } from './describe-record.ts';
import type { EzidAnswer, EzidProblem, EzidRecord, EzidRequester } from './ezid-answer.ts';
import { mayBegin, mayChange, ownerOf } from './name-rights.ts';
import { readChanges } from './read-changes.ts';

type Metadata = ReadonlyMap<string, string>;

/** The operations of EZID's API, on the names of this node's minters. */
export interface Registrations {
  mint(shoulder: string, requester: EzidRequester, metadata: Metadata): Promise<EzidAnswer>;
  create(
    id: string,
    requester: EzidRequester,
    request: { readonly metadata: Metadata; readonly updatesExisting: boolean },
  ): Promise<EzidAnswer>;
  view(
    id: string,
    options: { readonly matchesPrefix: boolean; readonly isStranger: boolean },
  ): Promise<EzidRecord | { readonly problem: EzidProblem }>;
  update(id: string, requester: EzidRequester, metadata: Metadata): Promise<EzidAnswer>;
  remove(id: string, requester: EzidRequester): Promise<EzidAnswer>;
}

interface RegistrationParts extends MinterTools {
  readonly store: Pick<MinterStore, 'read' | 'change'>;
  readonly minters: ArkMinters;
  /** The URL without a slash at its end. */
  readonly publicUrl: string;
  /** Whether an item carries this ARK as an alias. */
  readonly isAlias: (ark: Ark) => Promise<boolean>;
}

const SHOULDER = /^ark:\/?[0-9a-z]+\/(.*)$/is;
const MAX_PREFIXES = 1_024;

export const createRegistrations = (parts: RegistrationParts): Registrations => {
  const { store, minters, publicUrl } = parts;
  const workOf = ({ contact }: EzidRequester): MinterWork => ({ ...parts, contact, log: () => undefined });
  const change = async <Result>(
    minter: string,
    requester: EzidRequester,
    work: (minter: MinterWriting, work: MinterWork) => Promise<Result>,
  ): Promise<Result | undefined> => store.change(minter, (writing) => work(writing, workOf(requester)));

  /** Changes a name that is known. */
  const changeKnown = async (
    text: string,
    requester: EzidRequester,
    work: (minter: MinterWriting, id: string, work: MinterWork) => Promise<EzidAnswer>,
  ): Promise<EzidAnswer> => {
    const ark = readArk(text);
    if (!ark.ok) return { problem: { error: 'identifier' } };
    const found = await minters.search(ark.value, (holders) => findKnown(store, holders, ark.value));
    if (found === undefined) return { problem: { error: 'unknown' } };
    if (!requester.mayUse(found.minter)) return { problem: { error: 'forbidden' } };
    const answer = await change(found.minter, requester, async (minter, own): Promise<EzidAnswer> => {
      if (!(await isRegistered(minter, found.id))) return { problem: { error: 'unknown' } };
      if (!(await mayChange(minter, found.id, requester))) return { problem: { error: 'forbidden' } };
      return work(minter, found.id, own);
    });
    return answer ?? { problem: { error: 'unknown' } };
  };

  const update = (text: string, requester: EzidRequester, metadata: Metadata): Promise<EzidAnswer> =>
    changeKnown(text, requester, async (minter, id, work) => {
      const before = await readState(minter, id);
      const read = readChanges(metadata, { before, owner: (await ownerOf(minter, id)).name, requester });
      if ('problem' in read) return read;
      await bindChanges(minter, work, { id, changes: new Map([...read.changes, ['_updated', secondsOf(work)]]) });
      return { id: writeId(id) };
    });

  return {
    update,
    async mint(shoulder, requester, metadata) {
      const [, prefix = ''] = SHOULDER.exec(shoulder) ?? [];
      // With any character after it, a shoulder is the beginning of a name.
      const ark = parseArk(`${shoulder}0`);
      if (!ark.ok) return { problem: { error: 'shoulder' } };
      const definition = await minters.search(ark.value, async (holders) =>
        holders.find((each) => hasNaan(each, ark.value) && templateOf(each).prefix === prefix),
      );
      if (definition === undefined) return { problem: { error: 'shoulder' } };
      if (!requester.mayUse(definition.name)) return { problem: { error: 'forbidden' } };
      if (templateOf(definition).kind === 'binding') return { problem: { error: 'no-minting' } };
      const read = readChanges(metadata, { before: undefined, owner: undefined, requester });
      if ('problem' in read) return read;
      const answer = await change(definition.name, requester, async (minter, work): Promise<EzidAnswer> => {
        const [id] = (await mintIdentifiers(minter, work, { count: 1 })).ids;
        if (id === undefined) return { problem: { error: 'exhausted', shoulder } };
        await bindChanges(minter, work, { id, changes: newName(work, requester, read.changes) });
        return { id: writeId(id) };
      });
      return answer ?? { problem: { error: 'shoulder' } };
    },
    async create(text, requester, { metadata, updatesExisting }) {
      const ark = readArk(text);
      if (!ark.ok) return { problem: { error: 'identifier' } };
      const holder = await minters.search(ark.value, async (holders) => chooseHolder(holders, ark.value));
      if (holder === undefined || !requester.mayUse(holder.name)) return { problem: { error: 'forbidden' } };
      const id = `${holder.naan}/${ark.value.name}`;
      const read = readChanges(metadata, { before: undefined, owner: undefined, requester });
      if (await parts.isAlias(ark.value)) return { problem: { error: 'exists' } };
      const isFree = await minters.search(ark.value, (holders) =>
        mayBegin(store, { holders, ark: ark.value, id, requester }),
      );
      const answer = await change(holder.name, requester, async (minter, work): Promise<EzidAnswer> => {
        if (await isRegistered(minter, id)) return { problem: { error: 'exists' } };
        if ('problem' in read) return read;
        if (isFree === 'no') return { problem: { error: 'forbidden' } };
        await takeName(minter, work, id);
        await bindChanges(minter, work, {
          id,
          changes: new Map([...newName(work, requester, read.changes), [DELETED, undefined]]),
        });
        return { id: writeId(id) };
      });
      const isThere = answer?.problem?.error === 'exists';
      if (isThere && updatesExisting) return update(text, requester, metadata);
      return answer ?? { problem: { error: 'forbidden' } };
    },
    async view(text, { matchesPrefix, isStranger }) {
      const seen = isStranger ? showToEverybody(store) : store;
      const ark = readArk(text);
      if (!ark.ok) return { problem: { error: 'identifier' } };
      const found = await minters.search(ark.value, (holders) =>
        matchesPrefix ? findPrefix(seen, holders, ark.value) : findKnown(seen, holders, ark.value),
      );
      const pairs =
        found &&
        (await seen.read(found.minter, async (minter) => {
          if (!(await isRegistered(minter, found.id))) return undefined;
          await refuseLargeRecord(minter, found.id);
          return describeRecord(minter, { id: found.id, publicUrl });
        }));
      if (found === undefined || pairs === undefined) return { problem: { error: 'unknown' } };
      const asked = writeId(`${ark.value.naan}/${ark.value.name}`);
      const id = writeId(found.id);
      return { id, inLieuOf: matchesPrefix && id !== asked ? asked : undefined, pairs };
    },
    remove: (text, requester) =>
      changeKnown(text, requester, async (minter, id, work) => {
        if ((await readState(minter, id)).kind !== 'reserved') return { problem: { error: 'no-deletion' } };
        const bound = await minter.elements(id);
        const removed = bound.map(({ element }) => [element, undefined] as const);
        await bindChanges(minter, work, { id, changes: new Map([...removed, [DELETED, secondsOf(work)]]) });
        return { id: writeId(id) };
      }),
  };
};

/** As in EZID, identifiers are of visible ASCII, so that every database and every client can keep them. */
const readArk = (text: string): ReturnType<typeof parseArk> => parseArk(/^[!-~]+$/.test(text) ? text : '');

/** The classic form, which EZID's clients know. */
const writeId = (id: string): string => `ark:/${id}`;

const newName = (work: MinterWork, requester: EzidRequester, changes: BoundChanges): BoundChanges => {
  const now = secondsOf(work);
  const owner = new Map([
    [OWNER, requester.name],
    [PERSON, requester.person],
  ]);
  return new Map([...owner, ...changes, ['_created', now], ['_updated', now]]);
};

interface FoundId {
  readonly minter: string;
  readonly id: string;
}

type Store = Pick<MinterStore, 'read'>;

const findKnown = async (
  store: Store,
  holders: readonly MinterDefinition[],
  ark: Ark,
): Promise<FoundId | undefined> => {
  const idsOf = (definition: MinterDefinition) =>
    listCandidates(definition, ark).flatMap(({ id, rest }) => (rest === '' ? [id] : []));
  for (const definition of await findLeading(store, holders, { idsOf })) {
    const ids = idsOf(definition);
    const id = await store.read(definition.name, async (minter) => {
      for (const each of ids) if (await minter.isKnown([each])) return each;
      return undefined;
    });
    if (id !== undefined) return { minter: definition.name, id };
  }
  return undefined;
};

/** The longest registered beginning, whatever follows it. */
const findPrefix = async (
  store: Store,
  holders: readonly MinterDefinition[],
  ark: Ark,
): Promise<FoundId | undefined> => {
  let longest: FoundId | undefined;
  for (const definition of holders) {
    const whole = `${hasNaan(definition, ark) ? definition.naan : ark.naan}/${ark.name}`;
    const prefixes = Array.from({ length: Math.min(whole.length, MAX_PREFIXES) }, (_, end) => whole.slice(0, end + 1));
    const known = await store.read(definition.name, (minter) => minter.records(prefixes));
    const id = prefixes.findLast((prefix) => known?.has(prefix) === true);
    if (id !== undefined && id.length > (longest?.id.length ?? 0)) longest = { minter: definition.name, id };
  }
  return longest;
};
