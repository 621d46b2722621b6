import type { TSchema } from 'typebox';
import type { View, Written } from '../views/view.ts';
import { ACTIVITY_OPERATIONS } from './activity.ts';
import { BINDING_OPERATIONS } from './bindings.ts';
import { CHANGE_OPERATIONS } from './changes.ts';
import { COLLECTION_OPERATIONS } from './collections/collections.ts';
import { BATCH_OPERATIONS } from './desk/batches.ts';
import { DRAFT_OPERATIONS } from './desk/drafts.ts';
import { LIST_OPERATIONS } from './desk/lists.ts';
import { WITHDRAWAL_OPERATIONS } from './desk/withdrawals.ts';
import { ARCHIVE_OPERATIONS } from './federation/archives.ts';
import { PROPOSAL_OPERATIONS } from './federation/proposals.ts';
import { TRANSFER_OPERATIONS } from './federation/transfers.ts';
import { TRUST_LOG_OPERATIONS } from './federation/trust-log.ts';
import { IDENTIFIER_OPERATIONS } from './identifiers.ts';
import { ITEM_OPERATIONS } from './items.ts';
import { KEY_OPERATIONS } from './keys.ts';
import { MINTER_OPERATIONS } from './minters.ts';
import { DOI_OPERATIONS } from './minting/dois.ts';
import { NAME_BATCH_OPERATIONS } from './minting/name-batches.ts';
import { NAME_OPERATIONS } from './minting/names.ts';
import { PURL_OPERATIONS } from './minting/purls.ts';
import { NODE_OPERATIONS } from './node.ts';
import type { NOTHING, Operation } from './operation.ts';
import { ACCOUNT_OPERATIONS } from './people/account.ts';
import { OPENID_OPERATIONS } from './people/openid.ts';
import { PEOPLE_OPERATIONS } from './people/people.ts';
import { UPLOAD_OPERATIONS } from './uploads.ts';
import { STATISTICS_OPERATIONS } from './usage/statistics.ts';

/** All operations of a node, by `operationId`. */
export const OPERATIONS = {
  ...IDENTIFIER_OPERATIONS,
  ...MINTER_OPERATIONS,
  ...BINDING_OPERATIONS,
  ...NAME_OPERATIONS,
  ...NAME_BATCH_OPERATIONS,
  ...PURL_OPERATIONS,
  ...DOI_OPERATIONS,
  ...ITEM_OPERATIONS,
  ...WITHDRAWAL_OPERATIONS,
  ...LIST_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...COLLECTION_OPERATIONS,
  ...DRAFT_OPERATIONS,
  ...PROPOSAL_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...TRANSFER_OPERATIONS,
  ...CHANGE_OPERATIONS,
  ...ACTIVITY_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...ARCHIVE_OPERATIONS,
  ...TRUST_LOG_OPERATIONS,
  ...KEY_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...OPENID_OPERATIONS,
  ...NODE_OPERATIONS,
};

type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;

/** The same operations, with only the type that all have in common. */
export const OPERATION_LIST: readonly (readonly [OperationId, Operation])[] = Object.entries(OPERATIONS) as never;

type SchemaOf<Id extends OperationId, Name extends 'params' | 'query' | 'headers' | 'body'> = Operations[Id] extends {
  readonly [Key in Name]: infer Schema extends TSchema;
}
  ? Schema
  : typeof NOTHING;

/** What a handler is given. */
export type ParamsOf<Id extends OperationId> = View<SchemaOf<Id, 'params'>>;
export type QueryOf<Id extends OperationId> = View<SchemaOf<Id, 'query'>>;
export type HeadersOf<Id extends OperationId> = View<SchemaOf<Id, 'headers'>>;
export type BodyOf<Id extends OperationId> = View<SchemaOf<Id, 'body'>>;

/** What a client gives: the values of the path, the query and the body, side by side. */
export type RequestOf<Id extends OperationId> = Written<SchemaOf<Id, 'params'>> &
  Written<SchemaOf<Id, 'query'>> &
  Written<SchemaOf<Id, 'body'>>;

type AnswerSchemaOf<Id extends OperationId> = Operations[Id]['answer'] extends {
  readonly body: infer Schema extends TSchema;
}
  ? Schema
  : never;

/** What a client gets. */
export type AnswerOf<Id extends OperationId> = [AnswerSchemaOf<Id>] extends [never]
  ? undefined
  : View<AnswerSchemaOf<Id>>;

/** What a handler writes. */
export type WrittenAnswerOf<Id extends OperationId> = [AnswerSchemaOf<Id>] extends [never]
  ? undefined
  : Written<AnswerSchemaOf<Id>>;
