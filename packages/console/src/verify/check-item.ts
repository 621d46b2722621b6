import {
  checkProof,
  type ProofFile,
  type ProofStepName,
  type ProofVerdict,
  parseProofFile,
  type SignatureCheck,
  sha256,
} from '@perene/core/trust';

/** What is checked, and with what. */
export interface Checking {
  /** The text of the proof file; undefined if the log has none. */
  readonly readProof: () => Promise<string | undefined>;
  /** The main file of the item; `too-large` and `closed` if it is not fetched, undefined if the item has none. */
  readonly readFile: () => Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'closed' | undefined>;
  /** Undefined if this browser cannot tell. */
  readonly verify: (check: SignatureCheck) => Promise<boolean | undefined>;
  readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Path of the main file. */
  readonly path: string | undefined;
}

/** `impossible`: it could not be checked here, for the reason. */
export interface CheckedStep {
  readonly step: ProofStepName | 'proof' | 'file';
  readonly verdict: ProofVerdict | 'impossible';
  readonly reasons: readonly string[];
}

/** Steps that rest on signatures. */
const SIGNED: readonly string[] = ['claims', 'keys', 'checkpoint', 'witnesses'];

/** Checks an item in the browser of the reader, step by step. */
export const checkItem = async (checking: Checking): Promise<readonly CheckedStep[]> => {
  const text = await checking.readProof();
  if (text === undefined) return [impossible('proof', 'not-logged')];
  const proof = parseProofFile(text, sha256);
  if (!proof.ok) return [{ step: 'proof', verdict: 'failed', reasons: [proof.problem] }];
  const { signatures, conclude } = checkProof(proof.value, { sha256, trusted: undefined });
  const results = await Promise.all(signatures.map(checking.verify));
  const canVerify = !results.includes(undefined);
  const { steps } = conclude(results.map((isValid) => isValid === true));
  return [
    ...steps.map(({ step, verdict, faults }): CheckedStep => {
      if (!canVerify && SIGNED.includes(step)) return impossible(step, 'no-crypto');
      const reasons = faults.map(({ problem, isOfAnother }) => (isOfAnother ? 'history/of-another' : problem));
      return { step, verdict, reasons: [...new Set(reasons)] };
    }),
    await checkFile(checking, proof.value),
  ];
};

const impossible = (step: CheckedStep['step'], reason: string): CheckedStep => ({
  step,
  verdict: 'impossible',
  reasons: [reason],
});

const checkFile = async (checking: Checking, { manifest }: ProofFile): Promise<CheckedStep> => {
  if (manifest === undefined) return impossible('file', 'proof/no-manifest');
  const bytes = await checking.readFile();
  if (bytes === undefined) return impossible('file', 'no-file');
  if (typeof bytes === 'string') return impossible('file', bytes);
  const hash = hexOf(await checking.hash(bytes));
  const isClaimed = manifest.files.some((file) => file.path === checking.path && file.sha256 === hash);
  return { step: 'file', verdict: isClaimed ? 'passed' : 'failed', reasons: isClaimed ? [] : ['file-differs'] };
};

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
