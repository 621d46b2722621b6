import type { LogHead, Proof } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { type Answer, type Label, parseIbi } from '@perene/core';
import {
  createVerifierKey,
  encodePaddedBase64,
  formatVerifierKey,
  type HashPlan,
  planConsistency,
  planInclusion,
} from '@perene/core/trust';
import type { Members } from '../../../ports/federation/members.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';
import type { LogStore, StoredEntry } from '../../../ports/trust/log-store.ts';
import type { CosignedHead, LogWitnesses } from '../../../ports/trust/log-witnesses.ts';
import { chooseSpeakers } from './claims/choose-speakers.ts';
import { findNamedItem } from './claims/find-named-item.ts';
import type { LogHeads, SignedHead } from './log-heads.ts';
import { type LogOperations, MAX_ENTRIES } from './log-operations.ts';
import { readKeyChange, saidIn } from './stored-entries.ts';

const MAX_OTHERS = 100;
const MAX_PAGE_CHARACTERS = 524_288;
/** Of one proof file; where the log has more about an item, the oldest are left out. */
const MAX_HISTORY = 1_000;
const MAX_KEY_CHANGES = 256;
const MAX_COSIGNED = 2;

interface ReadingParts {
  readonly store: LogStore;
  readonly heads: LogHeads;
  readonly witnesses: Pick<LogWitnesses, 'cosigned'>;
  readonly signatures: Pick<Signatures, 'sha256'>;
  readonly members: Pick<Members, 'find'>;
}

export const createLogReader = (parts: ReadingParts): LogOperations => {
  const { store, heads } = parts;
  /** A long proof takes time and memory, and many may ask for it. */
  const underWay = new Map<Label, Promise<Proof>>();
  return {
    async head({ isWitnessed }) {
      const cosigned = isWitnessed ? await findCosigned(parts, 0) : undefined;
      return showHead(parts, cosigned?.head ?? (await heads.newest()), cosigned?.signed);
    },
    async proof({ index, label, size }) {
      const [asked, ...others] = label === undefined ? [] : await store.about(label, { limit: MAX_OTHERS + 1 });
      if (label !== undefined && asked === undefined) throw refuse('log-entry-not-found', { reason: 'label', label });
      const wanted = asked?.index ?? index ?? 0;
      const head = size === undefined ? await heads.newest(wanted + 1) : await heads.ofSize(size);
      if (head === undefined) throw refuse('log-entry-not-found', { reason: 'size', size: size ?? 0 });
      const [entry] = wanted < head.size ? await store.entries({ from: wanted, limit: 1 }) : [];
      if (entry === undefined) throw refuse('log-entry-not-found', { reason: 'index', index: wanted, size: head.size });
      const shown = await showHead(parts, head, await signedAs(parts, head));
      return {
        index: wanted,
        entry: entry.text,
        path: await pathOf(heads, planInclusion({ index: wanted, size: head.size })),
        ...shown,
        others: others.map((other) => other.index),
      };
    },
    async consistency({ from, to }) {
      const size = await store.size();
      if (to > size) throw refuse('log-entry-not-found', { reason: 'size', size: to });
      if (from > to) throw refuse('log-entry-not-found', { reason: 'size', size: from });
      return { from, to, path: await pathOf(heads, planConsistency({ from, to })) };
    },
    async entries({ from, count = MAX_ENTRIES }) {
      const limit = Math.min(Math.max(count, 1), MAX_ENTRIES);
      const found = await store.entries({ from, limit });
      let characters = 0;
      const fitting = found.filter(({ text }, place) => {
        characters += text.length;
        return place === 0 || characters <= MAX_PAGE_CHARACTERS;
      });
      return { from, entries: fitting.map(({ text }) => text), size: await store.size() };
    },
    proofFile(label) {
      const making = underWay.get(label) ?? makeProofFile(parts, label).finally(() => underWay.delete(label));
      underWay.set(label, making);
      return making;
    },
  };
};

const pathOf = async (heads: Pick<LogHeads, 'compute'>, plan: Answer<HashPlan>): Promise<readonly string[]> => {
  return (await heads.compute(planOf(plan))).map(encodePaddedBase64);
};

const planOf = (plan: Answer<HashPlan>): HashPlan => {
  if (plan.ok) return plan.value;
  throw new Error(`a proof was asked for that no log has: ${plan.problem}`);
};

interface Cosigned {
  readonly head: SignedHead;
  readonly signed: CosignedHead;
}

/** Of the last two heads that witnesses signed, the one that more of them did. */
const findCosigned = async ({ heads, witnesses }: ReadingParts, atLeast: number): Promise<Cosigned | undefined> => {
  const found = (await witnesses.cosigned({ limit: MAX_COSIGNED })).filter(({ size }) => size >= atLeast);
  const [newest, before] = found;
  const signed =
    before !== undefined && newest !== undefined && before.cosignatures.length > newest.cosignatures.length
      ? before
      : newest;
  const head = signed && (await heads.ofSize(signed.size));
  return signed && head && { head, signed };
};

const signedAs = async ({ witnesses }: ReadingParts, { size }: SignedHead): Promise<CosignedHead | undefined> =>
  (await witnesses.cosigned({ limit: MAX_COSIGNED })).find((signed) => signed.size === size);

const showHead = async (
  { heads, store, signatures }: ReadingParts,
  { note, size }: SignedHead,
  signed: CosignedHead | undefined,
): Promise<LogHead> => {
  const cosignatures = signed?.cosignatures ?? [];
  const keys: string[] = [];
  for (const { service } of cosignatures) {
    const key = (await store.keyChanges(service)).map(readKeyChange).at(-1)?.statement.key;
    const verifier = key && createVerifierKey({ role: 'witness', name: service, key }, signatures.sha256);
    if (verifier?.ok) keys.push(formatVerifierKey(verifier.value));
  }
  return {
    head: `${note}${cosignatures.map(({ line }) => `${line}\n`).join('')}`,
    size,
    logKey: heads.logKey,
    witnessKeys: keys,
  };
};

const makeProofFile = async (parts: ReadingParts, label: Label): Promise<Proof> => {
  const { store, heads, signatures } = parts;
  const item = await findItem(parts, label);
  const said = (await about(store, item)).filter((stored) => saidIn(stored));
  const spoken = chooseSpeakers(
    said.flatMap((stored) => saidIn(stored) ?? []),
    signatures.sha256,
  );
  const chosen = spoken.flatMap((place) => said[place] ?? []);
  const services = new Set(chosen.flatMap((stored) => saidIn(stored)?.archiveService ?? []));
  const changes: StoredEntry[] = [];
  const untold = new Set<Label>();
  for (const service of services) {
    const ofService = await store.keyChanges(service);
    // Who changes keys all the time does not take the place of others.
    if (changes.length + ofService.length > MAX_KEY_CHANGES) untold.add(service);
    else changes.push(...ofService);
  }
  const history = chosen.filter((stored) => !untold.has(saidIn(stored)?.archiveService as Label));
  const atLeast = Math.max(...history.map(({ index }) => index)) + 1;
  const cosigned = await findCosigned(parts, atLeast);
  const head = cosigned?.head ?? (await heads.newest(atLeast));
  const shown = await showHead(parts, head, cosigned?.signed);
  const keys = changes.filter(({ index }) => index < head.size).toSorted((one, other) => one.index - other.index);
  return {
    format: 'ibi-proof-v1',
    label,
    history: await withPaths(heads, history, head),
    keys: await withPaths(heads, keys, head),
    checkpoint: shown.head,
    logKey: shown.logKey,
    witnessKeys: shown.witnessKeys,
  };
};

/**
 * The repository name of the item that a label names, if it has one. Where no claim is of the Archive that an IBIp names,
 * the first that claimed the label decides.
 */
const findItem = async ({ store, members }: ReadingParts, label: Label): Promise<Label> => {
  const first = await store.firstAbout(label);
  const named = (await about(store, label)).flatMap((stored) => saidIn(stored) ?? []);
  const ibi = parseIbi(label);
  const found = ibi.ok && ibi.value.form === 'ibip' ? await findNamedItem(ibi.value, named, members.find) : undefined;
  const statement = found?.whole[0] ?? (first && saidIn(first)) ?? named[0];
  if (statement === undefined) throw refuse('log-entry-not-found', { reason: 'label', label });
  return statement.repository ?? label;
};

/** The latest about a label, in the order of the log. */
const about = async (store: LogStore, label: Label): Promise<readonly StoredEntry[]> =>
  (await store.about(label, { limit: MAX_HISTORY })).toReversed();

const withPaths = async (heads: LogHeads, entries: readonly StoredEntry[], { size }: SignedHead) => {
  const plans = entries.map(({ index }) => planOf(planInclusion({ index, size })));
  const hashes = await heads.compute(plans.flat());
  let end = 0;
  return entries.map(({ index, text }, place) => {
    const start = end;
    end += plans[place]?.length ?? 0;
    return { index, entry: text, path: hashes.slice(start, end).map(encodePaddedBase64) };
  });
};
