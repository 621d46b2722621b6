import type { OpenApiDocument } from '@perene/api';
import { describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';

const readDocument = async (url: string): Promise<OpenApiDocument> => {
  const response = await fetch(`${url}/api/openapi.json`);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return (await response.json()) as OpenApiDocument;
};

/** Returns all values under that name, wherever they are. */
const collect = (value: unknown, name: string): readonly unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...collect(inner, name)])
    : [];

const follow = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

describe('openapi.json', () => {
  it('has every route of the API, and no other', async () => {
    const routes: string[] = [];
    const server = await startApiServer({
      registerRoutes: (instance) =>
        void instance.addHook('onRoute', ({ method, url }) => {
          if (!url.startsWith('/api/v1')) return;
          const path = url.replaceAll(/:(\w+)/g, '{$1}');
          for (const verb of [method].flat()) routes.push(`${verb} ${path}`);
        }),
    });
    const { paths } = await readDocument(server.url);
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Every GET answers HEAD as well, so the document need not tell it.
    const isImplied = (route: string): boolean =>
      route.startsWith('HEAD ') && routes.includes(route.replace('HEAD', 'GET'));
    expect(routes.length).toBeGreaterThan(15);
    expect(documented.sort()).toEqual(routes.filter((route) => !isImplied(route)).sort());
  });

  it('names whom to ask about the node', async () => {
    const { url } = await startApiServer({});
    expect((await readDocument(url)).info.contact).toEqual({ name: 'example.org', url: 'http://example.org' });
  });

  it('says of each what it does, who may, and how it refuses', async () => {
    const { openapi, paths } = await readDocument((await startApiServer()).url);
    expect(openapi).toBe('3.1.0');
    for (const [method, operation] of Object.values(paths).flatMap((methods) => Object.entries(methods))) {
      expect(operation.summary).toMatch(/^[A-Z]/);
      expect(operation.security.length).toBeGreaterThan(0);
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '429', '500']));
      for (const status of statuses.filter((text) => Number(text) >= 400)) {
        // An answer to HEAD never has a body.
        expect(operation.responses[status]?.content?.['application/problem+json']?.schema.$ref).toBe(
          method === 'head' ? undefined : '#/components/schemas/Problem',
        );
      }
    }
  });

  it('refers only to what it has', async () => {
    const document = await readDocument((await startApiServer()).url);
    const references = collect(document, '$ref') as string[];
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((reference) => follow(document, reference) === undefined)).toEqual([]);
  });

  it('shows what is checked: parameters, headers and bodies', async () => {
    const { paths } = await readDocument((await startApiServer()).url);
    const names = (path: string, method: string) => paths[path]?.[method]?.parameters?.map(({ name }) => name);
    expect(names('/api/v1/items', 'get')).toEqual([
      'q',
      'collection',
      'type',
      'year',
      'language',
      'licence',
      'person',
      'state',
      'owner',
      'details',
      'sort',
      'facets',
      'cursor',
      'limit',
    ]);
    expect(names('/api/v1/items/{ibi}', 'patch')).toEqual(['ibi', 'idempotency-key', 'if-match']);
    expect(Object.keys(paths['/api/v1/items']?.['post']?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
      'application/json',
    ]);
    expect(Object.keys(paths['/api/v1/uploads/{id}']?.['patch']?.requestBody?.content ?? {})).toEqual([
      'application/offset+octet-stream',
    ]);
  });
});
