import type { TObject } from 'typebox';
import { API_PATH } from './address.ts';
import { OPERATION_LIST, type OperationId } from './operations/index.ts';
import { headersOf, type Operation, type RequiredAccess, refusalsOf } from './operations/operation.ts';
import { REFUSALS, type RefusalCode } from './refusals.ts';
import { ProblemSchema } from './views/problem.ts';

/** The part of OpenAPI 3.1 that our own document uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact?: Contact;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

interface Contact {
  readonly name: string;
  readonly url: string;
  readonly email?: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

type OpenApiContent = Readonly<Record<string, { readonly schema: OpenApiSchema; readonly example?: unknown }>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: OpenApiSchema;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: OpenApiContent;
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema: OpenApiSchema }>>;
}

export interface OpenApiSchema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly patternProperties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly $ref?: string;
}

/** A schema of an operation, before its law is written into the document. */
type RuledSchema = OpenApiSchema & { readonly law?: OpenApiSchema };

const DESCRIPTION =
  'Mint identifiers, deposit items, describe, change, list, find and remove them. Keys are sent as "Authorization: ' +
  'Bearer KEY"; errors are RFC 9457 problem details; lists are paged by cursor; writes accept Idempotency-Key: deposits ' +
  'remember it for ever, other writes for a day in the process that answered.';

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Identifiers: 'Mint labels, and find out where they lead',
  Minters: 'Minters of opaque identifiers (noid), and what is bound to identifiers',
  Items: 'Items of the Archive, their links and what was done to them',
  Collections: 'Collections and series of items',
  Drafts: 'Items that are not yet published, labels reserved for them, and reviews',
  Uploads: 'Large files, sent in parts (tus 1.0.0)',
  Transfers: 'Originals that another Archive hands over',
  Statistics: 'How often items were accessed',
  Archives: 'Archives that take part in resolution',
  Log: 'Who claimed what when, and proofs that nothing of it was changed',
  Keys: 'Who may do what',
  People: 'People who sign in, for administrators',
  Account: 'How people sign in and out, for browsers',
  Node: 'The node itself',
};

const PROBLEM_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is wrong',
  401: 'A key is missing or wrong',
  403: 'This key may not',
  404: 'It is not here',
  408: 'It took too long to come',
  409: 'It does not go together with what is here',
  410: 'It was removed',
  412: 'It was changed meanwhile, or another version of the protocol is asked for',
  413: 'Too much at once',
  415: 'Another media type is expected',
  422: 'The values cannot be taken',
  423: 'Somebody else is at it',
  429: 'Too many attempts: wait',
  431: 'The address or the headers are too long',
  500: 'The node failed',
  502: 'Another node did not answer as it should',
  503: 'Not now: try again later',
};

/** Returns the description of the API for programs, made from the same table as its routes. */
export const describeApi = ({
  version,
  contact,
  isOffered = () => true,
}: {
  readonly version: string;
  /** Whom to ask about this node. */
  readonly contact?: Contact;
  readonly isOffered?: (operation: Operation) => boolean;
}): OpenApiDocument => {
  const offered = OPERATION_LIST.filter(([, operation]) => isOffered(operation));
  const schemas: Record<string, OpenApiSchema> = {};
  const refer = (schema: OpenApiSchema): OpenApiSchema => hoist(schema, schemas);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [id, operation] of offered) {
    const path = `${API_PATH}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(id, operation, refer) };
  }
  const tags = [...new Set(offered.map(([, { tag }]) => tag))];
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Perene',
      version,
      description: DESCRIPTION,
      ...(contact !== undefined && { contact }),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      schemas,
    },
  };
  return document;
};

type Refer = (schema: OpenApiSchema) => OpenApiSchema;

/** Puts a schema with a title among the components, and returns a reference to it. */
const hoist = (schema: OpenApiSchema, schemas: Record<string, OpenApiSchema>): OpenApiSchema => {
  const { title } = schema;
  if (title === undefined) return mapSchema(schema, (inner) => hoist(inner, schemas));
  if (schemas[title] === undefined) {
    schemas[title] = {};
    schemas[title] = mapSchema(schema, (inner) => hoist(inner, schemas));
  }
  return { $ref: `#/components/schemas/${title}` };
};

const mapSchema = ({ law, ...schema }: RuledSchema, map: (inner: OpenApiSchema) => OpenApiSchema): OpenApiSchema => {
  const mapAll = (inner: Readonly<Record<string, OpenApiSchema>>) =>
    Object.fromEntries(Object.entries(inner).map(([name, value]) => [name, map(value)]));
  const { properties, patternProperties, items, anyOf } = schema;
  return {
    ...schema,
    ...law,
    ...(properties && { properties: mapAll(properties) }),
    ...(patternProperties && { patternProperties: mapAll(patternProperties) }),
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
  };
};

const describeOperation = (operationId: OperationId, operation: Operation, refer: Refer): OpenApiOperation => {
  const { summary, description, tag, access, params, query, example } = operation;
  const parameters = [
    ...describeParameters('path', params, { example: example.request, refer }),
    ...describeParameters('query', query, { example: example.request, refer }),
    ...describeParameters('header', headersOf(operation), { example: example.request, refer }),
  ];
  const requestBody = describeBody(operation, refer);
  const responses = {
    [operation.answer.status]: describeAnswer(operation, refer),
    ...Object.fromEntries(
      [...codesByStatus(operation)].map(([status, codes]) => [status, describeRefusal(status, codes, refer)]),
    ),
  };
  return {
    operationId,
    summary,
    description: description === undefined ? needed(access) : `${description} ${needed(access)}`,
    tags: [tag],
    security: access === 'reading' || access === 'anyone' ? [{}, { key: [] }] : [{ key: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: operation.method === 'HEAD' ? withoutContent(responses) : responses,
  };
};

/** An answer to HEAD never has a body. */
const withoutContent = (responses: OpenApiOperation['responses']): OpenApiOperation['responses'] =>
  Object.fromEntries(Object.entries(responses).map(([status, { content: _, ...response }]) => [status, response]));

const needed = (access: RequiredAccess): string => {
  if (access === 'anyone') return 'Open to everyone.';
  if (access === 'reading') return 'Public, unless the node is configured otherwise.';
  if (access === 'reader') return 'Needs a key.';
  return `Needs a key with the role ${access}${access === 'admin' ? '' : ' or admin'}.`;
};

const describeParameters = (
  place: OpenApiParameter['in'],
  schema: TObject | undefined,
  { example = {}, refer }: { readonly example?: Operation['example']['request']; readonly refer: Refer },
): readonly OpenApiParameter[] => {
  const { properties = {}, required = [] } = refer((schema ?? {}) as OpenApiSchema);
  return Object.entries(properties).map(([name, { description = '', ...parameter }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: parameter,
    ...(example[name] !== undefined && { example: example[name] }),
  }));
};

const describeBody = (operation: Operation, refer: Refer): OpenApiOperation['requestBody'] => {
  const { body, bytes, formPart, isBodyOptional, example } = operation;
  if (bytes !== undefined) return { required: true, content: { [bytes]: { schema: { type: 'string' } } } };
  if (body === undefined) return undefined;
  const schema = refer(body as OpenApiSchema);
  const given = Object.entries(example.request ?? {}).filter(([name]) => name in body.properties);
  const json = { 'application/json': { schema, example: Object.fromEntries(given) } };
  if (formPart === undefined) return { required: isBodyOptional === undefined, content: json };
  const files = { type: 'array', items: { type: 'string' }, description: 'Files; the name of the part is free' };
  const form = { type: 'object', required: [formPart], properties: { [formPart]: schema, file: files } };
  return { required: true, content: { 'multipart/form-data': { schema: form }, ...json } };
};

const describeAnswer = ({ answer, example }: Operation, refer: Refer): OpenApiResponse => {
  const { description, body, headers = {}, forms = {} } = answer;
  const described = Object.entries(headers).map(([name, meaning]) => [
    name,
    { description: meaning, schema: { type: 'string' } },
  ]);
  return {
    description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(body && {
      content: {
        'application/json': { schema: refer(body as OpenApiSchema), example: example.answer },
        ...Object.fromEntries(
          Object.entries(forms).map(([mediaType, meaning]) => [
            mediaType,
            { schema: { type: 'string', description: meaning } },
          ]),
        ),
      },
    }),
  };
};

const codesByStatus = (operation: Operation): ReadonlyMap<number, readonly RefusalCode[]> => {
  const found = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(operation)) {
    const { http } = REFUSALS[code];
    found.set(http, [...(found.get(http) ?? []), code]);
  }
  return found;
};

const describeRefusal = (status: number, codes: readonly RefusalCode[], refer: Refer): OpenApiResponse => ({
  description: `${PROBLEM_DESCRIPTIONS[status]} (${codes.join(', ')})`,
  content: { 'application/problem+json': { schema: refer(ProblemSchema as unknown as OpenApiSchema) } },
});
