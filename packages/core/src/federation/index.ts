export { findMissingTranslation, labelOf, labelsOf, type Reading, readAnswer, type Sought } from './choose-location.ts';
export { askCircuit, type Circuit, type CircuitRule, CLOSED_CIRCUIT, noteFailure, noteSuccess } from './circuit.ts';
export {
  type Digest,
  type DigestRequest,
  formatDigest,
  formatDigestRequest,
  parseDigest,
  parseDigestRequest,
} from './digest-message.ts';
export { fingerprintOf } from './fingerprint.ts';
export { createHolderTable, type HolderTable, MAX_HOLDERS } from './holder-table.ts';
export { matchLanguage, readLanguagePreference } from './match-language.ts';
export { netChange, type SetChange } from './set-digest.ts';
