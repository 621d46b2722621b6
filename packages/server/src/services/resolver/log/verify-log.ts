import type { Label } from '@perene/core';
import {
  appendLeaves,
  type Claim,
  checkHistory,
  checkKeyHistory,
  EMPTY_FRONTIER,
  type Frontier,
  hashLeaf,
  hashStatement,
  isAlert,
  type KeyChange,
  type LogEntry,
  noteSignatureChecks,
  parseLogEntry,
  parseSignedCheckpoint,
  parseVerifierKey,
  rootOfFrontier,
  type Signed,
  type SignedCheckpoint,
  standingOfKey,
  type Transfer,
  type VerifierKey,
} from '@perene/core/trust';
import type { Signatures } from '../../../ports/system/signatures.ts';
import { type LogOperations, walkEntries } from './log-operations.ts';

/** Something that is wrong with a log. */
export interface LogFinding {
  /** A stable code; those of histories, keys and statements are those of @perene/core. */
  readonly problem: string;
  /** The index of the entry; undefined for the whole log. */
  readonly entry: number | undefined;
  /** Whether it shows only that Archives disagree, or that a claim was never seen: the log itself is as it should be. */
  readonly isOfArchives: boolean;
}

export interface VerifiedLog {
  readonly head: SignedCheckpoint;
  readonly logKey: VerifierKey;
  /** Valid signatures of witnesses. */
  readonly witnesses: readonly string[];
  /** The first ones. */
  readonly findings: readonly LogFinding[];
  readonly isSound: boolean;
}

type VerifyingParts = {
  readonly log: Pick<LogOperations, 'head' | 'entries'>;
  readonly signatures: Pick<Signatures, 'verify' | 'isValid' | 'sha256'>;
  readonly onProgress?: (done: number, total: number) => void;
};

const MAX_FINDINGS = 1_000;

/**
 * Reads the whole log, computes its root anew, and checks the head, every signature, and all histories of keys and
 * items. Keeps the statements of histories in memory, and nothing else.
 */
export const verifyLog = async ({ log, signatures, onProgress }: VerifyingParts): Promise<VerifiedLog> => {
  const shown = await log.head({ isWitnessed: false });
  const { head, logKey, witnesses, problems } = checkHead(shown, signatures);
  const findings = new Findings();
  for (const problem of problems) findings.note(problem, undefined);
  const { size, root } = head.checkpoint;
  const reading = new Reading(logKey, signatures, findings);
  for await (const { from, entries } of walkEntries(log, { from: 0, to: size })) {
    for (const [place, text] of entries.entries()) reading.read(from + place, text);
    onProgress?.(from + entries.length, size);
  }
  if (reading.size < size) findings.note('log/missing', reading.size);
  else if (!isSame(reading.root(), root)) findings.note('log/root', undefined);
  reading.checkHistories();
  return { head, logKey, witnesses, findings: findings.first, isSound: findings.isSound };
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** Refuses to go on with a head that cannot be read: then there is no log to verify. */
export const checkHead = (
  shown: { readonly head: string; readonly logKey: string; readonly witnessKeys: readonly string[] },
  { verify, sha256 }: Pick<Signatures, 'verify' | 'sha256'>,
) => {
  const head = parseSignedCheckpoint(shown.head);
  const logKey = parseVerifierKey(shown.logKey, sha256);
  if (!head.ok || !logKey.ok) throw new Error('the head of the log cannot be read');
  const known = shown.witnessKeys.flatMap((text) => {
    const key = parseVerifierKey(text, sha256);
    return key.ok && key.value.role === 'witness' ? [key.value] : [];
  });
  const checks = noteSignatureChecks(head.value, [logKey.value, ...known]);
  const valid = checks.filter(({ check }) => check !== undefined && verify(check));
  const isSigned = valid.some(({ key }) => key.role === 'log');
  const problems = [
    ...(head.value.checkpoint.origin === logKey.value.name && logKey.value.role === 'log' ? [] : ['log/origin']),
    ...(isSigned && valid.length === checks.length ? [] : ['log/signature']),
  ];
  const witnesses = valid.flatMap(({ key }) => (key.role === 'witness' ? [key.name] : []));
  return { head: head.value, logKey: logKey.value, witnesses, problems };
};

class Findings {
  readonly first: LogFinding[] = [];
  isSound = true;

  note(problem: string, entry: number | undefined, isOfArchives = false): void {
    if (!isOfArchives) this.isSound = false;
    if (this.first.length < MAX_FINDINGS) this.first.push({ problem, entry, isOfArchives });
  }
}

type Said = Claim | Transfer;

interface Placed<Value> {
  readonly index: number;
  readonly value: Value;
}

class Reading {
  readonly #logKey: VerifierKey;
  readonly #signatures: Pick<Signatures, 'isValid' | 'sha256'>;
  readonly #findings: Findings;
  readonly #keys = new Map<Label, Placed<Signed<KeyChange>>[]>();
  readonly #items = new Map<Label, Placed<Said>[]>();
  readonly #hashes = new Set<string>();
  #frontier: Frontier = EMPTY_FRONTIER;
  #last = '';

  constructor(logKey: VerifierKey, signatures: Pick<Signatures, 'isValid' | 'sha256'>, findings: Findings) {
    this.#logKey = logKey;
    this.#signatures = signatures;
    this.#findings = findings;
  }

  get size(): number {
    return this.#frontier.size;
  }

  root(): Uint8Array {
    return rootOfFrontier(this.#frontier, this.#signatures.sha256);
  }

  read(index: number, text: string): void {
    const { sha256 } = this.#signatures;
    this.#frontier = appendLeaves(this.#frontier, [hashLeaf(text, sha256)], sha256).frontier;
    const entry = parseLogEntry(text);
    if (!entry.ok) {
      this.#findings.note(entry.problem, index);
      return;
    }
    if (entry.value.time < this.#last) this.#findings.note('log/time', index);
    this.#last = entry.value.time;
    this.#readContent(index, entry.value);
  }

  #readContent(index: number, { content }: LogEntry): void {
    if (isAlert(content)) return;
    if (!this.#signatures.isValid(content)) this.#findings.note('log/signature', index);
    const hash = hashStatement(content.statement, this.#signatures.sha256);
    if (this.#hashes.has(hash)) this.#findings.note('log/repeated', index);
    this.#hashes.add(hash);
    if (content.statement.kind === 'key') {
      place(this.#keys, content.statement.archiveService, { index, value: content as Signed<KeyChange> });
      return;
    }
    this.#checkKey(index, content as Signed<Said>);
    const { repository, ibip } = content.statement;
    const label = repository ?? ibip;
    if (label !== undefined) place(this.#items, label, { index, value: content.statement });
  }

  /** The log has a claim only if its key counted when it was logged. */
  #checkKey(index: number, { statement, key }: Signed<Said>): void {
    const { archiveService, time } = statement;
    const changes = (this.#keys.get(archiveService) ?? []).map(({ value }) => value.statement);
    const standing = standingOfKey(changes, { archiveService, key, time });
    if (standing !== 'current' && standing !== 'former') this.#findings.note(`log/key-${standing}`, index);
  }

  checkHistories(): void {
    for (const changes of this.#keys.values()) {
      const signed = changes.map(({ value }) => value);
      for (const { index, problem } of checkKeyHistory(signed, { logKey: this.#logKey.key })) {
        this.#findings.note(problem, changes[index]?.index);
      }
    }
    for (const said of this.#items.values()) {
      const statements = said.map(({ value }) => value);
      for (const { index, problem } of checkHistory(statements, this.#signatures.sha256)) {
        this.#findings.note(problem, said[index]?.index, true);
      }
    }
  }
}

const place = <Value>(all: Map<Label, Placed<Value>[]>, label: Label, placed: Placed<Value>): void => {
  const known = all.get(label);
  if (known === undefined) all.set(label, [placed]);
  else known.push(placed);
};
