import type { Label } from '../../ibi/label.ts';
import type { Hash } from '../hash.ts';
import type { Sha256 } from '../sha256.ts';
import { type Claim, hashStatement, type Transfer } from '../statements/statement.ts';

export type HistoryProblem =
  /** It is about another item than the first statement. */
  | 'history/other-item'
  | 'history/repeated'
  /** The Archive has signed two successors of one statement. */
  | 'history/fork'
  /** `previous` names a statement that this one cannot follow. */
  | 'history/previous'
  /** `previous` names a statement that is not in the list. Nothing is proved, and nothing is disproved. */
  | 'history/gap'
  /** It is dated before the statement that it follows. */
  | 'history/time'
  /** It says Original, but another Archive holds the original. */
  | 'history/rival'
  /** It deletes or hands over an original that is held elsewhere. */
  | 'history/not-holder'
  /** The holder of the original calls itself a copy, but has handed nothing over. */
  | 'history/not-given'
  | 'history/after-deletion'
  /** What was handed over, or received, is not what was claimed before. */
  | 'history/hash';

export interface HistoryFault {
  /** Of the statement in the list. */
  readonly index: number;
  readonly problem: HistoryProblem;
}

type Said = Claim | Transfer;

interface Placed {
  readonly said: Said;
  readonly hash: Hash;
}

/** What the statements up to here amount to. */
interface Reading {
  readonly first: Said;
  readonly lastOf: Map<Label, Placed>;
  readonly hashes: Set<Hash>;
  /** Archive and predecessor of every statement. */
  readonly followed: Set<string>;
  /** The last transfer of each Archive, unless it was withdrawn, or its receiver has claimed the original. */
  readonly openOf: Map<Label, { readonly transfer: Transfer; readonly hash: Hash }>;
  readonly transfers: Map<Hash, Transfer>;
  holder: Label | undefined;
  /** Whether anybody ever held it; a missing statement may hide who does now. */
  wasHeld: boolean;
  isDeleted: boolean;
}

/**
 * Checks all claims and transfers of one item, by one Archive or several, in the order in which they were logged. The
 * statements of each Archive must be a chain, and at any time one Archive at most holds the original: the first that
 * claims it, then the receiver of each transfer once it claims the original and names the transfer. Signatures are
 * checked elsewhere. A statement has at most one fault; those after it are judged as if it stood, except that no fault
 * makes an Archive the holder.
 */
export const checkHistory = (statements: readonly Said[], sha256: Sha256): readonly HistoryFault[] =>
  readHistory(statements, sha256).faults;

export interface ReadHistory {
  readonly faults: readonly HistoryFault[];
  /** The Archive that holds the original after all of it; undefined if that cannot be told. */
  readonly holder: Label | undefined;
  /**
   * The indexes of what Archives said that did not hold the original then, nor hold it in the end. Anybody can sign
   * anything about an item: their faults are their own.
   */
  readonly foreign: ReadonlySet<number>;
}

/** The same, and who holds the original. */
export const readHistory = (statements: readonly Said[], sha256: Sha256): ReadHistory => {
  const reading: Reading = {
    first: statements[0] as Said,
    lastOf: new Map(),
    hashes: new Set(),
    followed: new Set(),
    openOf: new Map(),
    transfers: new Map(),
    holder: undefined,
    wasHeld: false,
    isDeleted: false,
  };
  const faults: HistoryFault[] = [];
  const ofOthers: { readonly index: number; readonly by: Label }[] = [];
  for (const [index, said] of statements.entries()) {
    const { archiveService: by } = said;
    const before = reading.holder;
    const problem = readStatement(reading, { said, hash: hashStatement(said, sha256) });
    if (problem !== undefined) faults.push({ index, problem });
    if (before !== by && reading.holder !== by) ofOthers.push({ index, by });
  }
  const { holder } = reading;
  const foreign = holder === undefined ? [] : ofOthers.filter(({ by }) => by !== holder);
  return { faults, holder, foreign: new Set(foreign.map(({ index }) => index)) };
};

const readStatement = (reading: Reading, placed: Placed): HistoryProblem | undefined => {
  const { said, hash } = placed;
  if (!isSameItem(said, reading.first)) return 'history/other-item';
  if (reading.hashes.has(hash)) return 'history/repeated';
  const before = reading.lastOf.get(said.archiveService);
  const received = receivedBy(reading, said);
  const link = judgeLink(reading, said, { before, received });
  reading.hashes.add(hash);
  if (link === 'history/fork' || link === 'history/previous') return link;
  reading.followed.add(linkOf(said));
  reading.lastOf.set(said.archiveService, placed);
  const hasGap = link === 'history/gap';
  const known = hasGap ? undefined : before?.said;
  if (known !== undefined && said.time < known.time) return 'history/time';
  return judgeHolder(reading, placed, { known, received, hasGap }) ?? link;
};

const isSameItem = (one: Said, other: Said): boolean =>
  one.repository !== undefined && other.repository !== undefined
    ? one.repository === other.repository
    : one.ibip === other.ibip;

const linkOf = ({ archiveService, previous }: Said): string => `${archiveService} ${previous}`;

/** The open transfer to this Archive that the claim follows. */
const receivedBy = ({ transfers, openOf }: Reading, said: Said): Transfer | undefined => {
  const transfer = said.kind === 'claim' ? transfers.get(said.previous as Hash) : undefined;
  if (transfer === undefined || transfer.receiver !== said.archiveService) return undefined;
  return openOf.get(transfer.archiveService)?.hash === said.previous ? transfer : undefined;
};

interface Before {
  readonly before: Placed | undefined;
  readonly received: Transfer | undefined;
}

const judgeLink = (reading: Reading, said: Said, { before, received }: Before): HistoryProblem | undefined => {
  if (received !== undefined || said.previous === before?.hash) return undefined;
  if (reading.followed.has(linkOf(said))) return 'history/fork';
  return said.previous === undefined || reading.hashes.has(said.previous) ? 'history/previous' : 'history/gap';
};

interface Context {
  /** The statement before of the same Archive, unless some are missing between. */
  readonly known: Said | undefined;
  readonly received: Transfer | undefined;
  readonly hasGap: boolean;
}

/** Whether the Archive may say this, and who holds the original from now on. */
const judgeHolder = (reading: Reading, placed: Placed, context: Context): HistoryProblem | undefined => {
  const { said, hash } = placed;
  const { archiveService: archive } = said;
  const isVacant = reading.holder === undefined && (!reading.wasHeld || context.hasGap);
  const mayHold = reading.holder === archive || isVacant;
  if (said.kind === 'transfer') {
    return mayHold ? judgeTransfer(reading, { said, hash }, context) : 'history/not-holder';
  }
  if (said.state === 'Copy') return judgeCopy(reading, said, context);
  if (said.state === 'Original') return judgeOriginal(reading, said, { ...context, mayHold });
  if (!mayHold) return 'history/not-holder';
  reading.isDeleted = true;
  hold(reading, archive);
  return undefined;
};

const hold = (reading: Reading, archive: Label): void => {
  reading.holder = archive;
  reading.wasHeld = true;
};

/** Anybody may have a copy; the holder of the original, only once it has handed the original over. */
const judgeCopy = (reading: Reading, { archiveService }: Claim, { hasGap }: Context): HistoryProblem | undefined => {
  if (reading.holder !== archiveService) return undefined;
  const given = reading.openOf.get(archiveService);
  if (given === undefined && !hasGap) return 'history/not-given';
  reading.holder = given?.transfer.receiver;
  return undefined;
};

const judgeOriginal = (
  reading: Reading,
  { archiveService, hash }: Claim,
  { received, mayHold }: Context & { readonly mayHold: boolean },
): HistoryProblem | undefined => {
  // The old holder still has it, or has said already that it is a copy now.
  const mayReceive = mayHold || reading.holder === received?.archiveService;
  if (received === undefined ? !mayHold : !mayReceive) return 'history/rival';
  if (reading.isDeleted) return 'history/after-deletion';
  if (received !== undefined && received.hash !== hash) return 'history/hash';
  // A holder that claims the original again has withdrawn its transfer.
  reading.openOf.delete(received?.archiveService ?? archiveService);
  hold(reading, archiveService);
  return undefined;
};

const judgeTransfer = (
  reading: Reading,
  { said, hash }: { readonly said: Transfer; readonly hash: Hash },
  { known, hasGap }: Context,
): HistoryProblem | undefined => {
  if (reading.isDeleted) return 'history/after-deletion';
  if (known === undefined && !hasGap) return 'history/not-holder';
  if (known !== undefined && known.hash !== said.hash) return 'history/hash';
  reading.openOf.set(said.archiveService, { transfer: said, hash });
  reading.transfers.set(hash, said);
  hold(reading, said.archiveService);
  return undefined;
};
