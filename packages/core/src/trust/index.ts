export { type Bytes, decodePaddedBase64, encodePaddedBase64, encodeUtf8 } from './bytes.ts';
export { formatHash, type Hash, hashBytes, parseHash } from './hash.ts';
export { type Checkpoint, formatCheckpoint, parseSignedCheckpoint, type SignedCheckpoint } from './log/checkpoint.ts';
export {
  type Alert,
  type Claimant,
  formatLogEntry,
  isAlert,
  type LogContent,
  type LogEntry,
  parseLogEntry,
} from './log/log-entry.ts';
export {
  type Consistency,
  createInclusionVerifier,
  type Inclusion,
  type MerkleProblem,
  type MerkleVerdict,
  verifyConsistency,
  verifyInclusion,
} from './log/merkle-proof.ts';
export {
  appendLeaves,
  carryOutPlan,
  EMPTY_FRONTIER,
  type Frontier,
  frontierNodes,
  type HashPlan,
  hashLeaf,
  MAX_TREE_SIZE,
  type NodeAddress,
  nodeNumber,
  planConsistency,
  planInclusion,
  planRoot,
  rootOfFrontier,
  type TreeNode,
} from './log/merkle-tree.ts';
export { formatNote, formatNoteSignature, type Note, type NoteSignature, parseNote } from './log/note.ts';
export {
  cosignature,
  cosignedMessage,
  createVerifierKey,
  formatVerifierKey,
  logSignature,
  type NoteSignatureCheck,
  noteSignatureChecks,
  parseVerifierKey,
  type VerifierKey,
} from './log/verifier-key.ts';
export {
  type CheckedProof,
  checkProof,
  findSubject,
  type ProofCheck,
  type ProofFault,
  type ProofStep,
  type ProofStepName,
  type ProofVerdict,
  type TrustedKeys,
} from './proof/check-proof.ts';
export {
  checkHistory,
  type HistoryFault,
  type HistoryProblem,
  type ReadHistory,
  readHistory,
} from './proof/history.ts';
export {
  checkKeyHistory,
  type KeyFault,
  type KeyProblem,
  type KeyStanding,
  standingOfKey,
} from './proof/key-history.ts';
export {
  findLabelEvidence,
  type KnownClaimant,
  type LabelEvidence,
  type PlaceFinding,
} from './proof/label-evidence.ts';
export { formatProofFile, type LoggedEntry, type ProofFile, parseProofFile } from './proof/proof-file.ts';
export { type Sha256, sha256 } from './sha256.ts';
export { formatClaimPairs, labelOfForms, namesLabel, readClaimPairs } from './statements/claim-pairs.ts';
export { type HistoryEnd, historyEndMessage } from './statements/history-end.ts';
export { type Instant, instantOf, laterOf, parseInstant, secondsOf } from './statements/instant.ts';
export {
  formatManifest,
  hashManifest,
  type Manifest,
  type ManifestFile,
  parseManifest,
} from './statements/manifest.ts';
export {
  type PublicKey,
  parsePublicKey,
  parseSignature,
  publicKeyBytes,
  publicKeyOf,
  type Signature,
  type SignatureCheck,
  signatureBytes,
  signatureOf,
} from './statements/public-key.ts';
export { formatSigned, parseSigned, type Signed, signatureCheckOf } from './statements/signed.ts';
export {
  type Claim,
  formatStatement,
  type Handover,
  hashStatement,
  type KeyChange,
  parseCanonicalLabel,
  parseStatement,
  parseTransferId,
  type Statement,
  type Transfer,
  type TransferId,
} from './statements/statement.ts';
