import type { Label, RepositoryLabel } from '@perene/core';
import { parseRepositoryName } from '@perene/core';
import {
  appendLeaves,
  type Bytes,
  type Claim,
  carryOutPlan,
  checkProof,
  createVerifierKey,
  EMPTY_FRONTIER,
  encodeUtf8,
  formatCheckpoint,
  formatLogEntry,
  formatNote,
  formatProofFile,
  formatStatement,
  hashLeaf,
  hashManifest,
  hashStatement,
  instantOf,
  type KeyChange,
  logSignature,
  type Manifest,
  type NodeAddress,
  nodeNumber,
  parseLogEntry,
  parseProofFile,
  parseSignedCheckpoint,
  planInclusion,
  sha256 as pureSha256,
  rootOfFrontier,
  type SignatureCheck,
  signatureCheckOf,
  type VerifierKey,
} from '@perene/core/trust';
import { createSigner, nodeSha256, type Signer, signText, verifyEd25519 } from '../tests/fixtures/ed25519.ts';
import { unwrap } from '../tests/fixtures/trust-vectors.ts';
import { printTable } from './measure.ts';

const LOG_SIZE = 100_000;
const HISTORY = 120;
const SAMPLES = 31;
const BAR_MS = 28;
const START = 1_790_000_000;

const labelOf = (text: string): RepositoryLabel => unwrap(parseRepositoryName(text)).text;
const REPOSITORY = labelOf('sid.inpe.br/mtc-m18/2026/11.20.09.30');
const SERVICE: Label = labelOf('sid.inpe.br/mtc-m18/2008/03.17.15.17');
const ORIGIN = 'resolver.example.org/log';

const manifestOf = (edition: number): Manifest => ({
  labels: [REPOSITORY],
  files: Array.from({ length: 5 }, (_, index) => ({ path: `${index}.pdf`, bytes: edition, sha256: '0'.repeat(64) })),
  metadata: { title: [{ value: `Edition ${edition}` }] },
});

const entryOf = (statement: Claim | KeyChange, signer: Signer): string =>
  formatLogEntry({
    time: statement.time,
    content: { statement, key: signer.key, signature: signText(signer, formatStatement(statement)) },
  });

/** Makes one key and a chain of claims of one item, spread over a log whose other entries belong to others. */
const createHistory = (archive: Signer, log: Signer): readonly string[] => {
  const pinned: KeyChange = {
    kind: 'key',
    reason: 'pinned',
    archiveService: SERVICE,
    key: archive.key,
    former: undefined,
    time: instantOf(START),
  };
  const entries = [entryOf(pinned, log)];
  let previous: Claim['previous'];
  for (let edition = 1; edition <= HISTORY; edition += 1) {
    const claim: Claim = {
      kind: 'claim',
      repository: REPOSITORY,
      ibip: undefined,
      state: 'Original',
      hash: hashManifest(manifestOf(edition), nodeSha256),
      time: instantOf(START + edition * 60),
      archiveService: SERVICE,
      previous,
    };
    previous = hashStatement(claim, nodeSha256);
    entries.push(entryOf(claim, archive));
  }
  return entries;
};

interface Made {
  readonly text: string;
  readonly logKey: VerifierKey;
  readonly checks: readonly SignatureCheck[];
}

const makeProof = (): Made => {
  const [archive, log] = [createSigner('archive a'), createSigner('log')];
  const history = createHistory(archive, log);
  const step = Math.floor(LOG_SIZE / history.length);
  const leaves = Array.from({ length: LOG_SIZE }, (_, index) =>
    hashLeaf(index % step === 0 ? (history[index / step] ?? '') : `${index}`, nodeSha256),
  );
  const { frontier, nodes } = appendLeaves(EMPTY_FRONTIER, leaves, nodeSha256);
  const read = (address: NodeAddress): Uint8Array | undefined => nodes[nodeNumber(address)]?.hash;
  const logged = history.map((text, place) => {
    const plan = unwrap(planInclusion({ index: place * step, size: LOG_SIZE }));
    const entry = unwrap(parseLogEntry(text));
    return { index: place * step, text, entry, path: carryOutPlan(plan, read, nodeSha256) ?? [] };
  });
  const root = rootOfFrontier(frontier, nodeSha256);
  const body = formatCheckpoint({ origin: ORIGIN, size: LOG_SIZE, root, extensions: [] });
  const logKey = unwrap(createVerifierKey({ role: 'log', name: ORIGIN, key: log.key }, nodeSha256));
  const signatures = [logSignature(logKey, log.sign(encodeUtf8(body)))];
  const [key, ...claims] = logged as never[];
  const text = formatProofFile({
    label: REPOSITORY,
    manifest: manifestOf(HISTORY),
    history: claims,
    keys: [key as never],
    checkpoint: unwrap(parseSignedCheckpoint(formatNote({ text: body, signatures }))),
    logKey,
    witnessKeys: [],
  });
  const checks = unwrap(parseProofFile(text, nodeSha256)).history.map(({ entry }) => signatureCheckOf(entry.content));
  return { text, logKey, checks };
};

const verifyHistory = ({ text, logKey }: Made, sha256: (bytes: Bytes) => Uint8Array): void => {
  const trusted = { logs: [logKey], witnesses: [] };
  const { signatures, conclude } = checkProof(unwrap(parseProofFile(text, sha256)), { sha256, trusted });
  const { steps } = conclude(signatures.map(verifyEd25519));
  // This log has no witnesses, so exactly one step does not pass.
  if (steps.filter(({ verdict }) => verdict !== 'passed').length !== 1) throw new Error(JSON.stringify(steps));
};

/** Measures milliseconds of the processor, because on a shared machine every process waits. */
const medianMs = (runs: readonly (() => unknown)[]): readonly number[] => {
  const times = runs.map((): number[] => []);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [index, run] of runs.entries()) {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      times[index]?.push((user + system) / 1_000);
    }
  }
  return times.map((samples) => samples.sort((one, other) => one - other)[SAMPLES >> 1] ?? 0);
};

/** Measures a proof file with a history of 120 claims in a log of 100,000 entries, from its text to the verdict. */
export const benchmarkTrust = (): void => {
  const made = makeProof();
  const names = [
    `${HISTORY} bare Ed25519 verifications`,
    'the history, SHA-256 of Node.js',
    'the history, SHA-256 of core',
  ];
  const times = medianMs([
    () => made.checks.map(verifyEd25519),
    () => verifyHistory(made, nodeSha256),
    () => verifyHistory(made, pureSha256),
  ]);
  printTable([
    ['proof of 120 claims', 'processor', 'to bare signatures', 'bar'],
    ...times.map((time, index) => [
      names[index] ?? '',
      `${time.toFixed(2)} ms`,
      (time / (times[0] ?? 1)).toFixed(2),
      index === 1 ? `${BAR_MS} ms ${time < BAR_MS ? 'met' : 'MISSED'}` : '',
    ]),
  ]);
};
