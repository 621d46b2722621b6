import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft, Item, NewLink } from '@perene/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../packages/server/src/ports/federation/mail.ts';
import { openServedNode } from '../fixtures/served-node.ts';
import { createVisitor, type Visitor } from '../fixtures/visitor.ts';

const PASSWORD = 'seven quiet herons at dawn';
const LETTERS: MailMessage[] = [];

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;
const people: Record<string, Visitor> = {};
const ids: Record<string, string> = {};

const enter = async (name: string, role: 'admin' | 'depositor' | 'reader', grants: readonly string[] = []) => {
  const email = `${name}@example.org`;
  const { link = '', person } = await served.node.people.invite({ name, email, role }, { by: 'link' });
  await served.node.people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
  await served.node.people.change(person.id, {
    grants: grants.map((collection) => ({ role: 'reviewer' as const, collection })),
  });
  const visitor = createVisitor(served.url);
  expect((await visitor.signIn(email, PASSWORD)).status).toBe(201);
  people[name] = visitor;
  ids[name] = person.id;
};

beforeAll(async () => {
  served = await openServedNode(folder, {}, { mail: { send: async (letter) => void LETTERS.push(letter) } });
  await enter('ana', 'depositor');
  await enter('rui', 'depositor');
  await enter('eva', 'reader', ['judged']);
  await enter('chief', 'admin');
  const key = await served.createKey('admin');
  for (const [name, review] of [
    ['judged', 'required'],
    ['free', 'none'],
  ]) {
    const made = await asKey(key, 'POST', '/collections', { name, title: { en: name }, review });
    expect(made.status).toBe(201);
  }
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const asKey = async (key: string, method: string, path: string, json?: object) => {
  const answer = await fetch(`${served.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, never> };
};
const as = (name: string): Visitor => people[name] as Visitor;
const headersOf = (name: string) => ({ cookie: as(name).cookies(), origin: served.url, 'perene-console': '1' });
const addFile = async (name: string, id: string, path = 'report.txt', content = 'hello') => {
  const body = new FormData();
  body.append('item', new Blob(['{}'], { type: 'application/json' }));
  body.append('file', new Blob([content]), path);
  return fetch(`${served.url}/api/v1/drafts/${id}/files`, { method: 'POST', headers: headersOf(name), body });
};
const begin = async (name: string, content: object = { metadata: { title: 'Water levels' } }): Promise<Draft> => {
  const made = await as(name).send('POST', '/drafts', { json: { content } });
  expect(made.status).toBe(201);
  const { id } = made.body as unknown as Draft;
  expect((await addFile(name, id)).status).toBe(200);
  return show(name, id);
};
const show = async (name: string, id: string): Promise<Draft> =>
  (await as(name).send('GET', `/drafts/${id}`)).body as unknown as Draft;
const send = (name: string, method: string, path: string, json?: object) =>
  as(name).send(method, `/drafts/${path}`, json === undefined ? {} : { json });

describe('a draft', () => {
  it('is written bit by bit, reserves its label, and is published under it', async () => {
    const { id, revision, files } = await begin('ana', { metadata: { title: 'Water levels', date: 'not yet' } });
    expect(files).toMatchObject([{ path: 'report.txt', bytes: 5, mediaType: 'text/plain; charset=utf-8' }]);
    const content = { metadata: { title: 'Water levels' }, language: 'en', collections: ['free'] };
    const saved = await send('ana', 'PATCH', id, { content, revision });
    expect(saved).toMatchObject({ status: 200, body: { title: 'Water levels', collections: ['free'] } });
    expect(await send('ana', 'PATCH', id, { content: {}, revision })).toMatchObject({
      status: 412,
      body: { code: 'draft-changed' },
    });
    const reserved = (await send('ana', 'POST', `${id}/label`)).body as unknown as Draft;
    const { repository = '' } = reserved.label ?? {};
    expect(((await send('ana', 'POST', `${id}/label`)).body as unknown as Draft).label).toEqual(reserved.label);

    const page = await fetch(`${served.url}/items/${repository}`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('not yet published')]);
    const persistent = await fetch(`${served.url}/${repository}`, { redirect: 'manual' });
    expect(persistent.status).toBe(404);
    expect(await persistent.text()).toContain('not yet published');
    const api = await fetch(`${served.url}/api/v1/items/${encodeURIComponent(repository)}`);
    expect([api.status, await api.json()]).toMatchObject([404, { code: 'label-reserved' }]);
    const resolved = await fetch(`${served.url}/api/v1/resolve?url=${encodeURIComponent(repository)}`);
    expect(await resolved.json()).toMatchObject({ outcome: 'reserved', isEnded: false });

    const published = await send('ana', 'POST', `${id}/publish`);
    expect(published).toMatchObject({ status: 201, body: { repository, owner: { id: ids['ana'] } } });
    const found = await fetch(`${served.url}/${repository}`, { redirect: 'manual' });
    expect(found.status).toBe(302);
    const file = await fetch(new URL(new URL(found.headers.get('location') ?? '').pathname, served.url));
    expect(await file.text()).toBe('hello');
    expect(existsSync(join(folder, 'drafts', id))).toBe(false);
    expect(await send('ana', 'POST', `${id}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'draft-settled' },
    });
    expect((await send('ana', 'GET', `?`)).body).not.toMatchObject({ drafts: [{ id }] });
  });

  it('is found by nobody else, until it is shared', async () => {
    const { id, files } = await begin('ana');
    const paths = ['', '/publish', '/label', '/review', '/return', '/links', '/people'];
    for (const path of paths) {
      const method = path === '' ? 'GET' : 'POST';
      const json = path === '/people' ? { email: 'rui@example.org' } : undefined;
      expect(await send('rui', method, `${id}${path}`, json)).toMatchObject({
        status: 404,
        body: { code: 'draft-not-found' },
      });
    }
    expect((await send('rui', 'DELETE', id)).status).toBe(404);
    expect((await send('rui', 'PATCH', id, { content: {} })).status).toBe(404);
    expect((await addFile('rui', id)).status).toBe(404);
    expect((await send('rui', 'GET', `${id}/files/${files[0]?.id}`)).status).toBe(404);
    expect((await send('rui', 'DELETE', `${id}/files/${files[0]?.id}`)).status).toBe(404);
    expect((await asKey(await served.createKey('depositor'), 'GET', `/drafts/${id}`)).status).toBe(404);
    expect((await fetch(`${served.url}/api/v1/drafts/${id}`)).status).toBe(401);

    expect((await send('ana', 'POST', `${id}/people`, { email: 'nobody@example.org' })).status).toBe(404);
    expect((await send('ana', 'POST', `${id}/people`, { email: ' Rui@example.org' })).status).toBe(200);
    expect((await send('rui', 'PATCH', id, { content: { metadata: { title: 'Ours' } } })).status).toBe(200);
    expect(await send('rui', 'DELETE', id)).toMatchObject({ status: 409, body: { code: 'draft-refused' } });
    expect((await send('ana', 'DELETE', `${id}/people/${ids['rui']}`)).status).toBe(200);
    expect((await send('rui', 'GET', id)).status).toBe(404);
    const file = await fetch(`${served.url}/api/v1/drafts/${id}/files/${files[0]?.id}`, { headers: headersOf('ana') });
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      'hello',
      'attachment; filename=report.txt',
    ]);
  });

  it('keeps its label for ever when it is discarded, and says so', async () => {
    const { id } = await begin('ana');
    const { label } = (await send('ana', 'POST', `${id}/label`)).body as unknown as Draft;
    expect((await send('ana', 'DELETE', id)).status).toBe(204);
    expect(existsSync(join(folder, 'drafts', id))).toBe(false);
    const page = await fetch(`${served.url}/items/${label?.repository}?lang=pt`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('nunca foi publicado')]);
    const persistent = await fetch(`${served.url}/${label?.repository}`, {
      headers: { accept: 'application/problem+json' },
    });
    expect(await persistent.json()).toMatchObject({ status: 404, outcome: 'reserved', isEnded: true });
    const key = await served.createKey('steward');
    const other = (await asKey(key, 'POST', '/drafts', {})).body as unknown as Draft;
    expect(
      (await asKey(key, 'PATCH', `/items/${label?.repository}`, { addIbips: ['J8LNKAN8PW/4CQKS8E'] })).status,
    ).toBe(404);
    expect((await asKey(key, 'DELETE', `/drafts/${other.id}`)).status).toBe(204);
  });

  it('becomes one item, if it is published twice at once or discarded meanwhile', async () => {
    const { id, label: _ } = await begin('ana');
    const tries = await Promise.all([1, 2, 3].map(() => send('ana', 'POST', `${id}/publish`)));
    const statuses = tries.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(201);
    expect(statuses.slice(1).every((status) => status === 412 || status === 409)).toBe(true);
    const { item } = (await served.node.catalogue.drafts.find(id)) ?? {};
    const files = await fetch(`${served.url}/api/v1/items/${encodeURIComponent(item ?? '')}/files`);
    expect(await files.json()).toMatchObject({ files: [{ path: 'report.txt', bytes: 5 }] });

    const second = await begin('ana');
    const [published, discarded] = await Promise.all([
      send('ana', 'POST', `${second.id}/publish`),
      send('ana', 'DELETE', second.id),
    ]);
    expect([published.status === 201, discarded.status === 204].filter(Boolean)).toHaveLength(1);
  });

  it('is published after a crash that left documents under its label', async () => {
    const { id } = await begin('ana');
    const { label } = (await send('ana', 'POST', `${id}/label`)).body as unknown as Draft;
    const left = join(folder, 'col', label?.repository ?? '', 'doc');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'half.txt'), 'half');
    const published = (await send('ana', 'POST', `${id}/publish`)).body as unknown as Item;
    expect(published.repository).toBe(label?.repository);
    expect(readdirSync(left)).toEqual(['report.txt']);
  });

  it('that cannot become an item is refused, and stays', async () => {
    const { id } = await begin('ana', { metadata: { title: 'A', date: 'soon' }, collections: ['nowhere'] });
    expect(await send('ana', 'POST', `${id}/publish`)).toMatchObject({
      status: 404,
      body: { code: 'collection-not-found' },
    });
    await send('ana', 'PATCH', id, { content: { language: 'no language' } });
    expect(await send('ana', 'POST', `${id}/publish`)).toMatchObject({ status: 422 });
    expect(await show('ana', id)).toMatchObject({ state: 'open', files: [{ path: 'report.txt' }] });
    expect((await addFile('ana', id, '../outside.txt')).status).toBe(422);
    const huge = await send('ana', 'PATCH', id, { content: { metadata: { abstract: 'x'.repeat(1_048_577) } } });
    expect([409, 413]).toContain(huge.status);
  });
});

describe('a collection that asks for reviews', () => {
  const content = { metadata: { title: 'For review' }, collections: ['judged'] };

  it('is entered by no other way', async () => {
    const body = new FormData();
    body.append('item', new Blob([JSON.stringify({ collections: ['judged'] })], { type: 'application/json' }));
    body.append('file', new Blob(['hello']), 'report.txt');
    const deposit = (headers: Readonly<Record<string, string>>) =>
      fetch(`${served.url}/api/v1/items`, { method: 'POST', headers, body });
    const refused = { code: 'review-needed' };
    expect(await (await deposit(headersOf('ana'))).json()).toMatchObject(refused);
    const key = await served.createKey('depositor');
    expect(await (await deposit({ authorization: `Bearer ${key}` })).json()).toMatchObject(refused);

    const { id } = await begin('ana');
    const item = (await send('ana', 'POST', `${id}/publish`)).body as unknown as Item;
    expect(await asKey(key, 'PATCH', `/items/${item.repository}`, { collections: ['judged'] })).toMatchObject({
      status: 403,
      body: refused,
    });
    const edited = await as('ana').send('PATCH', `/items/${item.repository}`, { json: { collections: ['judged'] } });
    expect(edited.body).toMatchObject(refused);
    const put = await as('ana').send('POST', '/collections/judged/items', { json: { add: [item.repository] } });
    expect(put.body).toMatchObject(refused);
    const draft = await begin('ana', content);
    expect((await send('ana', 'POST', `${draft.id}/publish`)).body).toMatchObject(refused);
  });

  it('gets what its reviewers accept, who return the rest', async () => {
    const { id, may, reviewedBy } = await begin('ana', content);
    expect([reviewedBy, may.publish, may.send]).toEqual([['judged'], false, true]);
    expect((await send('eva', 'GET', id)).status).toBe(404);
    expect(await send('ana', 'POST', `${id}/review`)).toMatchObject({ status: 200, body: { state: 'review' } });
    expect(LETTERS.at(-1)).toMatchObject({ to: 'eva@example.org', subject: expect.stringContaining('For review') });
    expect(await send('ana', 'PATCH', id, { content: {} })).toMatchObject({
      status: 409,
      body: { code: 'draft-refused' },
    });
    expect((await addFile('ana', id)).status).toBe(409);
    expect((await send('ana', 'POST', `${id}/publish`)).body).toMatchObject({ code: 'review-needed' });
    expect((await send('rui', 'POST', `${id}/publish`)).status).toBe(404);

    const listed = await as('eva').send('GET', '/drafts?state=review');
    expect(listed.body).toMatchObject({ drafts: [{ id, owner: { name: 'ana' } }] });
    expect(await send('eva', 'POST', `${id}/return`, { comment: ' ' })).toMatchObject({ status: 422 });
    const returned = await send('eva', 'POST', `${id}/return`, { comment: 'Add the gauge.' });
    expect(returned).toMatchObject({ status: 200, body: { state: 'open', may: { edit: false } } });
    expect((await send('eva', 'GET', id)).status).toBe(404);
    expect(LETTERS.at(-1)).toMatchObject({ to: 'ana@example.org', text: expect.stringContaining('Add the gauge.') });
    const { notes, state, revision } = await show('ana', id);
    expect([state, notes.map(({ kind, comment }) => [kind, comment])]).toEqual([
      'open',
      [
        ['sent', undefined],
        ['returned', 'Add the gauge.'],
      ],
    ]);
    await send('ana', 'POST', `${id}/review`, { revision });
    const seen = await show('eva', id);
    const stale = await send('eva', 'POST', `${id}/publish`, { revision: seen.revision - 1 });
    expect(stale).toMatchObject({ status: 412 });
    const published = await send('eva', 'POST', `${id}/publish`, { revision: seen.revision });
    expect(published).toMatchObject({ status: 201, body: { owner: { id: ids['ana'] } } });
    expect(LETTERS.at(-1)).toMatchObject({ to: 'ana@example.org', subject: expect.stringContaining('Published') });
  });

  it('lets its depositors take a draft back', async () => {
    const { id } = await begin('ana', content);
    await send('ana', 'POST', `${id}/review`);
    expect(await send('ana', 'POST', `${id}/return`)).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(await send('ana', 'POST', `${id}/return`)).toMatchObject({ status: 409 });
  });
});

describe('a link for reviewers', () => {
  it('is made by the owner alone, and stored as a hash', async () => {
    const { id } = await begin('ana');
    const made = (await send('ana', 'POST', `${id}/links`, { days: 2 })).body as unknown as NewLink;
    const token = made.url.split('/').at(-1) ?? '';
    expect(token).toHaveLength(43);
    const kept = await served.node.database.read((session) => session.all('select * from draft_links'));
    expect(JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      token,
    );
    expect((await show('ana', id)).links).toMatchObject([{ id: made.id }]);
    expect((await send('ana', 'DELETE', `${id}/links/${made.id}`)).status).toBe(200);
    expect((await fetch(`${served.url}/review/${token}`)).status).toBe(404);
  });

  it('shows the page as it will be and the files, to nobody else, and changes nothing', async () => {
    const { id, files } = await begin('ana', { metadata: { title: 'Water <levels>', creator: 'Lima, Ana' } });
    const { url } = (await send('ana', 'POST', `${id}/links`)).body as unknown as NewLink;
    const address = `${served.url}${new URL(url).pathname}`;
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Water &lt;levels&gt;');
    expect(text).toContain('[label to come]');
    expect(text).toContain('Publishing is for ever');
    expect(text).not.toContain('label-to-come.invalid');
    expect(text).not.toContain('/doc/report.txt');
    expect(text).toContain(`${new URL(url).pathname}/files/${files[0]?.id}`);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    });
    const file = await fetch(`${address}/files/${files[0]?.id}`);
    expect([await file.text(), file.headers.get('x-robots-tag')]).toEqual([
      'hello',
      expect.stringContaining('noindex'),
    ]);
    expect((await fetch(`${address}/files/0123456789abcdef`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
    await served.node.database.transaction((session) => session.run('update draft_links set expires_at = 1'));
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(`${address}/files/${files[0]?.id}`)).status).toBe(404);
  });

  it('ends with the draft', async () => {
    const { id, files } = await begin('ana');
    const { url } = (await send('ana', 'POST', `${id}/links`, { purpose: 'preview' })).body as unknown as NewLink;
    expect((await show('ana', id)).links).toEqual([]);
    await send('ana', 'POST', `${id}/publish`);
    const { pathname } = new URL(url);
    expect((await fetch(`${served.url}${pathname}`)).status).toBe(404);
    expect((await fetch(`${served.url}${pathname}/files/${files[0]?.id}`)).status).toBe(404);
  });
});
