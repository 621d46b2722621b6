import { type TObject, type TSchema, Type } from 'typebox';
import type { RefusalCode } from '../refusals.ts';
import type { RoleSchema } from '../views/key.ts';
import { closed, text } from '../views/parts.ts';
import type { View } from '../views/view.ts';

/** What a key allows. */
type Role = View<typeof RoleSchema>;

/** `reading` is open to everyone where reading is public, `anyone` always; a wrong key is refused everywhere. */
export type RequiredAccess = Role | 'reading' | 'anyone';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One operation of a node, as data: routes, checks, documents and the client all derive from it. */
export interface Operation {
  readonly method: Method;
  /** Below `API_PATH`, with its parameters in braces. */
  readonly path: string;
  /** Only nodes of this role have it; without one, all have. */
  readonly nodeRole?: 'minter' | 'archive' | 'resolver';
  readonly tag:
    | 'Archives'
    | 'Identifiers'
    | 'Items'
    | 'Minters'
    | 'Uploads'
    | 'Transfers'
    | 'Statistics'
    | 'Keys'
    | 'Node';
  readonly access: RequiredAccess;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TObject;
  readonly isBodyOptional?: true;
  /** Bytes of this media type instead of JSON. */
  readonly bytes?: string;
  /** The body may be a form as well: the JSON in a first part of this name, then files. */
  readonly formPart?: string;
  /** The same request under the same Idempotency-Key is carried out once. */
  readonly isRepeatable?: true;
  /** When it was done. */
  readonly answer: Answer;
  /** Codes of its refusals, except those that every operation of its kind has. */
  readonly refusals?: readonly RefusalCode[];
  readonly example: Example;
}

interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** Without one, the answer has no body. */
  readonly body?: TSchema;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with the values of its path, query and body side by side, as the client takes them, and its answer. */
interface Example {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

export const API_PATH = '/api/v1';

/** The schema of an empty object: it refuses any property. */
export const NOTHING = Type.Object({}, closed);

export const IDEMPOTENCY_KEY = 'idempotency-key';
const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

const IdempotencyHeader = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    description: 'The same request sent again under the same key is not carried out again: it gets the first answer',
  }),
);

/** The headers that are checked. */
export const headersOf = ({ headers = Type.Object({}), isRepeatable }: Operation): TObject =>
  isRepeatable ? Type.Object({ [IDEMPOTENCY_KEY]: IdempotencyHeader, ...headers.properties }) : headers;

const EVERY_REFUSAL: readonly RefusalCode[] = [
  'request-invalid',
  'head-too-large',
  'request-too-slow',
  'key-missing',
  'key-wrong',
  'role-missing',
  'too-many-wrong-keys',
  'data-folder-unusable',
  'database-busy',
  'database-failed',
  'value-unkept',
  'database-newer',
  'disk-failed',
];
/** Where a body may come, it is looked at, even if none is asked for. */
const BODY_REFUSALS: readonly RefusalCode[] = ['request-too-large', 'media-type-unsupported'];
/** Methods whose bodies nobody looks at. */
export const BODILESS: readonly string[] = ['GET', 'HEAD'];
const REPEATED_REFUSALS: readonly RefusalCode[] = ['request-differs'];

/** Codes of all refusals that it may answer with. */
export const refusalsOf = ({ method, isRepeatable, refusals = [] }: Operation): readonly RefusalCode[] => [
  ...EVERY_REFUSAL,
  ...(BODILESS.includes(method) ? [] : BODY_REFUSALS),
  ...(isRepeatable ? REPEATED_REFUSALS : []),
  ...refusals,
];

export const IbiParameters = Type.Object({
  ibi: text('A label in either form, with its slashes plain or written %2F'),
});

const PageQuery = {
  cursor: Type.Optional(text('"next" of the page before')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Entries a page (default 50)' })),
};

/** Of lists: which page of what. */
export const pageQuery = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object({ ...properties, ...PageQuery }, closed);
