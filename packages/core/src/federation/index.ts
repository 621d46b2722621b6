export {
  formatRegistrationMail,
  parseRegistrationMail,
  REGISTRATION_SUBJECT,
  type RegistrationMail,
} from '../wire/requests/registration-mail.ts';
export {
  findMissingTranslation,
  labelOf,
  type Reading,
  readAnswer,
  type Sought,
} from './choose-location.ts';
export {
  askCircuit,
  type Circuit,
  type CircuitRule,
  CLOSED_CIRCUIT,
  noteFailure,
  noteSuccess,
  noteUnheard,
} from './circuit.ts';
export { endsInFile } from './file-of-url.ts';
export { fingerprintOf } from './fingerprint.ts';
export { createHolderTable, type HolderTable, MAX_HOLDERS } from './holder-table.ts';
export {
  type ArchiveTime,
  acceptLease,
  coverMark,
  type GivenLease,
  grantLease,
  type HeldLeaseName,
  isBefore,
  isLeaseOver,
  type LeaseGrant,
  type LeaseView,
  MAX_LEASE_SECONDS,
  missLabels,
  NO_LEASE,
  NOTHING_SEEN,
  type NotedLease,
  noteLease,
  type ProcessTime,
  seeLease,
  speaksUntil,
  stepBeforeAcknowledgment,
} from './lease.ts';
export { matchLanguage, readLanguagePreference } from './match-language.ts';
export {
  type AliasAnnouncer,
  formatAliasAnnouncers,
  formatAliasAnswer,
  formatAliasRequest,
  parseAliasAnnouncers,
  parseAliasAnswer,
  parseAliasRequest,
} from './messages/alias-message.ts';
export {
  type Digest,
  type DigestRequest,
  formatDigest,
  formatDigestRequest,
  formatSet,
  MORE_CHANGES,
  parseDigest,
  parseDigestRequest,
} from './messages/digest-message.ts';
export { type ArchiveKey, addKeyPairs, readKeyPairs } from './messages/key-pairs.ts';
export {
  ANNOUNCEMENT_RECEIVED,
  decodeAnnounced,
  formatLeaseDenial,
  formatLeaseGrant,
  formatLeaseMessage,
  isAnnouncementReceived,
  type LeaseMessage,
  MAX_ANNOUNCED,
  parseLeaseDenial,
  parseLeaseGrant,
  parseLeaseMessage,
} from './messages/lease-message.ts';
export {
  formatLogAnswer,
  formatLogMessage,
  LOG_RECEIVED,
  type LogMessage,
  type LogPair,
  type LogSubmission,
  parseLogAnswer,
  parseLogMessage,
} from './messages/log-message.ts';
export {
  type CheckAnswer,
  formatCheckAnswer,
  formatProposalAnswer,
  formatRelationMessage,
  type ProposalAnswer,
  type ProposedKind,
  parseCheckAnswer,
  parseProposalAnswer,
  parseRelationMessage,
  type RelationCheck,
  type RelationMessage,
  type RelationProposal,
} from './messages/relation-message.ts';
export {
  formatStatementRequest,
  MAX_STATEMENTS,
  parseStatementRequest,
  STATEMENT,
  type StatementRequest,
} from './messages/statement-message.ts';
export {
  formatTransferCheck,
  formatTransferConfirmation,
  parseTransferCheck,
  parseTransferConfirmation,
  type TransferCheck,
  type TransferConfirmation,
} from './messages/transfer-message.ts';
export { RESERVATION, type ReadReservation, readReservation } from './reservation.ts';
export { netChange, type SetChange } from './set-digest.ts';
export { HOLDING, isAnswerAbout, isSecondHand, isWithdrawn, ownPart, WITHDRAWN } from './source-of-answer.ts';
export { findUnread, isByLess } from './unread-pairs.ts';
