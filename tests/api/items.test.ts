import { createHash } from 'node:crypto';
import type { ClaimPage, HistoryPage, ItemPage } from '@perene/api';
import { composeIbipLabel, parseIbip } from '@perene/core';
import { hashStatement, parseSigned } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { SIGNATURES } from '../fixtures/claims.ts';
import { unwrap } from '../fixtures/trust-vectors.ts';
import { startApiServer } from './api-server.ts';
import { deposit, formOf, send } from './client.ts';

const UNKNOWN = 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46';

describe('POST /items', () => {
  it('deposits files with their folders, and says where the item is', async () => {
    const server = await startApiServer();
    const item = {
      metadata: { title: 'Relatório', creator: ['Lima, Ana'] },
      language: 'pt-BR',
      target: 'pages/olá.html',
    };
    const files = { 'data/a.csv': 'a,b\n1,2\n', 'pages/olá.html': '<!doctype html><p>Olá' };
    const { status, headers, body } = await send<ItemView>(server, 'POST', '/items', { body: formOf(item, files) });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/items/${body.repository}`);
    expect(headers.get('etag')).toBe(`"${body.revision}"`);
    expect(body).toMatchObject({ title: 'Relatório', creators: ['Lima, Ana'], language: 'pt-BR', target: item.target });
    expect(body.files.map(({ path, sha256 }) => [path, sha256])).toEqual(
      Object.entries(files).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
    );
    expect((await send(server, 'GET', `/items/${body.repository}`)).body).toEqual(body);
  });

  it('takes the description as a plain field too, as curl sends it', async () => {
    const server = await startApiServer();
    const form = new FormData();
    form.append('item', '{"metadata":{"title":"T"}}');
    form.append('anything', new Blob(['x']), 'x.txt');
    const { status, body } = await send(server, 'POST', '/items', { body: form });
    expect([status, body['title']]).toEqual([201, 'T']);
  });

  it.each([
    ['metadata', { metadata: { title: ['a', 'a'], date: 'yesterday' } }, 422, 'metadata-invalid'],
    ['a language', { language: 'klingon' }, 422, 'language-invalid'],
    ['a target', { target: 'missing.txt' }, 422, 'target-missing'],
    ['a network', { access: { networks: ['everywhere'], fileList: 'open' } }, 422, 'network-invalid'],
    ['a label', { editionOf: 'nonsense' }, 400, 'label-invalid'],
    ['an unknown key', { titel: 'x' }, 400, 'request-invalid'],
    ['a wrong type', { language: 5 }, 400, 'request-invalid'],
    ['no object', [], 400, 'request-invalid'],
    ['an unknown upload', { uploads: [{ id: 'x' }] }, 404, 'upload-not-found'],
  ])('refuses %s, and keeps nothing', async (_what, item, status, code) => {
    const server = await startApiServer();
    const refused = await send(server, 'POST', '/items', { body: formOf(item, { 'a.txt': 'a' }) });
    expect(refused).toMatchObject({ status, body: { status, code, type: `/docs/refusals#${code}` } });
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toEqual([]);
  });

  it('lists all that is wrong with metadata and with bodies', async () => {
    const server = await startApiServer();
    const metadata = { title: 'T', date: 'yesterday', language: 'klingon' };
    const one = await send(server, 'POST', '/items', { body: formOf({ metadata }, { 'a.txt': 'a' }) });
    expect(one.body['problems']).toMatchObject([{ path: 'date' }, { path: 'language' }]);
    const other = await send(server, 'POST', '/items', { json: { language: 5, titel: 'x' } });
    expect(other.body['problems']).toEqual([
      { path: 'body/titel', problem: 'request/unknown-key', expected: 'must not be there' },
      { path: 'body/language', problem: 'request/type', expected: 'must be string' },
    ]);
  });

  it('needs at least one file', async () => {
    const server = await startApiServer();
    expect(await send(server, 'POST', '/items', { body: formOf({}, {}) })).toMatchObject({
      status: 422,
      body: { code: 'no-files' },
    });
    expect(await send(server, 'POST', '/items', { json: {} })).toMatchObject({
      status: 422,
      body: { code: 'no-files' },
    });
  });

  it.each(['../../x', '/etc/passwd', 'a/./b', 'a\\b', String.raw`\x2e/a`, 'a'.repeat(1_000), 'a\u0000b'])(
    'refuses the name %j, and keeps nothing',
    async (path) => {
      const server = await startApiServer();
      const boundary = 'b';
      const part = (head: string, body: string): string =>
        `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
      const quoted = path.replaceAll('\\', '\\\\');
      const body = `${part('name="item"', '{}')}${part(`name="f"; filename="${quoted}"`, 'x')}--b--\r\n`;
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const refused = await send(server, 'POST', '/items', { body, headers });
      expect(refused).toMatchObject({ status: 422, body: { code: 'file-name-invalid' } });
      expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toEqual([]);
    },
  );

  it('refuses two files of one name', async () => {
    const server = await startApiServer();
    const refused = await send(server, 'POST', '/items', { body: formOf({}, { 'a.txt': 'a', 'A.TXT': 'b' }) });
    expect(refused).toMatchObject({ status: 422, body: { code: 'file-name-taken' } });
  });

  it('refuses other bodies', async () => {
    const server = await startApiServer();
    const headers = { 'content-type': 'text/plain' };
    expect(await send(server, 'POST', '/items', { body: 'x', headers })).toMatchObject({
      status: 415,
      body: { code: 'media-type-unsupported' },
    });
    const json = { 'content-type': 'application/json' };
    expect(await send(server, 'POST', '/items', { body: '{', headers: json })).toMatchObject({
      status: 400,
      body: { code: 'request-invalid' },
    });
    const long = JSON.stringify({ language: 'x'.repeat(1_100_000) });
    expect(await send(server, 'POST', '/items', { body: long, headers: json })).toMatchObject({
      status: 413,
      body: { code: 'request-too-large' },
    });
  });
});

describe('GET /items', () => {
  it('shows an item by either form of its label, with slashes plain or escaped, in any case', async () => {
    const server = await startApiServer();
    await server.nameService();
    const { repository, ibip = '' } = await deposit(server);
    for (const label of [repository, ibip, repository.toUpperCase(), ibip.toLowerCase()]) {
      for (const path of [label, encodeURIComponent(label)]) {
        expect(await send(server, 'GET', `/items/${path}`, { as: 'nobody' })).toMatchObject({
          status: 200,
          body: { repository },
        });
        expect((await send(server, 'GET', `/items/${path}/files`)).body).toMatchObject({
          files: [{ path: 'report.txt' }],
        });
        expect((await send<HistoryPage>(server, 'GET', `/items/${path}/history?limit=1`)).body.entries).toMatchObject([
          { action: 'added', who: expect.stringMatching(/^the depositor \([0-9a-f]{16}\)$/) },
        ]);
        expect(
          (await send<ClaimPage>(server, 'GET', `/items/${path}/claims`, { as: 'nobody' })).body.claims,
        ).toMatchObject([{ signed: expect.stringMatching(`^ibi-claim-v1\n${repository}\n${ibip}\nOriginal\n`) }]);
      }
    }
  });

  it('names people to holders of a key only', async () => {
    const server = await startApiServer();
    const { repository: first } = await deposit(server);
    const { repository } = await deposit(server, { item: { editionOf: first } });
    const json = { unlink: [first] };
    const item = `/items/${repository}`;
    const named = await send(server, 'GET', item);
    expect(JSON.stringify(named.body)).toContain('the depositor');
    expect(JSON.stringify((await send(server, 'GET', item, { as: 'nobody' })).body)).not.toContain('the depositor');
    await send(server, 'PATCH', item, { json });
    const seen = await send<HistoryPage>(server, 'GET', `${item}/history`, { as: 'nobody' });
    expect(seen.body.entries.map(({ action }) => action)).toEqual(['edited', 'added']);
    expect(JSON.stringify(seen.body)).not.toContain('the depositor');
    const { body } = await send<HistoryPage>(server, 'GET', `${item}/history`);
    expect(body.entries.map(({ who }) => who)).toEqual([1, 2].map(() => expect.stringContaining('the depositor')));
    expect(seen.body.entries[0]).toMatchObject({ detail: { before: { links: [{ label: first }] } } });
  });

  it('lists what was signed about an item, in pages', async () => {
    const server = await startApiServer();
    await server.nameService();
    const { repository } = await deposit(server);
    for (const title of ['Second', 'Third']) {
      await send(server, 'PATCH', `/items/${repository}`, { json: { metadata: { title } } });
    }
    const texts: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: { body: ClaimPage } = await send(
        server,
        'GET',
        `/items/${repository}/claims?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      for (const { hash, signed } of page.body.claims) {
        const { statement, ...rest } = unwrap(parseSigned(signed));
        expect(SIGNATURES.isValid({ statement, ...rest })).toBe(true);
        expect(hashStatement(statement, SIGNATURES.sha256)).toBe(hash);
        texts.push(hash, 'previous' in statement ? (statement.previous ?? '') : '');
      }
      cursor = page.body.next;
    }
    expect(texts).toHaveLength(6);
    expect([texts[1], texts[3], texts[5]]).toEqual([texts[2], texts[4], '']);
    expect(await send(server, 'GET', `/items/${repository}/claims?cursor=x`)).toMatchObject({
      status: 400,
      body: { code: 'cursor-invalid' },
    });
  });

  it('tells the files of a closed list to those with a key only', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server, {
      item: { metadata: { title: 'T' }, access: { fileList: 'closed' } },
    });
    const shown = await send(server, 'GET', `/items/${repository}`, { as: 'nobody' });
    expect(shown).toMatchObject({ status: 200, body: { title: 'T', files: [] } });
    expect(JSON.stringify(shown.body)).not.toContain('report.txt');
    for (const end of ['/files', '/history']) {
      expect(await send(server, 'GET', `/items/${repository}${end}`, { as: 'nobody' })).toMatchObject({
        status: 403,
        body: { code: 'file-list-closed' },
      });
      expect((await send(server, 'GET', `/items/${repository}${end}`, { as: 'reader' })).status).toBe(200);
    }
  });

  it.each(['', '/files', '/history', '/claims'])(
    'refuses labels that are none and items that are not here (%s)',
    async (end) => {
      const server = await startApiServer();
      const wrong = await send(server, 'GET', `/items/8JMKD3MGP8W/34PGRBI${end}`);
      expect(wrong).toMatchObject({
        status: 400,
        body: { code: 'label-invalid', position: 18, expected: expect.any(String) },
      });
      expect(await send(server, 'GET', `/items/${UNKNOWN}${end}`)).toMatchObject({
        status: 404,
        body: { code: 'item-not-found' },
      });
    },
  );

  it('pages through all items, the newest first, and finds them by words', async () => {
    const server = await startApiServer();
    for (const title of ['alpha one', 'beta two', 'alpha three'])
      await deposit(server, { item: { metadata: { title } } });
    const titles: unknown[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: ItemPage = (await send<ItemPage>(server, 'GET', `/items?limit=2${cursor && `&cursor=${cursor}`}`))
        .body;
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.next;
    }
    expect(titles).toEqual(['alpha three', 'beta two', 'alpha one']);
    const found = await send<ItemPage>(server, 'GET', '/items?q=ALPHA');
    expect(found.body.items.map(({ title }) => title)).toEqual(['alpha three', 'alpha one']);
    expect((await send<ItemPage>(server, 'GET', '/items?q=')).body.items).toHaveLength(3);
  });

  it('narrows, sorts and counts what a search finds', async () => {
    const server = await startApiServer();
    const add = (title: string, metadata: object) => deposit(server, { item: { metadata: { title, ...metadata } } });
    await add('Maps of fires', { creator: 'Lima, Ana', type: 'Tese', date: '2011-09', rights: 'CC-BY-4.0' });
    await add('Queimadas', {
      creator: 'LIMA, ANA',
      type: 'Dataset',
      date: '1999',
      description: 'mapa do fogo: the map',
    });
    await add('Other', { creator: 'Souza, Rui', type: 'Dataset', subject: 'mapping' });
    const find = async (query: string) => (await send<ItemPage>(server, 'GET', `/items?${query}`)).body;
    const titles = async (query: string) => (await find(query)).items.map(({ title }) => title);
    expect(await titles('q=map')).toEqual(['Maps of fires', 'Other', 'Queimadas']);
    expect(await titles('q=map&sort=oldest')).toEqual(['Maps of fires', 'Queimadas', 'Other']);
    expect(await titles('q=map&sort=title')).toEqual(['Maps of fires', 'Other', 'Queimadas']);
    expect(await titles('person=lima,+ana&year=1990-2000')).toEqual(['Queimadas']);
    expect(await titles('q=title:map+licence:cc-by-4.0')).toEqual(['Maps of fires']);
    const { items, found, next } = await find('q=map&type=dataset&facets=yes&limit=1');
    expect(items[0]?.snippet).toEqual([{ text: 'mapping', isSought: true }]);
    expect(found).toMatchObject({
      count: 2,
      isMore: false,
      facets: { type: [{ value: 'dataset', count: 2 }], person: [{ count: 1 }, { count: 1 }] },
    });
    expect(await titles(`q=map&type=dataset&limit=1&cursor=${next}`)).toEqual(['Queimadas']);
    expect((await find('facets=yes')).found?.facets.person).toEqual([
      { value: 'LIMA, ANA', count: 2 },
      { value: 'Souza, Rui', count: 1 },
    ]);
  });

  it.each([
    ['cursor=x', 'cursor-invalid'],
    ['limit=0', 'request-invalid'],
    ['limit=x', 'request-invalid'],
    ['limit=501', 'request-invalid'],
    ['sort=weight', 'request-invalid'],
    ['colour=red', 'request-invalid'],
    ['q=map&cursor=7', 'cursor-invalid'],
    ['sort=newest&cursor=1-7', 'cursor-invalid'],
    ['sort=title&cursor=7', 'cursor-invalid'],
    [`q=${Array.from({ length: 40 }, (_, index) => `w${index}`).join('+')}`, 'search-too-wide'],
  ])('refuses %s', async (query, code) => {
    const server = await startApiServer();
    expect(await send(server, 'GET', `/items?${query}`)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('PATCH /items/{ibi}', () => {
  it('changes what is named, and only if the item is as it was read', async () => {
    const server = await startApiServer();
    const { repository, revision } = await deposit(server, { item: { metadata: { title: 'Old', creator: 'A' } } });
    const path = `/items/${repository}`;
    const edited = await send<ItemView>(server, 'PATCH', path, {
      json: { metadata: { title: 'New', creator: null }, language: 'en' },
      headers: { 'if-match': `"${revision}"` },
    });
    expect(edited).toMatchObject({ status: 200, body: { title: 'New', creators: [], language: 'en' } });
    expect(edited.headers.get('etag')).toBe(`"${edited.body.revision}"`);
    for (const stale of [{ headers: { 'if-match': `"${revision}"` } }, {}]) {
      const json = { language: 'pt', ...('headers' in stale ? {} : { revision }) };
      expect(await send(server, 'PATCH', path, { json, ...stale })).toMatchObject({
        status: 412,
        body: { code: 'item-changed' },
      });
    }
    const anyway = await send(server, 'PATCH', path, { json: { language: null }, headers: { 'if-match': '*' } });
    expect(anyway.status).toBe(200);
    expect(anyway.body).not.toHaveProperty('language');
  });

  it.each([
    [{}, 422, 'nothing-to-change'],
    [{ metadata: { date: 'x' } }, 422, 'metadata-invalid'],
    [{ target: 'x' }, 422, 'target-missing'],
    [{ addIbips: ['x'] }, 400, 'label-invalid'],
    [{ addIbips: ['J8LNKB5R7W/3FUQHC5'] }, 400, 'label-invalid'],
    [{ files: [] }, 400, 'request-invalid'],
    [null, 400, 'request-invalid'],
  ])('refuses %j', async (json, status, code) => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    const refused = await send(server, 'PATCH', `/items/${repository}`, { as: 'admin', json });
    expect(refused).toMatchObject({ status, body: { code } });
  });

  it('takes a further IBIp, which may be that of an item elsewhere, from a steward alone', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    const add = (as: 'depositor' | 'admin') =>
      send(server, 'PATCH', `/items/${repository}`, { as, json: { addIbips: ['LK47B6W/362SFKH'] } });
    expect((await add('depositor')).status).toBe(403);
    expect((await add('admin')).status).toBe(200);
    const remove = (as: 'depositor' | 'admin') =>
      send(server, 'PATCH', `/items/${repository}`, { as, json: { removeIbips: ['LK47B6W/362SFKH'] } });
    expect((await remove('depositor')).status).toBe(403);
    expect((await remove('admin')).body).toMatchObject({ ibips: [expect.any(String)] });
  });

  it('refuses an IBIp of its own name that it never minted, whoever gives it', async () => {
    const server = await startApiServer();
    const { repository, ibip = '' } = await deposit(server);
    const minted = parseIbip(ibip);
    if (!minted.ok) throw new Error(ibip);
    const { seconds } = minted.value.date;
    const earlier = composeIbipLabel('J8LNKAN8PW', { seconds: seconds - 1_000, fraction: '' });
    const addIbips = [earlier.ok ? earlier.value : ''];
    expect(await send(server, 'PATCH', `/items/${repository}`, { as: 'admin', json: { addIbips } })).toMatchObject({
      body: { code: 'label-invalid', parameters: { reason: 'not-minted' } },
    });
  });

  it('refuses a condition that is none', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    for (const condition of ['3', 'W/"3"', '"x"']) {
      const refused = await send(server, 'PATCH', `/items/${repository}`, {
        json: { language: 'en' },
        headers: { 'if-match': condition },
      });
      expect(refused).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
    }
  });

  it('links editions and translations, each only once', async () => {
    const server = await startApiServer();
    const first = await deposit(server, { item: { language: 'pt' } });
    const second = await deposit(server, { item: { editionOf: first.ibip } });
    const translated = await deposit(server, { item: { translationOf: first.repository, language: 'en' } });
    const { body } = await send<ItemView>(server, 'GET', `/items/${first.repository}`);
    expect(body.editions).toMatchObject({ next: second.repository, last: second.repository });
    expect(body.translations).toMatchObject({ en: translated.repository });
    const again = { editionOf: first.repository };
    expect(await send(server, 'POST', '/items', { body: formOf(again, { a: 'a' }) })).toMatchObject({
      status: 409,
      body: { code: 'edition-exists' },
    });
    const twice = { translationOf: first.repository, language: 'en' };
    expect(await send(server, 'POST', '/items', { body: formOf(twice, { a: 'a' }) })).toMatchObject({
      status: 409,
      body: { code: 'translation-exists' },
    });
  });
});

describe('DELETE /items/{ibi}', () => {
  it.each([
    ['in the body', '', { reason: 'a mistake' }],
    ['in the query', '?reason=a+mistake', undefined],
  ])('leaves a tombstone, with the reason %s', async (_where, query, json) => {
    const server = await startApiServer();
    const { repository, ibip } = await deposit(server);
    const removed = await send(server, 'DELETE', `/items/${repository}${query}`, {
      as: 'admin',
      ...(json && { json }),
    });
    expect(removed).toMatchObject({ status: 200, body: { state: 'Deleted', removed: { reason: 'a mistake' } } });
    expect(await send(server, 'GET', `/items/${ibip}`)).toMatchObject({
      status: 410,
      body: { code: 'item-removed', item: { repository, removed: { reason: 'a mistake' } } },
    });
    const edited = await send(server, 'PATCH', `/items/${repository}`, { json: { language: 'en' } });
    expect(edited).toMatchObject({ status: 410, body: { code: 'item-removed' } });
    const again = await send(server, 'DELETE', `/items/${repository}?reason=x`, { as: 'admin' });
    expect(again).toMatchObject({ status: 410, body: { code: 'item-removed' } });
    expect((await send<ItemPage>(server, 'GET', '/items')).body.items).toEqual([]);
  });

  it('needs a reason', async () => {
    const server = await startApiServer();
    const { repository } = await deposit(server);
    const refused = await send(server, 'DELETE', `/items/${repository}`, { as: 'admin' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'reason-missing' } });
  });
});
