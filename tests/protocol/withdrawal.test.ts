import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ibi, RepositoryLabel } from '@perene/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { formOf } from '../api/client.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named } from '../fixtures/labels.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type ServedNode, serveInProcess } from '../fixtures/serve-in-process.ts';

const CLIENT = 'clientinformation.ipaddress=150.163.2.175';
const REASON = 'A complaint is looked into';

describe.each(DATABASES)('a withdrawn item over $name', ({ openMigrated }) => {
  it('stays the original, leads to its tombstone whatever is asked of it, and comes back', async () => {
    const { archive, service, documents, catalogue } = await createTestArchive(await openMigrated());
    const first = await archive.deposit({ files: filesOf({ 'a.txt': 'one' }), metadata: { title: 'Heron' } }, AUTHOR);
    const item = await archive.deposit(
      { files: filesOf({ 'a.txt': 'two' }), metadata: { title: 'Heron' }, editionOf: first.repository },
      AUTHOR,
    );
    const name = named(item.repository) as Ibi;
    const claims = await archive.claims(name, {});
    const ask = async (label: string, more = '') => {
      const query = `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${label}${more}`;
      return (await service.answer(query)).body;
    };
    const before = await ask(item.repository);
    expect(before).toContain('/doc/a.txt');

    const withdrawn = await archive.withdraw(name, { reason: ` ${REASON} ` }, AUTHOR);
    expect(withdrawn).toMatchObject({ state: 'Original', withdrawn: { reason: REASON, at: expect.any(String) } });
    const page = `url http://archive.example.org/items/${item.repository}`;
    const answers = [
      await ask(item.repository),
      await ask(item.repository, '&parsedibiurl.filepath=/a.txt'),
      await ask(item.repository, '&parsedibiurl.verblist=GetFileList'),
      await ask(item.repository, '&parsedibiurl.verblist=GetMetadata'),
      await ask(first.repository, '&parsedibiurl.verblist=GetLastEdition'),
    ];
    for (const answer of answers) {
      expect(answer.replaceAll(/\burl\.\w+/g, 'url')).toContain(page);
      expect(answer).not.toContain('/doc/');
      expect(answer).toContain('Original');
      expect(answer).not.toContain('Deleted');
    }
    for (const answer of answers.slice(0, 4)) expect(answer).toContain('holding Withdrawn');
    expect(await archive.claims(name, {})).toEqual(claims);

    const request = { ibi: name, clientAddress: '192.0.2.7', hasKey: true };
    const refusal = { code: 'item-withdrawn', parameters: { label: item.repository, because: REASON } };
    await expect(documents.open({ ...request, path: 'a.txt' })).rejects.toMatchObject(refusal);
    await expect(documents.open({ ...request, path: '' })).rejects.toMatchObject(refusal);
    await expect(documents.openAll(request)).rejects.toMatchObject(refusal);
    const described = { ...request, ibi: named(item.metadata?.repository ?? '') as Ibi, path: 'metadata.json' };
    await expect(documents.open(described)).rejects.toMatchObject(refusal);

    const listed = async (more: object) =>
      (await archive.list({ words: 'heron', ...more })).items.map(({ repository }) => repository);
    expect(await listed({ isOpenOnly: true })).toEqual([first.repository]);
    expect((await archive.list({ isOpenOnly: true })).items).toHaveLength(1);
    expect(await listed({})).toContain(item.repository);
    expect(await listed({ state: 'withdrawn' })).toEqual([item.repository]);
    expect(await listed({ state: 'original' })).toEqual([first.repository]);
    const record = async () => {
      await catalogue.changes.settle();
      return catalogue.changes.records.find(item.repository as RepositoryLabel);
    };
    expect(await record()).toMatchObject({ isShown: false });

    await expect(archive.withdraw(name, { reason: REASON }, AUTHOR)).rejects.toMatchObject({ code: 'item-refused' });
    await expect(archive.withdraw(named(first.repository), { reason: ' ' }, AUTHOR)).rejects.toMatchObject({
      code: 'reason-missing',
    });

    expect((await archive.restore(name, AUTHOR)).withdrawn).toBeUndefined();
    await expect(archive.restore(name, AUTHOR)).rejects.toMatchObject({ code: 'item-refused' });
    expect((await ask(item.repository)).split('\n').filter((line) => line.startsWith('url '))).toEqual(
      before.split('\n').filter((line) => line.startsWith('url ')),
    );
    expect(await documents.open({ ...request, path: 'a.txt' })).toMatchObject({ kind: 'file' });
    expect(await listed({ isOpenOnly: true })).toHaveLength(2);
    expect(await record()).toMatchObject({ isShown: true });
    const { entries } = await archive.history(name, {});
    expect(entries.map(({ action }) => action)).toEqual(['restored', 'withdrawn', 'added']);
  });

  it('may be removed for ever, and is not restored then', async () => {
    const { archive } = await createTestArchive(await openMigrated());
    const { repository } = await archive.deposit({ files: filesOf({ 'a.txt': 'one' }) }, AUTHOR);
    const name = named(repository);
    await archive.withdraw(name, { reason: REASON }, AUTHOR);
    expect(await archive.remove(name, { reason: 'It was right' }, AUTHOR)).toMatchObject({ state: 'Deleted' });
    await expect(archive.restore(name, AUTHOR)).rejects.toMatchObject({ code: 'item-removed' });
    await expect(archive.withdraw(name, { reason: REASON }, AUTHOR)).rejects.toMatchObject({ code: 'item-removed' });
  });
});

describe('readers of a withdrawn item', () => {
  let node: ServedNode;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
    node = await serveInProcess(folder);
  });
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${node.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${administratorKey(folder)}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, answer: (await response.json()) as ItemView };
  };
  const read = async (path: string, accept = 'text/html') => {
    const response = await fetch(`${node.url}${path}`, { headers: { accept }, redirect: 'manual' });
    const location = response.headers.get('location')?.replace(node.url, '');
    return { status: response.status, text: await response.text(), location };
  };

  it('find its tombstone everywhere, at once, and everything again once it is restored', async () => {
    const form = formOf(
      { metadata: { title: 'Grey heron', creator: 'Lima, Ana' } },
      { 'a.txt': 'one', 'b.txt': 'two' },
    );
    const { answer: item } = await send('POST', '/items', form);
    const { repository, metadata } = item;
    const dark = [
      `/items/${repository}`,
      `/items/${repository}?lang=pt`,
      `/items/${repository}/metadata`,
      `/items/${repository}/files`,
      `/items/${repository}/cite`,
      `/items/${repository}/all.zip`,
      `/items/${repository}/cite.bib`,
      `/col/${repository}/doc/a.txt`,
      `/col/${repository}/doc/`,
      `/col/${metadata?.repository}/doc/metadata.json`,
      `/api/v1/items/${repository}`,
      `/api/v1/items/${repository}/files`,
      `/api/v1/items/${repository}/history`,
    ];
    const statuses = async () => Promise.all(dark.map(async (path) => [path, (await read(path)).status] as const));
    const before = await statuses();
    expect(before.filter(([, status]) => status === 410)).toEqual([]);
    const file = (await read(`/${repository}`)).location ?? '';
    expect(file).toContain(`/col/${repository}/doc/a.txt`);
    expect((await read('/feed.atom')).text).toContain('Grey heron');
    const proofs = [repository, metadata?.repository].map((label) => `/api/v1/items/${label}/proof`);
    const manifests = async () =>
      Promise.all(proofs.map(async (path) => 'manifest' in JSON.parse((await read(path, 'application/json')).text)));
    expect(await manifests()).toEqual([true, true]);

    expect((await send('POST', `/items/${repository}/withdrawal`, { reason: REASON })).status).toBe(200);
    expect(await statuses()).toEqual(dark.map((path) => [path, 410]));
    for (const path of [`/${repository}`, `/${repository}:`, `/${repository}/b.txt`, `/${repository}!`]) {
      const { status, location = '' } = await read(path);
      expect([path, status, location]).toEqual([path, 302, expect.stringContaining(`/items/${repository}`)]);
      expect((await read(location)).status).toBe(410);
    }
    const tombstone = (await read(`/items/${repository}`)).text;
    for (const told of ['Grey heron', REASON, 'withdrawn']) expect(tombstone).toContain(told);
    expect((await read(`/items/${repository}?lang=pt`)).text).toContain('retirado de circulação');
    expect((await read(`/col/${repository}/doc/a.txt`)).text).toContain(REASON);
    expect((await read(`/items/${repository}`, 'application/ld+json')).status).toBe(410);
    for (const type of [
      'application/json',
      'application/ld+json',
      'application/x-bibtex',
      'application/linkset+json',
    ]) {
      expect([type, (await read(`/col/${repository}/doc/a.txt`, type)).status]).toEqual([type, 410]);
    }
    expect(await manifests()).toEqual([false, false]);
    for (const path of ['/feed.atom', '/find?q=heron', '/api/v1/items?q=heron', '/sitemap.xml']) {
      expect((await read(path)).text).not.toContain(repository);
    }
    const oai = await read(`/oai?verb=ListRecords&metadataPrefix=oai_dc`);
    expect(oai.text).toContain('<header status="deleted">');
    expect((await send('GET', `/items/${repository}`)).answer).toMatchObject({
      state: 'Original',
      withdrawn: { reason: REASON },
      files: [{ path: 'a.txt' }, { path: 'b.txt' }],
    });

    expect((await send('DELETE', `/items/${repository}/withdrawal`)).status).toBe(200);
    expect(await manifests()).toEqual([true, true]);
    expect(await statuses()).toEqual(before);
    expect((await read(`/${repository}`)).location).toBe(file);
    expect((await read('/feed.atom')).text).toContain('Grey heron');
    expect((await read(`/oai?verb=ListRecords&metadataPrefix=oai_dc`)).text).toContain('Grey heron');
  });
});
