export { type Bytes, decodePaddedBase64, encodePaddedBase64, encodeUtf8 } from './bytes.ts';
export {
  type CheckedProof,
  checkProof,
  type ProofCheck,
  type ProofFault,
  type ProofStep,
  type ProofStepName,
  type ProofVerdict,
  type TrustedKeys,
} from './check-proof.ts';
export { type Checkpoint, formatCheckpoint, parseSignedCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
export { formatClaimPairs, labelOfForms, namesLabel, readClaimPairs } from './claim-pairs.ts';
export { formatHash, type Hash, hashBytes, parseHash } from './hash.ts';
export { checkHistory, type HistoryFault, type HistoryProblem, readHistory } from './history.ts';
export { type Instant, instantOf, laterOf, parseInstant, secondsOf } from './instant.ts';
export { checkKeyHistory, type KeyFault, type KeyProblem, type KeyStanding, standingOfKey } from './key-history.ts';
export { findLabelEvidence, type KnownClaimant, type LabelEvidence, type PlaceFinding } from './label-evidence.ts';
export {
  type Alert,
  type Claimant,
  formatLogEntry,
  isAlert,
  type LogContent,
  type LogEntry,
  parseLogEntry,
} from './log-entry.ts';
export { formatManifest, hashManifest, type Manifest, type ManifestFile, parseManifest } from './manifest.ts';
export {
  type Consistency,
  createInclusionVerifier,
  type Inclusion,
  type MerkleProblem,
  type MerkleVerdict,
  verifyConsistency,
  verifyInclusion,
} from './merkle-proof.ts';
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
} from './merkle-tree.ts';
export { formatNote, formatNoteSignature, type Note, type NoteSignature, parseNote } from './note.ts';
export { formatProofFile, type LoggedEntry, type ProofFile, parseProofFile } from './proof-file.ts';
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
} from './public-key.ts';
export { type Sha256, sha256 } from './sha256.ts';
export { formatSigned, parseSigned, type Signed, signatureCheckOf } from './signed.ts';
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
} from './statement.ts';
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
} from './verifier-key.ts';
