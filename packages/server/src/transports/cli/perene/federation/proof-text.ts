import type { CheckedProof, ProofFile, ProofStepName, ProofVerdict } from '@perene/core/trust';
import { showText } from '../labels/describe-refused.ts';
import { formatColumns } from '../rows.ts';

/** What each step shows if it passes. */
const STEPS: Readonly<Record<ProofStepName, string>> = {
  manifest: 'files, metadata and labels are those that were claimed',
  label: 'the claim is about this label',
  claims: 'the Archives signed their claims and transfers',
  keys: 'the keys of the Archives were pinned, rotated and replaced as they should be',
  'claim-keys': 'the claims were signed with keys that counted then',
  history: 'one Archive at a time held the original',
  inclusion: 'all of this is in the log',
  checkpoint: 'the log signed its head',
  'log-key': 'you knew the key of the log before',
  witnesses: 'a witness that you knew before saw the same log',
};

const PROBLEMS: Readonly<Record<string, string>> = {
  'log/root': 'the entries do not give the root of the signed head: some were changed, added or taken away',
  'log/missing': 'the log ends here, before the size of its head',
  'log/signature': 'a signature is wrong',
  'log/origin': 'the head is of another log than its key',
  'log/time': 'it is earlier than the entry before it',
  'log/repeated': 'the same statement was logged before',
  'log/other-key': 'the log has another key than before: it is another log, or somebody pretends to be it',
  'log/shorter': 'the log is shorter than before: entries were taken away',
  'log/rewritten': 'the log does not begin as it did before: it was rewritten',
  'log/key-unknown': 'its key was never pinned for this Archive',
  'log/key-replaced': 'its key was lost and replaced before',
  'log/key-expired': 'it was signed with a former key after that was rotated',
  'history/gap': 'it follows a statement that the log never saw',
  'history/rival': 'it says Original, but another Archive holds the original',
  'history/fork': 'its Archive has made another statement after the same one',
  'history/not-holder': 'it deletes or hands over an original that is held elsewhere',
  'store/entry': 'what is stored of it is not what it says',
  'store/label': 'it is found by other labels than its own',
  'store/node': 'a node of the tree was changed',
  'store/rows': 'there are more or fewer rows than the entries need',
  'proof/no-manifest': 'the file has no manifest',
  'proof/log-unconfirmed': 'give --log-key: only the file itself names this key',
  'proof/log-unknown': 'the key of the log is none of those that you trust',
  'proof/no-witness': 'give --witness-key, if you know one',
  'proof/signature': 'a signature is wrong',
};

/** For people; codes that have no sentence are shown as they are. */
export const describeProblem = (problem: string): string => PROBLEMS[problem] ?? problem;

const VERDICTS: Readonly<Record<ProofVerdict, string>> = { passed: 'yes', unproven: 'unproven', failed: 'NO' };

const LIMITS = `It does not prove that nobody else claimed the item: whoever made the file may have left that out. Nor does it prove that a
claim is rightful, or that a document is true: that is for people to judge.
`;

export const describeProof = ({ label, history }: ProofFile, { steps, verdict, witnesses }: CheckedProof): string => {
  const lines = steps.map(({ step, verdict: found, faults }) => {
    const reasons = faults.map(
      ({ problem, entry, isOfAnother }) =>
        `${isOfAnother ? 'of another Archive: ' : ''}${describeProblem(problem)}${entry === undefined ? '' : ` (entry ${entry})`}`,
    );
    return [VERDICTS[found], STEPS[step], [...new Set(reasons)].join('; ')];
  });
  const claims = history.map(({ entry: { time, content } }) => {
    const { statement } = content;
    const said = statement.kind === 'claim' ? statement.state : `handed over to ${statement.receiver}`;
    return [time, statement.archiveService, said, statement.hash];
  });
  const seen = witnesses.map(({ name, seconds }) => `${name} at ${new Date(Number(seconds) * 1_000).toISOString()}`);
  return [
    formatColumns(lines),
    `\n${label}\n`,
    formatColumns(claims),
    seen.length === 0 ? '' : `\nSigned by witnesses: ${seen.join(', ')}\n`,
    `\n${CONCLUSIONS[verdict]}\n${LIMITS}`,
  ].join('');
};

const CONCLUSIONS: Readonly<Record<ProofVerdict, string>> = {
  passed: 'It proves who claimed what when, and that the log has it.',
  unproven:
    'Nothing speaks against it, but it proves only the steps with "yes": who claimed what when, if you trust the rest.',
  failed: 'It proves nothing: a step failed.',
};

/** A file that the reader has, and the one of the manifest with the same hash. */
export interface ComparedFile {
  readonly file: string;
  readonly sha256: string;
  readonly verdict: ProofVerdict;
  readonly path?: string;
}

const FILES: Readonly<Record<ProofVerdict, string>> = {
  passed: 'it is, bit by bit, a file that was claimed',
  unproven: 'it cannot be compared: the proof has no manifest',
  failed: 'it is none of the files that were claimed',
};

export const describeFiles = (files: readonly ComparedFile[]): string =>
  files.length === 0
    ? ''
    : `\n${formatColumns(files.map(({ file, verdict, path }) => [VERDICTS[verdict], showText(file), `${FILES[verdict]}${path === undefined ? '' : `: ${showText(path)}`}`]))}`;
