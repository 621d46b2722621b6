import type { Label } from '../../ibi/label.ts';
import { createInclusionVerifier } from '../log/merkle-proof.ts';
import { hashLeaf } from '../log/merkle-tree.ts';
import {
  formatVerifierKey,
  type NoteSignatureCheck,
  noteSignatureChecks,
  type VerifierKey,
} from '../log/verifier-key.ts';
import type { Sha256 } from '../sha256.ts';
import { namesLabel } from '../statements/claim-pairs.ts';
import { hashManifest } from '../statements/manifest.ts';
import type { SignatureCheck } from '../statements/public-key.ts';
import { signatureCheckOf } from '../statements/signed.ts';
import type { Claim, KeyChange, Transfer } from '../statements/statement.ts';
import { type ReadHistory, readHistory } from './history.ts';
import { checkKeyHistory, type KeyStanding, standingOfKey } from './key-history.ts';
import type { LoggedEntry, ProofFile } from './proof-file.ts';

/** `unproven`: nothing speaks against it, but the proof does not show it. */
export type ProofVerdict = 'passed' | 'unproven' | 'failed';

export type ProofStepName =
  /** The manifest is the one that was claimed. */
  | 'manifest'
  /** The claim, or the manifest that it covers, has the label. */
  | 'label'
  /** The Archives signed their claims and transfers. */
  | 'claims'
  /** The keys of the Archives were pinned, rotated and replaced as they should be. */
  | 'keys'
  /** The claims were signed with keys that counted then. */
  | 'claim-keys'
  /** One Archive at a time held the original. */
  | 'history'
  /** All of this is in the log. */
  | 'inclusion'
  /** The log signed its head. */
  | 'checkpoint'
  /** The reader knew the key of the log before. */
  | 'log-key'
  /** Witnesses that the reader knew before saw the same log. */
  | 'witnesses';

export interface ProofStep {
  readonly step: ProofStepName;
  readonly verdict: ProofVerdict;
  readonly faults: readonly ProofFault[];
}

export interface ProofFault {
  /** A stable code; those of the history, the keys and the tree are passed on. */
  readonly problem: string;
  /** The index in the log of the entry at fault. */
  readonly entry: number | undefined;
  /** Another Archive than the holder of the original said it, so that the step does not fail by it. */
  readonly isOfAnother?: true;
}

export interface CheckedProof {
  /** The worst of all steps. */
  readonly verdict: ProofVerdict;
  readonly steps: readonly ProofStep[];
  /** Valid cosignatures, also of witnesses that only the file names. */
  readonly witnesses: readonly { readonly name: string; readonly seconds: number | undefined }[];
}

/** The keys that the reader trusts, from elsewhere than the file. Undefined if the reader knows none. */
export interface TrustedKeys {
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
}

/** What is left to do: the signatures are verified one by one, or all at once, and the results handed over in order. */
export interface ProofCheck {
  readonly signatures: readonly SignatureCheck[];
  readonly conclude: (areValid: readonly boolean[]) => CheckedProof;
}

type Logged = LoggedEntry<Claim | Transfer | KeyChange>;

interface Reading {
  readonly history: ReadHistory;
  readonly proof: ProofFile;
  readonly trusted: TrustedKeys | undefined;
  readonly sha256: Sha256;
}

/** Whoever drops entries from a file can hide a rival claim: a proof shows what was logged, never that nothing else was. */
export const checkProof = (
  proof: ProofFile,
  { sha256, trusted }: { readonly sha256: Sha256; readonly trusted: TrustedKeys | undefined },
): ProofCheck => {
  const reading = { proof, trusted, sha256, history: readEntries(proof, sha256) };
  const entries: readonly Logged[] = [...proof.history, ...proof.keys];
  const notes = noteSignatureChecks(proof.checkpoint, [
    proof.logKey,
    ...proof.witnessKeys,
    ...(trusted?.witnesses ?? []),
  ]);
  const possible = notes.flatMap(({ check }) => check ?? []);
  const withoutSignatures = {
    manifest: judgeManifest(reading),
    label: judgeLabel(reading),
    'claim-keys': judgeClaimKeys(proof),
    history: judgeHistory(reading),
    inclusion: judgeInclusion(reading, entries),
    'log-key': judgeLogKey(reading),
  };
  const keyFaults = judgeKeys(proof);
  return {
    signatures: [...entries.map(({ entry }) => signatureCheckOf(entry.content)), ...possible],
    conclude(areValid) {
      // A result that is missing counts as a signature that is wrong.
      const isValid = (index: number): boolean => areValid[index] === true;
      const valid = notes.filter(({ check }) => check && isValid(entries.length + possible.indexOf(check)));
      const steps: Readonly<Record<ProofStepName, Judgement>> = {
        ...withoutSignatures,
        claims: fail(
          'proof/signature',
          proof.history.filter((_, index) => !isValid(index)),
        ),
        keys: [
          ...keyFaults,
          ...fail(
            'proof/signature',
            proof.keys.filter((_, index) => !isValid(proof.history.length + index)),
          ),
        ],
        checkpoint: judgeCheckpoint(reading, notes, valid),
        witnesses: judgeWitnesses(reading, valid),
      };
      return {
        ...concludeSteps(steps),
        witnesses: valid
          .filter(({ key }) => key.role === 'witness')
          .map(({ key, seconds }) => ({ name: key.name, seconds })),
      };
    },
  };
};

interface Judged extends ProofFault {
  readonly verdict: ProofVerdict;
}

type Judgement = readonly Judged[];

const fault = (problem: string, entry?: number, verdict: Judged['verdict'] = 'failed'): Judged => ({
  problem,
  entry,
  verdict,
});

const fail = (problem: string, entries: readonly Logged[]): Judgement =>
  entries.map(({ index }) => fault(problem, index));

const STEPS: readonly ProofStepName[] = [
  'manifest',
  'label',
  'claims',
  'keys',
  'claim-keys',
  'history',
  'inclusion',
  'checkpoint',
  'log-key',
  'witnesses',
];

const worstOf = (verdicts: readonly ProofVerdict[]): ProofVerdict =>
  (['failed', 'unproven'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'passed';

const concludeSteps = (judgements: Readonly<Record<ProofStepName, Judgement>>): Omit<CheckedProof, 'witnesses'> => {
  const steps = STEPS.map((step) => ({
    step,
    verdict: worstOf(judgements[step].map(({ verdict }) => verdict)),
    faults: judgements[step].map(({ verdict: _verdict, ...found }) => found),
  }));
  return { verdict: worstOf(steps.map(({ verdict }) => verdict)), steps };
};

const readEntries = ({ history }: ProofFile, sha256: Sha256): ReadHistory =>
  readHistory(
    history.map(({ entry }) => entry.content.statement),
    sha256,
  );

const lastOf = ({ proof, history: { holder } }: Pick<Reading, 'proof' | 'history'>): LoggedEntry<Claim | Transfer> =>
  proof.history.findLast(({ entry }) => entry.content.statement.archiveService === holder) ??
  (proof.history.at(-1) as LoggedEntry<Claim | Transfer>);

/** What a proof is about: the last that the holder of the original said, or the last of all if nobody holds it. */
export const findSubject = (proof: ProofFile, sha256: Sha256): Claim | Transfer =>
  lastOf({ proof, history: readEntries(proof, sha256) }).entry.content.statement;

const isClaimed = (reading: Reading): boolean => {
  const { proof, sha256 } = reading;
  const { statement } = lastOf(reading).entry.content;
  return proof.manifest !== undefined && hashManifest(proof.manifest, sha256) === statement.hash;
};

const judgeManifest = (reading: Reading): Judgement => {
  if (reading.proof.manifest === undefined) return [fault('proof/no-manifest', undefined, 'unproven')];
  return isClaimed(reading) ? [] : [fault('proof/manifest', lastOf(reading).index)];
};

const judgeLabel = (reading: Reading): Judgement => {
  const { label, manifest } = reading.proof;
  const { index, entry } = lastOf(reading);
  if (namesLabel(entry.content.statement, label)) return [];
  return isClaimed(reading) && manifest?.labels.includes(label) ? [] : [fault('proof/label', index)];
};

/** The log orders its entries; a file in another order could tell another story. */
const judgeOrder = (entries: readonly Logged[]): Judgement =>
  fail(
    'proof/order',
    entries.filter(({ index, entry }, place) => {
      const before = entries[place - 1];
      return before !== undefined && (index <= before.index || entry.time < before.entry.time);
    }),
  );

const judgeHistory = ({ proof, history: { faults, foreign } }: Reading): Judgement => [
  ...judgeOrder(proof.history),
  ...faults.map(({ index, problem }): Judged => {
    const entry = proof.history[index]?.index;
    if (foreign.has(index)) return { ...fault(problem, entry, 'passed'), isOfAnother: true };
    return fault(problem, entry, problem === 'history/gap' ? 'unproven' : 'failed');
  }),
];

const judgeKeys = ({ keys, logKey }: ProofFile): Judgement => {
  const ofArchive = new Map<Label, LoggedEntry<KeyChange>[]>();
  for (const logged of keys) {
    const { archiveService } = logged.entry.content.statement;
    const changes = ofArchive.get(archiveService);
    if (changes === undefined) ofArchive.set(archiveService, [logged]);
    else changes.push(logged);
  }
  return [
    ...judgeOrder(keys),
    ...[...ofArchive.values()].flatMap((changes) =>
      checkKeyHistory(
        changes.map(({ entry }) => entry.content),
        { logKey: logKey.key },
      ).map(({ index, problem }) => fault(problem, changes[index]?.index)),
    ),
  ];
};

const GOOD_STANDINGS: readonly KeyStanding[] = ['current', 'former'];

/** What was changed after a claim was logged does not affect it. */
const judgeClaimKeys = ({ history, keys }: ProofFile): Judgement =>
  history.flatMap(({ index, entry: { content } }) => {
    const { archiveService, time } = content.statement;
    const before = keys.filter((change) => change.index < index).map(({ entry }) => entry.content.statement);
    const standing = standingOfKey(before, { archiveService, key: content.key, time });
    return GOOD_STANDINGS.includes(standing) ? [] : [fault(`proof/key-${standing}`, index)];
  });

const judgeInclusion = ({ proof, sha256 }: Reading, entries: readonly Logged[]): Judgement => {
  const { size, root } = proof.checkpoint.checkpoint;
  const verifyInclusion = createInclusionVerifier(sha256);
  return entries.flatMap(({ index, text, path }) => {
    const verdict = verifyInclusion({ index, size, hash: hashLeaf(text, sha256), path, root });
    return verdict.ok ? [] : [fault(verdict.problem, index)];
  });
};

const judgeCheckpoint = (
  { proof }: Reading,
  notes: readonly NoteSignatureCheck[],
  valid: readonly NoteSignatureCheck[],
): Judgement => {
  // A file may name keys of other logs among those of witnesses; only the one that the reader compares counts.
  const isOfLog = ({ key }: NoteSignatureCheck): boolean => key.role === 'log' && isAmong([proof.logKey], key);
  if (proof.checkpoint.checkpoint.origin !== proof.logKey.name) return [fault('proof/origin')];
  if (!notes.some(isOfLog)) return [fault('proof/not-signed')];
  // C2SP signed-note: one signature of a known key that is wrong spoils the whole note.
  return valid.length === notes.length ? [] : [fault('proof/signature')];
};

const isAmong = (keys: readonly VerifierKey[], key: VerifierKey): boolean =>
  keys.some((candidate) => formatVerifierKey(candidate) === formatVerifierKey(key));

const judgeLogKey = ({ proof, trusted }: Reading): Judgement => {
  if (trusted === undefined) return [fault('proof/log-unconfirmed', undefined, 'unproven')];
  return isAmong(trusted.logs, proof.logKey) ? [] : [fault('proof/log-unknown')];
};

const judgeWitnesses = ({ trusted }: Reading, valid: readonly NoteSignatureCheck[]): Judgement =>
  valid.some(({ key }) => isAmong(trusted?.witnesses ?? [], key))
    ? []
    : [fault('proof/no-witness', undefined, 'unproven')];
