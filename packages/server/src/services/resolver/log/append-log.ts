import { type Label, parseIbi } from '@perene/core';
import {
  type Alert,
  appendLeaves,
  type Claim,
  checkKeyHistory,
  EMPTY_FRONTIER,
  encodeUtf8,
  type Frontier,
  formatHash,
  formatLogEntry,
  frontierNodes,
  type Hash,
  hashLeaf,
  hashStatement,
  type Instant,
  instantOf,
  isAlert,
  type KeyChange,
  type LogContent,
  type LogEntry,
  laterOf,
  type PublicKey,
  type Sha256,
  type Signed,
  secondsOf,
  standingOfKey,
  type Transfer,
} from '@perene/core/trust';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Signatures, Signer } from '../../../ports/system/signatures.ts';
import type { LogState, LogStore, NewEntry } from '../../../ports/trust/log-store.ts';
import { createStrangerBound } from './claims/bound-strangers.ts';
import { readKeyChange, readStored } from './stored-entries.ts';

/** Something to log. Whoever hands it over has verified the signature of a claim or a transfer. */
type Wanted =
  | {
      readonly kind: 'said';
      readonly signed: Signed<Claim | Transfer>;
      /** The Archive that it came from: no other brings the first key of an Archive. */
      readonly from: Label;
    }
  /** The key by which an Archive is known, and how it came from a former one. */
  | {
      readonly kind: 'key';
      readonly archiveService: Label;
      readonly key: PublicKey;
      readonly rotations: readonly Signed<KeyChange>[];
    }
  /** The operator of the resolver replaces a key that was lost. */
  | { readonly kind: 'replacement'; readonly archiveService: Label; readonly key: PublicKey }
  | Alert;

/** `refused`: the key does not count for that Archive, it claims too early, or it has said too much of an item of others. */
export type LogOutcome = 'logged' | 'known' | 'refused';

/** Appends to the log what it does not have yet. */
export interface LogAppender {
  append(wanted: readonly Wanted[]): Promise<readonly LogOutcome[]>;
}

const MICROSECONDS = 1_000_000n;
/** Clocks of Archives differ (decision 55). */
const CLOCK_SECONDS = 5;
const EPOCH = instantOf(0);

interface LogParts {
  readonly store: LogStore;
  readonly signatures: Pick<Signatures, 'isValid' | 'sha256'>;
  /** Of the log. */
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now'>;
}

export const createLogAppender = (parts: LogParts): LogAppender => ({
  append: (wanted) =>
    parts.store.append(async (state) => {
      const turn = await beginTurn(parts, state, wanted);
      const outcomes: LogOutcome[] = [];
      for (const one of wanted) outcomes.push(await decide(turn, one));
      return { addition: await growTree(parts, state, turn.added), result: outcomes };
    }),
});

/** What one transaction has read, and what it will add. */
interface Turn {
  readonly parts: LogParts;
  readonly state: LogState;
  readonly time: Instant;
  /** POSIX seconds, by the clock. */
  readonly now: number;
  readonly known: Set<Hash>;
  readonly keys: Map<Label, Signed<KeyChange>[]>;
  readonly added: NewEntry[];
  readonly strangers: ReturnType<typeof createStrangerBound>;
}

const beginTurn = async (parts: LogParts, state: LogState, wanted: readonly Wanted[]): Promise<Turn> => {
  const { signatures, clock } = parts;
  const hashes = wanted.flatMap((one) => {
    if (one.kind === 'said') return [hashStatement(one.signed.statement, signatures.sha256)];
    return one.kind === 'alert' ? [hashAlert(one, signatures.sha256)] : [];
  });
  const last = await state.last();
  const seconds = Number(clock.now() / MICROSECONDS);
  const now = instantOf(seconds);
  // The order of the entries is the order of their times, even if the clock was set back.
  const before = last === undefined ? now : readStored(last).time;
  return {
    parts,
    state,
    time: laterOf(now, before),
    now: seconds,
    known: new Set(await state.known(hashes)),
    keys: new Map(),
    added: [],
    strangers: createStrangerBound(state),
  };
};

const decide = async (turn: Turn, wanted: Wanted): Promise<LogOutcome> => {
  switch (wanted.kind) {
    case 'said':
      return decideSaid(turn, wanted);
    case 'alert':
      return add(turn, wanted, hashAlert(wanted, turn.parts.signatures.sha256));
    case 'key':
      return decideKey(turn, wanted);
    case 'replacement':
      return change(turn, wanted.archiveService, wanted.key);
  }
};

/** The first key that an Archive signs with is pinned; from then on only its changes count (decision 31). */
const decideSaid = async (turn: Turn, { signed, from }: Extract<Wanted, { kind: 'said' }>): Promise<LogOutcome> => {
  const { archiveService, time } = signed.statement;
  const hash = hashStatement(signed.statement, turn.parts.signatures.sha256);
  if (turn.known.has(hash)) return 'known';
  if (!isInTime(turn, signed.statement)) return 'refused';
  const isFirst = (await keysOf(turn, archiveService)).length === 0;
  if (isFirst && from === archiveService) await change(turn, archiveService, signed.key);
  const changes = (await keysOf(turn, archiveService)).map(({ statement }) => statement);
  const standing = standingOfKey(changes, { archiveService, key: signed.key, time });
  // A key that was rotated may have been stolen, and a thief writes any time. Only its own Archive brings what is older.
  const isGood = standing === 'current' || (standing === 'former' && from === archiveService);
  return isGood && !(await turn.strangers.isFull(signed.statement)) ? add(turn, signed, hash) : 'refused';
};

/** Nobody claims a label before its own instant, nor is one logged whose instant has not come. */
const isInTime = ({ now }: Turn, { repository, ibip, time }: Claim | Transfer): boolean =>
  [repository, ibip].every((label) => {
    const read = label === undefined ? undefined : parseIbi(label);
    if (!read?.ok) return true;
    const earliest = read.value.date.seconds - CLOCK_SECONDS;
    return earliest <= now && earliest <= secondsOf(time);
  });

const decideKey = async (
  turn: Turn,
  { archiveService, key, rotations }: Extract<Wanted, { kind: 'key' }>,
): Promise<LogOutcome> => {
  const changes = await keysOf(turn, archiveService);
  const first = rotations[0]?.statement.former ?? key;
  if (changes.length === 0) await change(turn, archiveService, first);
  for (const rotation of rotations) {
    if (rotation.statement.former === changes.at(-1)?.statement.key) rotate(turn, archiveService, rotation);
  }
  if (changes.at(-1)?.statement.key !== key) return 'refused';
  return turn.added.some(({ keyOf }) => keyOf === archiveService) ? 'logged' : 'known';
};

const rotate = (turn: Turn, archiveService: Label, rotation: Signed<KeyChange>): void => {
  const { signatures, signer } = turn.parts;
  const changes = turn.keys.get(archiveService) ?? [];
  const isFit =
    rotation.statement.archiveService === archiveService &&
    rotation.statement.reason === 'rotated' &&
    checkKeyHistory([...changes, rotation], { logKey: signer.key }).length === 0 &&
    signatures.isValid(rotation);
  if (isFit) addChange(turn, archiveService, rotation);
};

/** Pins the first key, or replaces the one that counts; the log signs both. */
const change = async (turn: Turn, archiveService: Label, key: PublicKey): Promise<LogOutcome> => {
  const { signer } = turn.parts;
  const changes = await keysOf(turn, archiveService);
  const before = changes.at(-1)?.statement;
  if (before?.key === key) return 'known';
  const signed = signer.sign<KeyChange>({
    kind: 'key',
    reason: before === undefined ? 'pinned' : 'replaced',
    archiveService,
    key,
    former: before?.key,
    time: laterOf(turn.time, before?.time ?? turn.time),
  });
  if (checkKeyHistory([...changes, signed], { logKey: signer.key }).length > 0) return 'refused';
  addChange(turn, archiveService, signed);
  return 'logged';
};

const addChange = (turn: Turn, archiveService: Label, signed: Signed<KeyChange>): void => {
  add(turn, signed, hashStatement(signed.statement, turn.parts.signatures.sha256));
  turn.keys.get(archiveService)?.push(signed);
};

const keysOf = async (turn: Turn, archiveService: Label): Promise<readonly Signed<KeyChange>[]> => {
  const known = turn.keys.get(archiveService);
  if (known !== undefined) return known;
  const changes = (await turn.state.keyChanges(archiveService)).map(readKeyChange);
  turn.keys.set(archiveService, changes);
  return changes;
};

const add = (turn: Turn, content: LogContent, hash: Hash): LogOutcome => {
  if (turn.known.has(hash)) return 'known';
  turn.known.add(hash);
  turn.added.push(describeEntry({ time: turn.time, content }, turn.parts.signatures.sha256));
  return 'logged';
};

/** An entry, and what it is found by: all of that follows from the entry. */
export const describeEntry = (entry: LogEntry, sha256: Sha256): NewEntry => {
  const { content } = entry;
  return {
    text: formatLogEntry(entry),
    hash: isAlert(content) ? hashAlert(content, sha256) : hashStatement(content.statement, sha256),
    labels: labelsOf(content),
    keyOf: !isAlert(content) && content.statement.kind === 'key' ? content.statement.archiveService : undefined,
  };
};

const labelsOf = (content: LogContent): readonly Label[] => {
  if (isAlert(content)) return [content.label];
  const { statement } = content;
  if (statement.kind === 'key') return [];
  return [statement.repository, statement.ibip].flatMap((label) => label ?? []);
};

const hashAlert = (alert: Alert, sha256: Sha256): Hash =>
  formatHash(sha256(encodeUtf8(formatLogEntry({ time: EPOCH, content: alert }))));

const growTree = async ({ signatures: { sha256 } }: LogParts, state: LogState, entries: readonly NewEntry[]) => {
  if (entries.length === 0) return { entries, nodes: [] };
  const leaves = entries.map(({ text }) => hashLeaf(text, sha256));
  return { entries, nodes: appendLeaves(await readFrontier(state), leaves, sha256).nodes };
};

const readFrontier = async (state: LogState): Promise<Frontier> => {
  const size = await state.size();
  if (size === 0) return EMPTY_FRONTIER;
  const addresses = frontierNodes(size);
  const read = await state.nodes(addresses);
  const roots = addresses.map((address) => {
    const hash = read(address);
    if (hash === undefined) throw new Error(`the log has lost node ${address.index} of level ${address.level}`);
    return hash;
  });
  return { size, roots };
};
