export { API_PATH, IDEMPOTENCY_KEY } from './address.ts';
export { ApiError, type Problem, problemOf, type RefusedAnswer } from './api-error.ts';
export { type CallOptions, type Client, type ClientSettings, createClient } from './client.ts';
export {
  describeApi,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type OpenApiSchema,
} from './open-api.ts';
export { EVENT_STREAM, JSON_LINES } from './operations/changes.ts';
export { XLSX } from './operations/desk/lists.ts';
export { MAX_MINTED_COUNT } from './operations/identifiers.ts';
export {
  type AnswerOf,
  type BodyOf,
  type HeadersOf,
  OPERATION_LIST,
  OPERATIONS,
  type OperationId,
  type ParamsOf,
  type QueryOf,
  type RequestOf,
  type WrittenAnswerOf,
} from './operations/index.ts';
export { ITEM_ORDERS, LISTED_STATES } from './operations/items.ts';
export {
  BODILESS,
  headersOf,
  NOTHING,
  type Operation,
  type RequiredAccess,
  refusalsOf,
} from './operations/operation.ts';
export { PART_MEDIA_TYPE, TUS_VERSION } from './operations/uploads.ts';
export { CSV, DEFAULT_TOP, MAX_REPORT_DAYS } from './operations/usage/statistics.ts';
export {
  mayAdd,
  mayChange,
  mayCurate,
  mayDeposit,
  mayReview,
  mayUseMinter,
  mayWithdraw,
  type OwnedItem,
} from './rights.ts';
export type { Collection, CollectionPage, NamedCollection } from './views/collections/collection.ts';
export { BATCH_OUTCOMES, type BatchChange, type BatchItemView, type BatchView } from './views/desk/batch.ts';
export type { Draft, DraftContent, DraftFile, DraftPage, DraftSummary, NewLink } from './views/desk/draft.ts';
export type { Overview } from './views/desk/overview.ts';
export type { AlertEvidence, AlertPage, AlertView } from './views/federation/alert.ts';
export type { ArchivePage, ArchiveState, MemberArchive } from './views/federation/archive.ts';
export type { Joining } from './views/federation/joining.ts';
export type { Proposal, ProposalPage } from './views/federation/proposal.ts';
export { MAX_STEPS, type TraceStep } from './views/federation/trace.ts';
export type {
  ArchiveKeyView,
  LogConsistency,
  LogEntryPage,
  LogHead,
  LogProof,
  Proof,
} from './views/federation/trust-log.ts';
export type {
  Access,
  Item,
  ItemFile,
  ItemLink,
  ItemPage,
  ItemSummary,
} from './views/item.ts';
export type { ClaimPage, HistoryPage } from './views/item-past.ts';
export type { ApiKey, Principal } from './views/key.ts';
export type { Identifier, Minter, MinterPage, MinterStatistics, MinterSummary } from './views/minter.ts';
export { NAME_BATCH_OUTCOMES, type NameBatchLineView, type NameBatchView } from './views/minting/name-batch.ts';
export type { Identity, LinkedPerson, OpenedLink, Person, PersonSession } from './views/people/person.ts';
export { ProblemSchema } from './views/problem.ts';
export { MAX_COUNTS } from './views/usage/statistics.ts';
export { USAGE_METRICS, type UsageReport } from './views/usage/usage-report.ts';
