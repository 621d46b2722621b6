import {
  API_PATH,
  describeApi,
  headersOf,
  OPERATION_LIST,
  type Operation,
  PART_MEDIA_TYPE,
  refusalsOf,
  TUS_VERSION,
} from '@perene/api';
import { REFUSALS } from '@perene/api/refusals';
import fc from 'fast-check';
import type { TObject } from 'typebox';
import { expect, it } from 'vitest';
import type { JsonSchema } from '../fixtures/json-schema.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { send as ask, deposit } from './client.ts';

/** Values that people and programs send by mistake, or to see what happens. */
const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  '%00',
  '../../x',
  'ä'.repeat(300),
  '"',
  '\\',
  '{}',
  '8JMKD3MGP8W/34PGRBS',
];
const anything = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.jsonValue(),
);

/** Makes mostly values that fit the schema, so that requests pass the checks. */
const madeFor = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const [type] = [schema.type ?? 'any'].flat();
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(madeFor));
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -3, max: Math.min(schema.maximum ?? 20, 20) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(madeFor(schema.items ?? {}), { maxLength: 3 });
  if (type === 'object' && schema.properties !== undefined) return recordOf(schema, schema.properties);
  if (type === 'object') return fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), { maxKeys: 3 });
  return fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 20 }));
};

const recordOf = ({ required = [] }: JsonSchema, properties: Readonly<Record<string, JsonSchema>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        fc.oneof({ arbitrary: madeFor(schema), weight: 9 }, { arbitrary: anything, weight: 1 }),
      ]),
    ),
    { requiredKeys: [...required] },
  );

const partOf = (schema: TObject | undefined) =>
  recordOf((schema ?? {}) as JsonSchema, (schema?.properties ?? {}) as Record<string, JsonSchema>);

interface Request {
  readonly params: object;
  readonly query: object;
  readonly headers: object;
  readonly body: unknown;
  readonly role: string;
}

const inventedRequest = (operation: Operation): fc.Arbitrary<Request> =>
  fc.record({
    params: partOf(operation.params),
    query: fc.oneof(
      { arbitrary: partOf(operation.query), weight: 9 },
      { arbitrary: fc.constant({ nonsense: '1' }), weight: 1 },
    ),
    headers: partOf(headersOf(operation)),
    body:
      operation.body === undefined
        ? fc.constant(undefined)
        : fc.oneof({ arbitrary: partOf(operation.body), weight: 9 }, { arbitrary: anything, weight: 1 }),
    role: fc.constantFrom('admin', 'depositor', 'nobody'),
  });

type Values = Readonly<Record<string, unknown>>;

/** Makes the values of the example; now and then one is replaced by another that its schema allows. */
const examplesOf = (schema: TObject | undefined, values: Values): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>)
        .filter(([name]) => values[name] !== undefined)
        .map(([name, inner]) => [
          name,
          fc.oneof({ arbitrary: fc.constant(values[name]), weight: 9 }, { arbitrary: madeFor(inner), weight: 1 }),
        ]),
    ),
  );

/** Makes the example of the operation, about things that exist. */
const exampleRequest = (operation: Operation, there: Values): fc.Arbitrary<Request> => {
  const { params, query, body, example } = operation;
  const values = JSON.parse(
    Object.entries(there).reduce(
      (text, [name, real]) => text.replaceAll(name, String(real)),
      JSON.stringify(example.request ?? {}),
    ),
  ) as Values;
  return fc.record({
    params: examplesOf(params, values),
    query: examplesOf(query, values),
    headers: examplesOf(headersOf(operation), values),
    body: body === undefined ? fc.constant(undefined) : examplesOf(body, values),
    role: fc.constant('admin'),
  });
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const send = async ({ url, keys }: ApiServer, { method, path }: Operation, request: Request) => {
  // An empty part would make another path.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const text = textOf((request.params as Record<string, unknown>)[name]).replaceAll(/^\.{1,2}$/g, 'x');
    return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?') || 'x');
  });
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, textOf(value)]));
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      textOf(value).replaceAll(/[^\x20-\x7e]/g, '?'),
    ]),
  );
  if (request.role !== 'nobody') headers.set('authorization', `Bearer ${keys[request.role as 'admin' | 'depositor']}`);
  headers.set('origin', url);
  headers.set('perene-console', '1');
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  return fetch(`${url}${API_PATH}${filled}?${query}`, {
    method,
    headers,
    redirect: 'manual',
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  });
};

/** Makes the things that examples refer to, and returns what stands for each. */
const prepare = async (server: ApiServer): Promise<Values> => {
  const { repository } = await deposit(server);
  await ask(server, 'POST', '/minters', { as: 'admin', json: { name: 'theses', template: 'f5.reedeedk' } });
  const { body } = await ask<{ ids: string[] }>(server, 'POST', '/minters/theses/mint', { json: { count: 1 } });
  const id = body.ids.join('');
  const bindings = `/minters/theses/ids/${encodeURIComponent(id)}/bindings`;
  await ask(server, 'PUT', `${bindings}/where`, { json: { value: 'here' } });
  const upload = { 'tus-resumable': TUS_VERSION, 'upload-length': '5', 'upload-metadata': 'filename YQ==' };
  const { headers } = await ask(server, 'POST', '/uploads', { as: 'admin', headers: upload });
  const [uploadId = ''] = (headers.get('location') ?? '').split('/').slice(-1);
  const whole = { 'tus-resumable': TUS_VERSION, 'upload-offset': '0', 'content-type': PART_MEDIA_TYPE };
  await fetch(`${server.url}${API_PATH}/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: { ...whole, authorization: `Bearer ${server.keys.admin}` },
    body: 'hello',
  });
  const collection = { name: 'heron-marsh', title: { en: 'Heron Marsh' } };
  await ask(server, 'POST', '/collections', { as: 'admin', json: collection });
  const members = { add: [repository] };
  await ask(server, 'POST', `/collections/${collection.name}/items`, { as: 'admin', json: members });
  const ana = { name: 'Ana', email: 'lima@example.org', role: 'reader' };
  const invited = await ask<{ person: { id: string } }>(server, 'POST', '/people', { as: 'admin', json: ana });
  const person = { c0ffee0123456789: invited.body.person.id };
  await ask(server, 'POST', '/collections', { as: 'admin', json: { name: 'maps', title: { en: 'Maps' } } });
  const change = { labels: [repository], change: { addCollections: ['maps'] } };
  const prepared = await ask<{ id: string }>(server, 'POST', '/batches', { as: 'admin', json: change });
  const content = { metadata: { title: 'Land cover' } };
  const draft = await ask<{ id: string }>(server, 'POST', '/drafts', { as: 'admin', json: { content } });
  await ask(server, 'POST', '/minters', { as: 'admin', json: { name: 'obo' } });
  const target = { target: 'https://example.org/go.owl' };
  await ask(server, 'PUT', '/minters/obo/purls/go.owl', { as: 'admin', json: target });
  const retargeting = { replace: { from: 'he', to: 'the' } };
  const named = await ask<{ id: string }>(server, 'POST', '/minters/theses/batches', { json: retargeting });
  const desk = { Zk3hX0aQm2: prepared.body.id, Nm7rT4cWq9: named.body.id, '4f0c2d9b8a7e6f51': draft.body.id };
  const item = { 'J8LNKAN8PW/4CQKS8E': repository, 'example.org/www/2026/11.17.09.20': repository };
  return { ...person, ...desk, ...item, '12345/f54x54g18': id, '4f0c2d': uploadId };
};

const NUMBER_OF_REQUESTS = 20;
/** The seed makes the requests the same in every run. */
const SEED = 12;

const sent = { all: 0, accepted: 0 };

/** `revokeKey` would revoke the keys of the test itself. */
const isHarmless = ([id]: (typeof OPERATION_LIST)[number]): boolean => id !== 'revokeKey';

it.each(OPERATION_LIST.filter(isHarmless))(
  '%s answers as the document says, whatever it is asked',
  async (_id, operation) => {
    const server = await startApiServer();
    const there = await prepare(server);
    const requests = fc.oneof(inventedRequest(operation), exampleRequest(operation, there));
    const documented = [operation.answer.status, ...refusalsOf(operation).map((code) => REFUSALS[code].http)];
    // Accounts are refused to keys, which is all that these requests come with.
    const isCounted = operation.tag !== 'Account';
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const response = await send(server, operation, request);
        const text = await response.text();
        if (isCounted) sent.all += 1;
        if (isCounted && response.ok) sent.accepted += 1;
        expect(documented, `${response.status} ${text}`).toContain(response.status);
        // The server of the tests compares answers with their schemas and codes, and fails if one differs.
        expect(response.status, text).not.toBe(500);
        const type = response.headers.get('content-type') ?? 'application/json';
        const isOfLines = type.startsWith('application/jsonl');
        const texts = isOfLines ? text.split('\n') : /[/+]json/.test(type) ? [text] : [];
        for (const json of texts) if (json !== '') JSON.parse(json);
      }),
      { numRuns: NUMBER_OF_REQUESTS, seed: SEED },
    );
  },
);

it('enough requests come past the checks', () => {
  expect(sent.accepted / sent.all).toBeGreaterThan(1 / 3);
});

it('every operation has a name of its own, and an example for each body', () => {
  const operations = Object.values(describeApi({ version: '1' }).paths).flatMap((methods) => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(OPERATION_LIST.length);
  const bodies = operations.flatMap(({ requestBody, responses }) => [
    requestBody?.content['application/json'],
    ...Object.values(responses).map(({ content }) => content?.['application/json']),
  ]);
  for (const body of bodies) if (body !== undefined) expect(body.example).toBeDefined();
});
