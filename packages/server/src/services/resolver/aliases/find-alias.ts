import { because, misfit, Refusal, refuse, type Said } from '@perene/api/refusals';
import type { Ibi } from '@perene/core';
import { formatAliasRequest, labelOf, parseAliasAnswer } from '@perene/core/federation';
import { type Alias, aliasLabel } from '@perene/core/item';
import type { Messenger } from '../../../ports/messenger.ts';
import { type ArchiveHere, type AskLimits, type Circuits, noteFailure, silenceOf } from '../asking/ask-archives.ts';
import { isSwitchedOffHolder, switchedOff, viewAway } from '../asking/conclude.ts';
import type { ShownAway, Silent, TraceStep } from '../asking/resolution.ts';
import type { UpdatedHolderIndex } from '../digests/holder-index.ts';
import type { IncludedArchive, MemberDirectory } from '../members/member-directory.ts';

/** An item that carries the alias, as its Archive says. */
export interface AliasHolder {
  readonly archive: IncludedArchive;
  readonly label: Ibi;
  /** Whether only its tombstone is left. */
  readonly isRemoved: boolean;
}

export interface AliasFinding {
  /**
   * The items that carry the alias, each once. Living ones come first (decision 17), and among them that of this node,
   * then those of the Archives that were registered first, so that the choice is always the same.
   */
  readonly holders: readonly AliasHolder[];
  /** The Archives that may have a living item with the alias, and did not answer; empty if one was found. */
  readonly silent: readonly Silent[];
  /** Archives that may have had it, and cannot be asked any more. */
  readonly away: readonly ShownAway[];
}

export interface AliasAsking {
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

interface AliasNeeds {
  readonly directory: MemberDirectory;
  readonly holders: Pick<UpdatedHolderIndex, 'holdersOf' | 'kinshipOf' | 'meet' | 'refresh'>;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly circuits: Circuits;
  readonly local: ArchiveHere | undefined;
  readonly limits: AskLimits;
}

const MAX_ANSWER_BYTES = 65_536;
/** Decision 56: how long an Archive that counts more, and is known to have the alias, is waited for. */
const GRACE_MS = 300;

/**
 * Finds the items with an alias. Asks the Archive of this node, then those whose digests have the alias and those that
 * run Perene and whose digest does not count now. If none of them has a living item with it, asks the others that run
 * Perene if they are few (decision 41). Other Archives do not know this message and never get it.
 */
export const findAlias = async (
  { directory, holders, messenger, circuits, local, limits }: AliasNeeds,
  alias: Alias,
  asking: AliasAsking,
): Promise<AliasFinding> => {
  const name = aliasLabel(alias);
  const poll = createPoll({ messenger, circuits, limits, query: formatAliasRequest(alias), ...asking });
  if (local !== undefined) await poll.askHere(local);
  const others = directory.included().filter(({ isLocal }) => !isLocal);
  const kinship = ({ number }: IncludedArchive) => holders.kinshipOf(number);
  if (!poll.hasLiving() && others.some((archive) => kinship(archive) === 'unknown')) {
    await holders.meet(Math.min(limits.messageMs, asking.leftMs()));
  }
  const kin = others.filter((archive) => kinship(archive) === 'ours');
  const askLikely = async (why: Said): Promise<void> => {
    const { named, open } = holders.holdersOf([name]);
    const isNamed = ({ number }: IncludedArchive) => named.includes(number);
    const isOpen = ({ number }: IncludedArchive) => !poll.hasLiving() && open.includes(number);
    const unnamed = kin.filter((archive) => !isNamed(archive) && isOpen(archive));
    await poll.ask([...kin.filter(isNamed), ...unnamed], why, new Set(named));
  };
  await askLikely(because('may-have-alias'));
  if (poll.hasLiving()) return { holders: poll.heard(), silent: [], away: [] };
  // Reads what was announced meanwhile before saying "no".
  await holders.refresh();
  if (kin.length > limits.maxAskedForUnknown) await askLikely(because('may-have-new-alias'));
  else await poll.ask(kin, because('may-have-new-alias'), new Set());
  if (poll.hasLiving()) return { holders: poll.heard(), silent: [], away: [] };
  const { open, away } = holders.holdersOf([name]);
  const unheard = others.filter((archive) => open.includes(archive.number) && kinship(archive) === 'unknown');
  return {
    holders: poll.heard(),
    silent: [...poll.silent(), ...unheard.map(notYetHeard), ...away.filter(isSwitchedOffHolder).map(switchedOff)],
    away: away.map(viewAway),
  };
};

const notYetHeard = ({ address, service }: IncludedArchive): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('holdings-unknown'),
});

interface Polling extends AliasAsking, Pick<AliasNeeds, 'messenger' | 'circuits' | 'limits'> {
  readonly query: string;
}

/** One question to several Archives, each of which is asked once. */
const createPoll = (polling: Polling) => {
  const { limits, trace, query } = polling;
  const asked = new Set<number>();
  const heard: AliasHolder[] = [];
  const silent: Silent[] = [];
  const hasLiving = (): boolean => heard.some(({ isRemoved }) => !isRemoved);
  const note = (archive: IncludedArchive, answer: Answered): void => {
    if (answer !== undefined && 'code' in answer) silent.push(answer);
    else if (answer !== undefined) heard.push({ archive, ...answer });
  };
  return {
    hasLiving,
    silent: () => silent,
    /** Returns each item once, in the order in which they count. */
    heard(): readonly AliasHolder[] {
      const sorted = heard.toSorted(compareHolders);
      return sorted.filter(({ label }, index) => sorted.findIndex((one) => one.label.text === label.text) === index);
    },
    async askHere({ archive, answer }: ArchiveHere): Promise<void> {
      const found = await hear(archive, trace, async () => (await answer(query)).body);
      note(archive, found);
      if (found !== undefined && 'label' in found) {
        trace({ kind: 'decided', why: because('alias-here', { label: found.label.text }) });
      }
    },
    /** Asks some at a time until one has a living item; then waits a little for those in `awaited`. */
    async ask(archives: readonly IncludedArchive[], why: Said, awaited: ReadonlySet<number>): Promise<void> {
      const waiting = archives.filter(({ number }) => !asked.has(number));
      const due = new Set(waiting.map(({ number }) => number).filter((number) => awaited.has(number)));
      const stop = new AbortController();
      let end: () => void = () => undefined;
      const enough = new Promise<void>((resolve) => {
        end = resolve;
      });
      let grace: NodeJS.Timeout | undefined;
      const endIfLiving = (): void => {
        if (!hasLiving()) return;
        if (due.size === 0) end();
        else grace ??= setTimeout(end, GRACE_MS);
      };
      const run = async (): Promise<void> => {
        for (let one = waiting.shift(); one !== undefined && !stop.signal.aborted; one = waiting.shift()) {
          asked.add(one.number);
          const answer = await send(polling, one, { why, signal: stop.signal });
          if (stop.signal.aborted) return;
          note(one, answer);
          due.delete(one.number);
          endIfLiving();
        }
      };
      endIfLiving();
      const runs = Array.from({ length: Math.min(limits.together, waiting.length) }, run);
      await Promise.race([Promise.all(runs), enough]);
      clearTimeout(grace);
      stop.abort();
    },
  };
};

const compareHolders = (one: AliasHolder, other: AliasHolder): number =>
  Number(one.isRemoved) - Number(other.isRemoved) ||
  Number(other.archive.isLocal) - Number(one.archive.isLocal) ||
  one.archive.number - other.archive.number;

/** Undefined if the Archive has no such item; or why it did not answer. */
type Answered = Omit<AliasHolder, 'archive'> | Silent | undefined;

const send = async (
  { messenger, circuits, limits, query, leftMs, trace }: Polling,
  archive: IncludedArchive,
  { why, signal }: { readonly why: Said; readonly signal: AbortSignal },
): Promise<Answered> => {
  const { address, service, number } = archive;
  const deadlineMs = Math.min(limits.messageMs, leftMs());
  if (deadlineMs <= 0) return { address, service, code: 'no-time-left', because: because('no-time-left') };
  if (!circuits.mayAsk(number)) return { address, service, code: 'quiet', because: because('silent-lately') };
  trace({ kind: 'asked', archive, query, why });
  return hear(archive, trace, async () => {
    try {
      const body = await messenger.send(archive, query, { deadlineMs, maxBytes: MAX_ANSWER_BYTES, signal });
      circuits.answered(number);
      return body;
    } catch (error) {
      if (signal.aborted) circuits.unheard(number);
      else noteFailure(circuits, number, error, deadlineMs === limits.messageMs);
      throw error;
    }
  });
};

const hear = async (
  archive: IncludedArchive,
  trace: AliasAsking['trace'],
  answer: () => Promise<string>,
): Promise<Answered> => {
  const { address, service, isLocal } = archive;
  const start = performance.now();
  try {
    const body = await answer();
    if (!isLocal) trace({ kind: 'answered', archive, milliseconds: performance.now() - start, body });
    const item = parseAliasAnswer(body);
    if (!item.ok) throw refuse('peer-refused', { reason: 'unreadable', ...misfit(item) });
    return item.value && { label: labelOf(item.value.ibi), isRemoved: item.value.isRemoved };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trace({ kind: 'failed', archive, milliseconds: performance.now() - start, why: error });
    return { address, service, code: silenceOf(error), because: error };
  }
};
