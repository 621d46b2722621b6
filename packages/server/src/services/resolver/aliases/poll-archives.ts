import { because, misfit, Refusal, refuse, type Said } from '@perene/api/refusals';
import type { Ibi, IbiForms, Label, State } from '@perene/core';
import { labelOf, parseAliasAnswer } from '@perene/core/federation';
import type { FirstHolder } from '../../../ports/federation/members.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import { type ArchiveHere, type AskLimits, type Circuits, noteFailure, silenceOf } from '../asking/ask-archives.ts';
import type { Silent, TraceStep } from '../asking/outcome/resolution.ts';
import type { IncludedArchive } from '../members/member-directory.ts';

/** An item that carries the alias, as an Archive says. */
export interface AliasHolder {
  readonly archive: IncludedArchive;
  readonly label: Ibi;
  /** All forms that the Archive gives of the label. */
  readonly forms: IbiForms;
  /** `Deleted` where only its tombstone is left. */
  readonly state: State;
}

export interface AliasAsking {
  /** Of the reader, as a request for URLs has them. */
  readonly clientAddresses: readonly string[];
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

interface Polling extends AliasAsking {
  readonly messenger: Pick<Messenger, 'send'>;
  readonly circuits: Circuits;
  readonly limits: AskLimits;
  readonly query: string;
  /** Who carried the alias first, if anybody is known to. */
  readonly kept: FirstHolder | undefined;
  /** The Archives that have announced the alias, as far as they are still members. */
  readonly announcers: () => ReadonlySet<number>;
  /** The same for labels of an item. */
  readonly holdersOf: (labels: readonly Label[]) => ReadonlySet<number>;
}

/** In the order in which they count. */
export const STATES: readonly State[] = ['Original', 'Copy', 'Deleted'];
const MAX_ANSWER_BYTES = 65_536;
const BAD_REQUEST = 400;

/** The item; or that the Archive has none, or does not know aliases; or why it did not answer. */
type Answered = Omit<AliasHolder, 'archive'> | { readonly knowsAliases: boolean } | Silent;

/** One question to several Archives, each of which is asked once. */
export const pollArchives = (polling: Polling) => {
  const { limits, trace, query, announcers, holdersOf } = polling;
  let { kept } = polling;
  /** Whether the Archive that has the first item says that this item does not carry the alias any more. */
  let isGivenUp = false;
  const stop = new AbortController();
  const answers = new Map<number, { readonly archive: IncludedArchive; readonly answer: Answered }>();
  const underWay = new Map<number, Promise<void>>();
  const overruled = new Set<AliasHolder>();
  let told: ReadonlySet<string> = new Set();

  const heard = (): readonly AliasHolder[] =>
    [...answers.values()]
      .flatMap(({ archive, answer }) => ('label' in answer ? [{ archive, ...answer }] : []))
      .filter((holder) => !isOverruled(holder))
      .toSorted((one, other) => placeOf(one) - placeOf(other) || compareHolders(one, other));
  const isOverruled = ({ archive, label }: AliasHolder): boolean =>
    [...overruled].some((one) => one.archive === archive && one.label.text === label.text);
  const isFirst = ({ label }: Pick<AliasHolder, 'label'>): boolean => !isGivenUp && label.text === kept?.item;
  /** An Archive may give its alias to another of its items, and an item may move with its alias. */
  const isKept = (holder: AliasHolder): boolean =>
    holder.state !== 'Deleted' && (holder.archive.number === kept?.archive || isFirst(holder));
  const placeOf = (holder: AliasHolder): number => {
    if (!isKept(holder)) return 3;
    if (isFirst(holder) && holder.state === 'Original') return 0;
    return holder.archive.number === kept?.archive ? 1 : 2;
  };
  /** Whether the first carrier counts: `open` if it may be that it still carries the alias. */
  const standing = (): 'heard' | 'open' | 'over' => {
    if (heard().some(isKept)) return 'heard';
    const answer = kept && answers.get(kept.archive)?.answer;
    return kept === undefined || (answer !== undefined && !('code' in answer)) ? 'over' : 'open';
  };
  const hasAnswered = (archive: number): boolean => {
    const answer = answers.get(archive)?.answer;
    return answer !== undefined && !('code' in answer);
  };
  /**
   * Archives that have announced the alias, do not answer, and may have meant another item. One that has the item
   * itself probably has a copy of it; one that has the first item may have that with the alias.
   */
  const rivalsOf = (labels: readonly Label[]): readonly number[] => {
    const first = kept?.item;
    if (first !== undefined && !isGivenUp && labels.includes(first)) return [];
    const unheard = [...announcers()].filter((number) => !hasAnswered(number));
    if (unheard.length === 0) return [];
    const [ofItem, ofFirst] = [holdersOf(labels), first === undefined ? undefined : holdersOf([first])];
    return unheard.filter((number) => (ofFirst?.has(number) ? !isGivenUp : !ofItem.has(number)));
  };
  const prevails = ({ archive }: AliasHolder): boolean =>
    kept === undefined ? archive.isLocal : isGivenUp && archive.number === kept.archive;
  const isContested = (holder: AliasHolder): boolean =>
    holder.state !== 'Deleted' && !prevails(holder) && rivalsOf(labelsOf(holder.forms)).length > 0;
  const counting = (): readonly AliasHolder[] => (standing() === 'open' ? [] : heard());
  const fresh = (): readonly AliasHolder[] => counting().filter(({ label }) => !told.has(label.text));
  /** Where an item is contested, others that are no better are in doubt, too. */
  const judge = () => {
    const all = counting();
    const doubted = all.filter(isContested);
    const isBetter = (holder: AliasHolder): boolean =>
      isKept(holder) ||
      prevails(holder) ||
      doubted.every(({ state }) => STATES.indexOf(holder.state) < STATES.indexOf(state));
    return { sure: all.filter((holder) => !doubted.includes(holder) && isBetter(holder)), doubted };
  };
  const hasOriginal = (): boolean =>
    judge().sure.some(
      (holder) =>
        holder.state === 'Original' && !told.has(holder.label.text) && (isKept(holder) || standing() === 'over'),
    );

  const ask = (archive: IncludedArchive, why: Said): Promise<void> => {
    const asked = send(polling, archive, { why, signal: stop.signal }).then((answer) => {
      underWay.delete(archive.number);
      if (!stop.signal.aborted) answers.set(archive.number, { archive, answer });
    });
    underWay.set(archive.number, asked);
    return asked;
  };

  return {
    hasOriginal,
    standing,
    isKept,
    /** The first carrier does not count any more. */
    release() {
      kept = undefined;
    },
    hasAnswered,
    rivalsOf,
    /** The item that carried the alias first, where it may be with another Archive than before. */
    lostFirst(): Label | undefined {
      const item = kept?.item;
      if (kept === undefined || item === undefined) return undefined;
      const isOriginal = ({ state, label }: AliasHolder): boolean => state === 'Original' && label.text === item;
      const originals = heard().filter(isOriginal);
      if (originals.some(({ archive }) => archive.number === kept?.archive)) return undefined;
      const mayBeUnheard = (): boolean => {
        const having = holdersOf([item]);
        return [...announcers()].some((number) => having.has(number) && !hasAnswered(number));
      };
      return originals.length > 0 || (hasAnswered(kept.archive) && mayBeUnheard()) ? item : undefined;
    },
    /** The Archive has the item that carried the alias first. Returns whether the item still carries it. */
    placeFirst({ number }: IncludedArchive, item: Ibi): boolean {
      const answer = answers.get(number)?.answer;
      const carries = answer !== undefined && 'label' in answer && answer.label.text === item.text;
      kept = { archive: number, item: item.text };
      isGivenUp = hasAnswered(number) && !carries;
      return carries;
    },
    first: (): Label | undefined => (standing() === 'over' ? undefined : kept?.item),
    /** Items that nobody was told of yet. */
    fresh,
    /** Items in doubt that keep others from counting. */
    blocking(): readonly AliasHolder[] {
      const { sure, doubted } = judge();
      const isHeldBack = (holder: AliasHolder): boolean =>
        holder.state !== 'Deleted' && !doubted.includes(holder) && !sure.includes(holder);
      return counting().some(isHeldBack) ? doubted : [];
    },
    /** The items of some states, each once, in the order in which they count; from now on they are not new. */
    tell(states: readonly State[]): {
      readonly holders: readonly AliasHolder[];
      readonly doubted: readonly AliasHolder[];
    } {
      const { sure, doubted } = judge();
      const holders = sure.filter(({ state }) => states.includes(state));
      told = new Set([...told, ...holders.map(({ label }) => label.text)]);
      const isOnce = ({ label }: AliasHolder, index: number): boolean =>
        holders.findIndex((one) => one.label.text === label.text) === index;
      return { holders: holders.filter(isOnce), doubted };
    },
    silent: (): readonly Silent[] => [...answers.values()].flatMap(({ answer }) => ('code' in answer ? [answer] : [])),
    /** Whether this Archive has answered that the alias is not that of the item. */
    denies({ number }: IncludedArchive, label: Ibi): boolean {
      const answer = answers.get(number)?.answer;
      if (answer === undefined || 'code' in answer) return false;
      return 'label' in answer ? answer.label.text !== label.text : answer.knowsAliases;
    },
    overrule: (holder: AliasHolder) => void overruled.add(holder),
    async askHere({ archive, answer }: ArchiveHere): Promise<void> {
      const found = await hear(archive, trace, async () => (await answer(query)).body);
      answers.set(archive.number, { archive, answer: found });
      if ('label' in found) {
        trace({ kind: 'decided', why: because('alias-here', { label: found.label.text }) });
      }
    },
    /**
     * Asks some at a time until one has an original with the alias; then waits a little for those in `awaited`. Answers
     * that come later count, too, if the asking goes on.
     */
    async ask(archives: readonly IncludedArchive[], why: Said, awaited: ReadonlySet<number>): Promise<void> {
      const waiting = archives.filter(({ number }) => !answers.has(number) && !underWay.has(number));
      const due = new Set(archives.map(({ number }) => number).filter((number) => awaited.has(number)));
      let [isEnded, end]: [boolean, () => void] = [false, () => undefined];
      const enough = new Promise<void>((resolve) => {
        end = () => {
          isEnded = true;
          resolve();
        };
      });
      let grace: NodeJS.Timeout | undefined;
      const endIfFound = (): void => {
        if (!hasOriginal()) return;
        if ([...due].every((number) => answers.has(number))) end();
        else grace ??= setTimeout(end, limits.graceMs);
      };
      const late = [...underWay.values()].map((asked) => asked.then(endIfFound));
      const run = async (): Promise<void> => {
        for (let one = waiting.shift(); one !== undefined && !isEnded; one = waiting.shift()) {
          await ask(one, why);
          endIfFound();
        }
      };
      endIfFound();
      const runs = Array.from({ length: Math.min(limits.together, waiting.length) }, run);
      await Promise.race([Promise.all([...late, ...runs]), enough]);
      clearTimeout(grace);
      end();
    },
    close: () => stop.abort(),
  };
};

const labelsOf = ({ repository, ibip }: IbiForms): readonly Label[] =>
  [repository?.text, ibip?.text].filter((label) => label !== undefined);

const compareHolders = (one: AliasHolder, other: AliasHolder): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
  Number(other.archive.isLocal) - Number(one.archive.isLocal) ||
  one.archive.number - other.archive.number;

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
    if (item.value === undefined) return { knowsAliases: true };
    const { ibi: forms, state } = item.value;
    return { label: labelOf(forms), forms, state };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trace({ kind: 'failed', archive, milliseconds: performance.now() - start, why: error });
    if (isRefused(error)) {
      trace({ kind: 'decided', why: because('aliases-unknown', { address }) });
      return { knowsAliases: false };
    }
    return { address, service, code: silenceOf(error), because: error };
  }
};

/** An Archive that does not understand the message cannot have the alias. */
const isRefused = ({ code, parameters }: Refusal): boolean =>
  code === 'peer-refused' && 'status' in parameters && parameters.status === BAD_REQUEST;
