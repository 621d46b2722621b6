import { Refusal } from '@perene/api/refusals';
import type { Ibi } from '@perene/core';
import { formatLogMessage, LOG_RECEIVED, parseLogAnswer } from '@perene/core/federation';
import {
  cosignature,
  cosignedMessage,
  createVerifierKey,
  decodePaddedBase64,
  formatNoteSignature,
  noteSignatureChecks,
  parseSignedCheckpoint,
  parseVerifierKey,
  type SignedCheckpoint,
  verifyConsistency,
} from '@perene/core/trust';
import type { Messenger } from '../../../../ports/federation/messenger.ts';
import type { Clock } from '../../../../ports/system/clock.ts';
import type { Signatures, Signer } from '../../../../ports/system/signatures.ts';
import type { DoubtKind, LogConflict, WitnessedLogs } from '../../../../ports/trust/witnessed-logs.ts';

/**
 * - `signed`: the log has only grown, and the resolver has the signature of this Archive.
 * - `unchanged`: the head is the last one, and the resolver has the signature.
 * - `unheard`: this Archive has signed it, but the resolver has not taken the signature.
 * - `behind`: the log is shorter than it was; nothing is signed until it is longer again, and the head is kept.
 * - `conflict`: the log was rewritten. Both heads are kept as evidence.
 * - `unproven`: the resolver gave no proof that the log has only grown. The head is kept, and must be proved later.
 * - `no-log`: the resolver has none, or showed nothing that can be checked.
 */
export type WitnessOutcome = 'signed' | 'unchanged' | 'unheard' | 'behind' | 'unproven' | 'conflict' | 'no-log';

interface WitnessNeeds {
  /** Address of the resolver. */
  readonly resolver: string;
  readonly messenger: Pick<Messenger, 'sendToResolver'>;
  readonly witnessed: WitnessedLogs;
  readonly signatures: Pick<Signatures, 'verify' | 'sha256'>;
  readonly signer: () => Promise<Signer>;
  readonly clock: Pick<Clock, 'now'>;
  readonly archiveService: Ibi;
  readonly registrationKey: string;
  /** Ends messages under way. */
  readonly signal?: AbortSignal | undefined;
  /** The last head under which the resolver has the signature, as this process knows. */
  readonly taken: Set<string>;
}

const MESSAGE_MS = 10_000;
const MICROSECONDS = 1_000_000n;

interface Shown {
  readonly logKey: string;
  readonly note: string;
  readonly head: SignedCheckpoint;
}

/** Looks at the log of the resolver, and signs its head if the log has only grown since the last one. */
export const createLogWitness = (given: Omit<WitnessNeeds, 'taken'>): (() => Promise<WitnessOutcome>) => {
  const needs = { ...given, taken: new Set<string>() };
  return () => look(needs);
};

const look = async (needs: WitnessNeeds): Promise<WitnessOutcome> => {
  const { witnessed, resolver } = needs;
  const known = await witnessed.find(resolver);
  if (known?.conflict !== undefined) return 'conflict';
  const shown = await askHead(needs);
  if (known === undefined) return shown === undefined ? 'no-log' : sign(needs, shown, undefined);
  if (shown === undefined) {
    await keepDoubt(needs, 'unshown', undefined);
    return 'no-log';
  }
  if (shown.logKey !== known.logKey) return keepConflict(needs, shown, []);
  const before = readHead(known.head);
  if (shown.head.checkpoint.size < before.checkpoint.size) return keepDoubt(needs, 'behind', shown.note);
  // The log has signed the doubtful head too, so it must agree with both.
  for (const earlier of [before, ...(known.doubt?.head === undefined ? [] : [readHead(known.doubt.head)])]) {
    const { verdict, proof } = await compare(needs, earlier, shown.head);
    if (verdict === 'contradicts') return keepConflict(needs, shown, proof);
    if (verdict === 'unproven') return keepDoubt(needs, 'unproven', shown.note);
  }
  if (shown.head.text !== before.text || !needs.taken.has(shown.head.text)) return sign(needs, shown, known.head);
  if (known.doubt !== undefined) await witnessed.endDoubt(resolver);
  return 'unchanged';
};

const readHead = (note: string): SignedCheckpoint => {
  const head = parseSignedCheckpoint(note);
  if (!head.ok) throw new Error('a head that was kept cannot be read');
  return head.value;
};

/** Whether one of two heads is proved to have grown out of the other. */
const compare = async (
  needs: WitnessNeeds,
  one: SignedCheckpoint,
  other: SignedCheckpoint,
): Promise<{ readonly verdict: 'agrees' | 'contradicts' | 'unproven'; readonly proof: readonly string[] }> => {
  if (one.text === other.text) return { verdict: 'agrees', proof: [] };
  const [from, to] =
    one.checkpoint.size <= other.checkpoint.size
      ? [one.checkpoint, other.checkpoint]
      : [other.checkpoint, one.checkpoint];
  const proof = from.size === to.size ? [] : await askConsistency(needs, from.size, to.size);
  if (proof === undefined) return { verdict: 'unproven', proof: [] };
  const path = proof.map(decodePaddedBase64).map((hash) => (hash.ok ? hash.value : new Uint8Array()));
  const { ok } = verifyConsistency(
    { from: from.size, to: to.size, fromRoot: from.root, toRoot: to.root, path },
    needs.signatures.sha256,
  );
  return { verdict: ok && from.origin === to.origin ? 'agrees' : 'contradicts', proof };
};

/** Undefined unless it is signed by the key that it came with. */
const askHead = async (needs: WitnessNeeds): Promise<Shown | undefined> => {
  const read = await ask(needs, formatLogMessage({ subject: 'logHead', isForWitness: true }));
  const [note = '', logKey = ''] = [read?.('log.head')[0], read?.('log.key')[0]];
  const head = parseSignedCheckpoint(note);
  const key = parseVerifierKey(logKey, needs.signatures.sha256);
  if (!head.ok || !key.ok || key.value.role !== 'log' || head.value.checkpoint.origin !== key.value.name) {
    return undefined;
  }
  const checks = noteSignatureChecks(head.value, [key.value]);
  const isSigned = checks.length > 0 && checks.every(({ check }) => check && needs.signatures.verify(check));
  return isSigned ? { logKey, note, head: head.value } : undefined;
};

const askConsistency = async (
  needs: WitnessNeeds,
  from: number,
  to: number,
): Promise<readonly string[] | undefined> => {
  const read = await ask(needs, formatLogMessage({ subject: 'logConsistency', from, to }));
  const [path] = read?.('log.path') ?? [];
  return path?.split(' ').filter((hash) => hash !== '');
};

/** Undefined where there is no answer about a log: the resolver may be away, or of another kind. */
const ask = async (needs: WitnessNeeds, query: string): Promise<((name: string) => readonly string[]) | undefined> => {
  const answer = parseLogAnswer((await askText(needs, query)) ?? '');
  return answer.ok ? answer.value : undefined;
};

const askText = async ({ messenger, resolver, signal }: WitnessNeeds, query: string): Promise<string | undefined> => {
  try {
    return await messenger.sendToResolver(resolver, query, { deadlineMs: MESSAGE_MS, signal });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** The head is kept before anybody gets the signature, so that this Archive never signs two histories. */
const sign = async (needs: WitnessNeeds, shown: Shown, before: string | undefined): Promise<WitnessOutcome> => {
  const { witnessed, resolver, signatures, clock } = needs;
  const signer = await needs.signer();
  const { note: head, logKey } = shown;
  const at = clock.now();
  if (!(await witnessed.advance(resolver, { before, logKey, head, at }))) return 'no-log';
  const name = needs.archiveService.text;
  const key = createVerifierKey({ role: 'witness', name, key: signer.key }, signatures.sha256);
  if (!key.ok) throw new Error(`${name} cannot be the name of a witness`);
  const seconds = Number(at / MICROSECONDS);
  const line = formatNoteSignature(
    cosignature(key.value, signer.signBytes(cosignedMessage(shown.head.text, seconds)), seconds),
  );
  const answer = await askText(
    needs,
    formatLogMessage({
      subject: 'logWitness',
      archiveService: needs.archiveService,
      registrationKey: needs.registrationKey,
      size: shown.head.checkpoint.size,
      signature: line.trimEnd().slice(line.lastIndexOf(' ') + 1),
    }),
  );
  if (answer !== LOG_RECEIVED) return 'unheard';
  needs.taken.clear();
  needs.taken.add(shown.head.text);
  return 'signed';
};

const keepConflict = async (needs: WitnessNeeds, { logKey, note }: Shown, proof: readonly string[]) => {
  const conflict: LogConflict = { logKey, head: note, proof };
  await needs.witnessed.keepConflict(needs.resolver, conflict);
  return 'conflict' as const;
};

const keepDoubt = async <Kind extends DoubtKind>(
  { witnessed, resolver, clock }: WitnessNeeds,
  kind: Kind,
  head: string | undefined,
): Promise<Kind> => {
  await witnessed.keepDoubt(resolver, { since: clock.now(), kind, head });
  return kind;
};
