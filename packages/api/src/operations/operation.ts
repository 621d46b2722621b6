import { type TObject, type TSchema, Type } from 'typebox';
import { IDEMPOTENCY_KEY } from '../address.ts';
import type { RefusalCode } from '../refusals.ts';
import type { RoleSchema } from '../views/key.ts';
import { closed, text } from '../views/parts.ts';
import type { View } from '../views/view.ts';

/** The rights of a key. */
type Role = View<typeof RoleSchema>;

/**
 * `reading` is open to everyone if reading is public, `anyone` always; a wrong key is refused everywhere. `own` is for
 * people about what is their own, and for administrators.
 */
export type RequiredAccess = Role | 'reading' | 'anyone' | 'own';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One operation of a node, as data: routes, checks, documents and the client all derive from it. */
export interface Operation {
  readonly method: Method;
  /** The path below `API_PATH`, with its parameters in braces. */
  readonly path: string;
  /** Only nodes of this role have the operation; without a role, all nodes have it. */
  readonly nodeRole?: 'minter' | 'archive' | 'resolver';
  readonly tag:
    | 'Archives'
    | 'Log'
    | 'Identifiers'
    | 'Items'
    | 'Collections'
    | 'Drafts'
    | 'Minters'
    | 'Uploads'
    | 'Transfers'
    | 'Statistics'
    | 'Keys'
    | 'People'
    | 'Account'
    | 'Node';
  readonly access: RequiredAccess;
  /** Whether a key that is limited to collections and minters may ask for it; its handler compares them. */
  readonly isLimitable?: true;
  /** Whether curators may ask for it, although they only read otherwise; its handler compares their collections. */
  readonly isForCurators?: true;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TObject;
  readonly isBodyOptional?: true;
  /** The media type of a body that is bytes instead of JSON. */
  readonly bytes?: string;
  /** The body may also be a form: the JSON is in a first part of this name, and files follow. */
  readonly formPart?: string;
  /** The same request under the same Idempotency-Key is carried out once. */
  readonly isRepeatable?: true;
  /** The answer to a request that was carried out. */
  readonly answer: Answer;
  /** Codes of refusals, except those that every operation of its kind has. */
  readonly refusals?: readonly RefusalCode[];
  readonly example: Example;
}

interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** The schema of the body; without one, the answer has no body. */
  readonly body?: TSchema;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further media types, with what they have, for whoever asks for them. */
  readonly forms?: Readonly<Record<string, string>>;
}

/** A request with the values of its path, query and body side by side, as the client takes them, and its answer. */
interface Example {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** The schema of an empty object: it refuses any property. */
export const NOTHING = Type.Object({}, closed);

const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

const IdempotencyHeader = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    description: 'The same request sent again under the same key is not carried out again: it gets the first answer',
  }),
);

/** Returns the headers that are checked. */
export const headersOf = ({ headers = Type.Object({}), isRepeatable }: Operation): TObject =>
  isRepeatable ? Type.Object({ [IDEMPOTENCY_KEY]: IdempotencyHeader, ...headers.properties }) : headers;

const EVERY_REFUSAL: readonly RefusalCode[] = [
  'request-invalid',
  'head-too-large',
  'request-too-slow',
  'key-missing',
  'key-wrong',
  'session-ended',
  'role-missing',
  'too-many-wrong-keys',
  'data-folder-unusable',
  'database-away',
  'database-busy',
  'database-failed',
  'value-unkept',
  'database-newer',
  'disk-failed',
];
/** Refusals of any method that may have a body: the body is checked even if the operation needs none. */
const BODY_REFUSALS: readonly RefusalCode[] = ['request-too-large', 'media-type-unsupported'];
/** Methods whose bodies are ignored. */
export const BODILESS: readonly string[] = ['GET', 'HEAD'];
const REPEATED_REFUSALS: readonly RefusalCode[] = ['request-differs'];

/** Returns the codes of all refusals that the operation may answer with. */
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

/** Returns the query of a list, with its own parameters and those of pages. */
export const pageQuery = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object({ ...properties, ...PageQuery }, closed);
