import { describe, expect, it, onTestFinished } from 'vitest';
import type { NodeOverrides } from '../../packages/server/src/compose/create-node.ts';
import type { SettingName } from '../../packages/server/src/config/setting-names.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named } from '../fixtures/labels.ts';
import { startScriptedDataCite } from '../fixtures/scripted-datacite.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const METADATA = { title: 'On rivers', creator: 'Lima, Ana', publisher: 'INPE', date: '2026' };
const MINUTE = 60_000_000n;
const doiOf = (repository: string): string => `10.5072/${repository.replaceAll('/', '_')}`;

const start = async (overrides: NodeOverrides, flags: Partial<Record<SettingName, string>> = {}) => {
  const dataCite = await startScriptedDataCite();
  onTestFinished(dataCite.close);
  let late = 0n;
  const clock = { now: () => BigInt(Date.now()) * 1_000n + late, wait: async () => undefined };
  const served = await serveTestNode({ ...dataCite.flags, ...flags }, { ...overrides, clock });
  const { node } = served;
  const deposit = async (metadata: object = METADATA) =>
    node.archive.deposit({ metadata, files: filesOf({ 'a.txt': 'a' }) }, AUTHOR);
  const assigned = async (metadata?: object) => {
    const { repository } = await deposit(metadata);
    const { doi } = await node.dois.assign({ item: repository }, AUTHOR);
    return { repository, doi };
  };
  const send = async () => {
    if (node.sendDois === undefined) throw new Error('no account');
    return node.sendDois();
  };
  const wait = (minutes: bigint) => {
    late += minutes * MINUTE;
  };
  return { ...served, dataCite, deposit, assigned, send, wait };
};

describe.each(DATABASES)('DOIs over $name', ({ openMigrated }) => {
  const open = async (flags?: Partial<Record<SettingName, string>>) => start({ database: await openMigrated() }, flags);

  it('are registered with the metadata of the item, changed with it, and lead to its tombstone', async () => {
    const { node, dataCite, assigned, send } = await open();
    const { repository, doi } = await assigned();
    expect(doi).toBe(doiOf(repository));
    expect(dataCite.asked).toEqual([]);
    expect((await node.archive.show(named(repository))).aliases).toEqual([`doi:${doi}`]);
    expect(await node.dois.show(doi)).toMatchObject({ state: 'none', progress: 'waiting' });
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    expect(dataCite.asked).toMatchObject([{ method: 'PUT', doi, mediaType: 'application/vnd.api+json' }]);
    expect(dataCite.kept.get(doi)).toMatchObject({
      state: 'findable',
      attributes: {
        doi,
        url: `http://example.org/${repository}`,
        titles: [{ title: 'On rivers' }],
        creators: [{ name: 'Lima, Ana' }],
        publisher: { name: 'INPE' },
        publicationYear: 2026,
        schemaVersion: 'http://datacite.org/schema/kernel-4',
      },
    });
    expect(await node.dois.show(doi)).toMatchObject({ state: 'findable', progress: 'done' });
    expect(await send()).toEqual({ sent: 0, failed: 0 });

    await node.archive.edit(named(repository), { metadata: { title: 'On seas' } }, AUTHOR);
    expect(await node.dois.show(doi)).toMatchObject({ progress: 'waiting' });
    await send();
    expect(dataCite.kept.get(doi)?.attributes).toMatchObject({ titles: [{ title: 'On seas' }] });

    await node.archive.remove(named(repository), { reason: 'wrong' }, AUTHOR);
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
    expect(await node.dois.show(doi)).toMatchObject({ state: 'registered', progress: 'done' });
  });

  it('tell nothing of closed descriptions, and are hidden while an item is closed or withdrawn', async () => {
    const { node, dataCite, assigned, send } = await open();
    const { repository, doi } = await assigned();
    const name = named(repository);
    const access = { fileList: 'open', description: 'closed' } as const;
    await node.archive.edit(name, { access }, AUTHOR);
    await send();
    expect(JSON.stringify(dataCite.asked)).not.toContain('On rivers');
    expect(dataCite.kept.get(doi)).toBeUndefined();

    await node.archive.edit(name, { access: { fileList: 'open' } }, AUTHOR);
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('findable');

    await node.archive.withdraw(name, { reason: 'A complaint' }, AUTHOR);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
    expect(JSON.stringify(dataCite.kept.get(doi))).not.toMatch(/On rivers|Lima|INPE/);
    await node.archive.restore(name, AUTHOR);
    await send();
    expect(dataCite.kept.get(doi)).toMatchObject({
      state: 'findable',
      attributes: { titles: [{ title: 'On rivers' }] },
    });

    await node.archive.edit(name, { access, metadata: { title: 'A secret' } }, AUTHOR);
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
    expect(JSON.stringify(dataCite.asked)).not.toContain('A secret');
  });

  it('change their states, and are never drafts again', async () => {
    const { node, dataCite, deposit, send } = await open();
    const { repository } = await deposit();
    const { doi } = await node.dois.assign({ item: repository, doi: 'doi:10.5072/ABC', state: 'draft' }, AUTHOR);
    await send();
    expect([doi, dataCite.kept.get(doi)?.state]).toEqual(['10.5072/abc', 'draft']);
    for (const state of ['registered', 'findable', 'registered', 'findable'] as const) {
      await node.dois.setState(doi, state);
      await send();
      expect(dataCite.kept.get(doi)?.state).toBe(state);
    }
    await expect(node.dois.setState(doi, 'draft')).rejects.toMatchObject({ code: 'doi-state-invalid' });
  });

  it('that were drafts go with their items', async () => {
    const { node, dataCite, deposit, send } = await open({ 'datacite.state': 'draft' });
    const { repository } = await deposit();
    const { doi } = await node.dois.assign({ item: repository }, AUTHOR);
    await send();
    await node.archive.remove(named(repository), { reason: 'wrong' }, AUTHOR);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    expect(dataCite.kept.size).toBe(0);
    expect((await node.dois.show(doi)).state).toBe('none');
  });

  it('are tried again, later and later, while DataCite fails, and nobody waits for it', async () => {
    const { node, dataCite, assigned, send, wait } = await open();
    dataCite.faults.push(
      (response) => response.writeHead(500).end('<html>'),
      (response) => response.writeHead(429, { 'retry-after': '600' }).end(),
      (response) => response.destroy(),
      (response) => response.writeHead(200).end('not JSON'),
    );
    const { doi } = await assigned();
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    expect(await send()).toEqual({ sent: 0, failed: 0 });
    expect(await node.dois.show(doi)).toMatchObject({ progress: 'failing', problem: '500', attempts: 1 });
    wait(1n);
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    wait(9n);
    expect(await send()).toEqual({ sent: 0, failed: 0 });
    wait(1n);
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    wait(10n);
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    wait(10n);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    expect(await node.dois.show(doi)).toMatchObject({ progress: 'done', attempts: 0 });
  });

  it('are the same after a crash between the request and its note', async () => {
    const { node, dataCite, assigned, send, wait } = await open();
    dataCite.faults.push('carried-out-unanswered');
    const { doi } = await assigned();
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    expect(dataCite.kept.get(doi)?.state).toBe('findable');
    // The process that has it ends: another one takes it once its claim is over.
    await node.dois.setState(doi, 'registered');
    const now = BigInt(Date.now()) * 1_000n;
    expect(await node.doiQueue.take({ now, until: now + 2n * MINUTE })).toMatchObject({ doi });
    expect(await send()).toEqual({ sent: 0, failed: 0 });
    wait(3n);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    expect(dataCite.kept.size).toBe(1);
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
  });

  it('that are refused wait for a change, or for somebody to try again', async () => {
    const { node, dataCite, assigned, send, wait } = await open();
    dataCite.faults.push((response) =>
      response.writeHead(422).end(JSON.stringify({ errors: [{ source: 'titles', title: "can't be\u0007 blank" }] })),
    );
    const { doi, repository } = await assigned();
    await send();
    const problem = "422 titles: can't be blank";
    expect(await node.dois.show(doi)).toMatchObject({ progress: 'refused', problem });
    expect(await node.doiQueue.count()).toEqual({ all: 1, waiting: 1, refused: 1, failing: 0 });
    wait(10_000n);
    expect(await send()).toEqual({ sent: 0, failed: 0 });
    await node.archive.edit(named(repository), { metadata: { title: 'Mended' } }, AUTHOR);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    dataCite.faults.push((response) => response.writeHead(422).end());
    await node.dois.retry(doi);
    await send();
    expect(await node.dois.retryAll()).toBe(1);
    expect(await send()).toEqual({ sent: 1, failed: 0 });
  });

  it('stop at the first with a wrong password, which nobody is told', async () => {
    const { node, dataCite, assigned, send } = await open({ 'datacite.password': 'wrong-secret' });
    const { doi } = await assigned();
    await assigned();
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    expect(dataCite.asked.length).toBe(1);
    const shown = await node.dois.list({});
    expect(shown.dois.find((one) => one.doi === doi)?.problem).toBe('401 Bad credentials.');
    expect(JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain('wrong-secret');
  });

  it('are given to all new originals if the operator says so, in the transaction of the deposit', async () => {
    const { node, dataCite, deposit, send } = await open({ 'datacite.register': 'all' });
    const { repository, aliases } = await deposit();
    expect(aliases).toEqual([`doi:${doiOf(repository)}`]);
    await expect(deposit({ title: '' })).rejects.toThrow();
    expect(await node.doiQueue.count()).toMatchObject({ all: 1, waiting: 1 });
    expect(await send()).toEqual({ sent: 1, failed: 0 });
    const edition = await node.archive.deposit(
      { metadata: METADATA, files: filesOf({ 'b.txt': 'b' }), editionOf: repository },
      AUTHOR,
    );
    expect(await send()).toEqual({ sent: 2, failed: 0 });
    expect(dataCite.kept.get(doiOf(repository))?.attributes).toMatchObject({
      relatedIdentifiers: [{ relatedIdentifier: edition.persistentUrl, relationType: 'IsPreviousVersionOf' }],
    });
  });

  it('are given to names, follow their states, and are hidden when they are taken away', async () => {
    const { node, dataCite, send } = await open();
    await node.minters.create({ name: 'theses', template: 'fk.sd', naan: '12345', contact: 'x' });
    const { ids } = await node.minters.mint('theses', { count: 1, contact: 'x' });
    const id = String(ids[0]);
    const bind = (element: string, value: string, how = 'set') =>
      node.minters.bind('theses', {
        how,
        id,
        element,
        value: how === 'set' ? Buffer.from(value) : undefined,
        contact: 'x',
      });
    await bind('erc.who', 'Lima, Ana; Reis, Rui');
    await bind('erc.what', 'A thesis');
    await bind('datacite.publisher', 'INPE');
    const { doi } = await node.dois.assign({ minter: 'theses', id }, AUTHOR);
    expect(doi).toBe('10.5072/fk0');
    await send();
    expect(dataCite.kept.get(doi)).toMatchObject({
      state: 'findable',
      attributes: { url: `http://example.org/ark:${id}`, titles: [{ title: 'A thesis' }], creators: [{}, {}] },
    });
    await bind('erc.what', 'Another title');
    await send();
    expect(dataCite.kept.get(doi)?.attributes).toMatchObject({ titles: [{ title: 'Another title' }] });
    await node.minters.setState('theses', { id, state: { kind: 'withdrawn', reason: 'x' }, contact: 'x' });
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
    await node.minters.setState('theses', { id, state: { kind: 'public' }, contact: 'x' });
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('findable');
    await bind('_doi', '', 'delete');
    await send();
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
    await expect(node.dois.assign({ minter: 'theses', id: '12345/fk9' }, AUTHOR)).rejects.toMatchObject({
      code: 'identifier-unissued',
    });
  });

  it('are refused where they cannot be registered', async () => {
    const { node, deposit } = await open();
    const { repository, metadata } = await deposit();
    const refused = (request: object) =>
      node.dois.assign(request as { item: string }, AUTHOR).catch((error) => [error.code, error.parameters?.reason]);
    expect(await refused({ item: repository, doi: '10.1234/x' })).toEqual(['doi-unregistrable', 'prefix']);
    expect(await refused({ item: repository, doi: 'x' })).toEqual(['doi-invalid', undefined]);
    expect(await refused({})).toEqual(['doi-unregistrable', 'nothing']);
    expect(await refused({ item: metadata?.repository })).toEqual(['doi-unregistrable', 'not-original']);
    const other = await deposit();
    await node.dois.assign({ item: other.repository, doi: '10.5072/x' }, AUTHOR);
    expect(await refused({ item: repository, doi: '10.5072/X' })).toEqual(['alias-taken', 'here']);
    await expect(node.dois.show('10.5072/none')).rejects.toMatchObject({ code: 'doi-not-found' });
  });
});

describe('the API of DOIs', () => {
  it('is for stewards, and says what waits', async () => {
    const { url, createKey, deposit, dataCite, send } = await start({});
    const { repository } = await deposit();
    const steward = await createKey('steward');
    const ask = async (method: string, path: string, body?: object, key = steward) => {
      const answer = await fetch(`${url}/api/v1/dois${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await ask('POST', '', { item: repository }, await createKey('depositor'))).toMatchObject({ status: 403 });
    expect(await ask('POST', '', { item: repository })).toMatchObject({ status: 201, body: { progress: 'waiting' } });
    const doi = doiOf(repository);
    expect((await ask('GET', '?waiting=yes')).body['dois']).toMatchObject([{ doi, item: repository }]);
    await send();
    expect((await ask('GET', '?waiting=yes')).body['dois']).toEqual([]);
    const path = `/${encodeURIComponent(doi)}`;
    expect((await ask('PATCH', path, { state: 'registered' })).body).toMatchObject({ wanted: 'registered' });
    expect((await ask('PATCH', path, {})).status).toBe(200);
    expect((await ask('POST', '/retry')).body).toEqual({ dois: 0 });
    await send();
    expect((await ask('GET', path)).body).toMatchObject({ state: 'registered', progress: 'done' });
    expect(dataCite.kept.get(doi)?.state).toBe('registered');
  });

  it('says that there is no account', async () => {
    const { node } = await serveTestNode();
    await expect(node.dois.assign({ item: 'x' }, AUTHOR)).rejects.toMatchObject({ code: 'doi-unregistrable' });
    expect(node.sendDois).toBeUndefined();
  });
});
