import { because, misfit, Refusal, refuse, type Said } from '@perene/api/refusals';
import type { Ibi } from '@perene/core';
import { formatAliasRequest, labelOf, parseAliasAnswer } from '@perene/core/federation';
import { type Alias, aliasLabel } from '@perene/core/item';
import type { Messenger } from '../../../ports/messenger.ts';
import type { ArchiveHere, AskLimits } from '../asking/ask-archives.ts';
import { isSwitchedOffHolder, switchedOff, viewAway } from '../asking/conclude.ts';
import type { ShownAway, Silent, TraceStep } from '../asking/resolution.ts';
import type { UpdatedHolderIndex } from '../digests/holder-index.ts';
import type { IncludedArchive, MemberDirectory } from '../members/member-directory.ts';

export type AliasFinding =
  /** `isLocal`: the Archive of this node has it. */
  | { readonly kind: 'found'; readonly label: Ibi; readonly isLocal: boolean }
  /** The Archives in `away` may have had it, and cannot be asked any more. */
  | { readonly kind: 'unknown'; readonly away: readonly ShownAway[] }
  /** An Archive that may have it did not answer. */
  | { readonly kind: 'uncertain'; readonly silent: readonly Silent[] };

export interface AliasAsking {
  readonly leftMs: () => number;
  readonly trace: (step: TraceStep) => void;
}

const MAX_ANSWER_BYTES = 65_536;

/**
 * Finds the label of the item with an alias. Asks the Archive of this node, then those whose digests have the alias and
 * those that run Perene and whose digest does not count now. If none of them has it, asks the others that run Perene if
 * they are few, because a digest may be a minute old. Other Archives do not know this message and never get it.
 */
export const findAlias = async (
  {
    directory,
    holders,
    messenger,
    local,
    limits,
  }: {
    readonly directory: MemberDirectory;
    readonly holders: Pick<UpdatedHolderIndex, 'holdersOf' | 'kinshipOf' | 'refresh'>;
    readonly messenger: Pick<Messenger, 'send'>;
    readonly local: ArchiveHere | undefined;
    readonly limits: AskLimits;
  },
  alias: Alias,
  asking: AliasAsking,
): Promise<AliasFinding> => {
  const query = formatAliasRequest(alias);
  const here = await askHere(local, query, asking);
  if (here !== undefined) return { kind: 'found', label: here, isLocal: true };
  const askEach = createAskingEach(messenger, limits);
  const name = aliasLabel(alias);
  const others = directory.included().filter(({ isLocal }) => !isLocal);
  const kin = others.filter(({ number }) => holders.kinshipOf(number) === 'ours');
  const likelyNow = (): readonly IncludedArchive[] => {
    const { named, open } = holders.holdersOf([name]);
    return kin.filter(({ number }) => named.includes(number) || open.includes(number));
  };
  const first = likelyNow();
  const likely = await askEach(first, { query, why: because('may-have-alias'), ...asking });
  if (likely.label !== undefined) return { kind: 'found', label: likely.label, isLocal: false };
  // Reads what was announced meanwhile before saying "no".
  await holders.refresh();
  const rest = (kin.length <= limits.maxAskedForUnknown ? kin : likelyNow()).filter((one) => !first.includes(one));
  const late = await askEach(rest, { query, why: because('may-have-new-alias'), ...asking });
  if (late.label !== undefined) return { kind: 'found', label: late.label, isLocal: false };
  const { open, away } = holders.holdersOf([name]);
  const unheard = others.filter(({ number }) => open.includes(number) && holders.kinshipOf(number) === 'unknown');
  const silent = [...likely.silent, ...unheard.map(notYetHeard), ...away.filter(isSwitchedOffHolder).map(switchedOff)];
  return silent.length > 0 ? { kind: 'uncertain', silent } : { kind: 'unknown', away: away.map(viewAway) };
};

const notYetHeard = ({ address, service }: IncludedArchive): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('holdings-unknown'),
});

interface Heard {
  readonly label: Ibi | undefined;
  readonly silent: readonly Silent[];
}

/** Asks all of them, some at a time, until one has it. */
const createAskingEach =
  (messenger: Pick<Messenger, 'send'>, limits: AskLimits) =>
  async (archives: readonly IncludedArchive[], question: Question): Promise<Heard> => {
    const silent: Silent[] = [];
    const waiting = [...archives];
    const stop = new AbortController();
    let label: Ibi | undefined;
    const run = async (): Promise<void> => {
      for (let archive = waiting.shift(); archive !== undefined && label === undefined; archive = waiting.shift()) {
        const answer = await ask(messenger, archive, { ...question, messageMs: limits.messageMs, signal: stop.signal });
        if (answer !== undefined && 'code' in answer) silent.push(answer);
        else if (answer !== undefined) {
          label ??= answer;
          stop.abort();
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(limits.together, archives.length) }, run));
    return { label, silent };
  };

const askHere = async (
  local: ArchiveHere | undefined,
  query: string,
  { trace }: AliasAsking,
): Promise<Ibi | undefined> => {
  if (local === undefined) return undefined;
  const { body } = await local.answer(query);
  const label = readLabel(body);
  if (label !== undefined) trace({ kind: 'decided', why: because('alias-here', { label: label.text }) });
  return label;
};

interface Question extends AliasAsking {
  readonly query: string;
  readonly why: Said;
}

/** A label; undefined where the Archive has no such item; or why it did not answer. */
const ask = async (
  messenger: Pick<Messenger, 'send'>,
  archive: IncludedArchive,
  {
    query,
    why,
    leftMs,
    trace,
    messageMs,
    signal,
  }: Question & { readonly messageMs: number; readonly signal: AbortSignal },
): Promise<Ibi | Silent | undefined> => {
  const { address, service } = archive;
  const deadlineMs = Math.min(messageMs, leftMs());
  if (deadlineMs <= 0) return { address, service, code: 'no-time-left', because: because('no-time-left') };
  const start = performance.now();
  trace({ kind: 'asked', archive, query, why });
  try {
    const body = await messenger.send(archive, query, { deadlineMs, maxBytes: MAX_ANSWER_BYTES, signal });
    trace({ kind: 'answered', archive, milliseconds: performance.now() - start, body });
    return readLabel(body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trace({ kind: 'failed', archive, milliseconds: performance.now() - start, why: error });
    const code = error.code === 'peer-unreachable' ? 'unreachable' : 'unreadable';
    return { address, service, code, because: error };
  }
};

const readLabel = (body: string): Ibi | undefined => {
  const answer = parseAliasAnswer(body);
  if (!answer.ok) throw refuse('peer-refused', { reason: 'unreadable', ...misfit(answer) });
  return answer.value && labelOf(answer.value);
};
