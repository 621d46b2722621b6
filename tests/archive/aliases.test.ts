import { writeFormat } from '@perene/core/representation';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findItem } from '../../packages/server/src/services/archive/create-archive.ts';
import type { FindCarrier } from '../../packages/server/src/services/archive/items/check-aliases.ts';
import { describeItem } from '../../packages/server/src/services/archive/items/describe-item.ts';
import { copyItem } from '../../packages/server/src/services/archive/moving/copy-item.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { ibi, named, repositoryLabel } from '../fixtures/labels.ts';
import { openTestMinters } from '../fixtures/minters.ts';
import { type MovingNode, openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importRecords, writeSource } from './test-store.ts';

const FILES = { 'a.txt': 'a' };

describe.each(DATABASES)('aliases of items in $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const { archive, service } = await createTestArchive(database);
    const item = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    const edit = (change: object) => archive.edit(named(item.repository), change, AUTHOR);
    return { archive, service, item, edit, minters: openTestMinters(database) };
  };

  it('are added and removed in any spelling, and lead to the item like its labels', async () => {
    const { archive, item, edit } = await open();
    expect(item.aliases).toEqual([]);
    expect((await edit({ addAliases: ['https://doi.org/10.1590/ABC', 'DOI:10.1590/abc', 'hdl:1/x'] })).aliases).toEqual(
      ['doi:10.1590/abc', 'hdl:1/x'],
    );
    const description = describeItem(await archive.show(named(item.repository)), 'http://localhost');
    expect(writeFormat('oai-dc', description)).toContain('<dc:identifier>doi:10.1590/abc</dc:identifier>');
    for (const alias of ['doi:10.1590/Abc', '10.1590/abc', 'http://dx.doi.org/10.1590/ABC']) {
      expect((await archive.show(named(alias))).repository).toBe(item.repository);
      expect((await archive.list({ words: alias })).items.map(({ repository }) => repository)).toEqual([
        item.repository,
      ]);
      expect((await archive.history(named(alias), {})).entries).toHaveLength(2);
    }
    expect((await archive.edit(named('hdl:1/x'), { removeAliases: ['10.1590/ABC'] }, AUTHOR)).aliases).toEqual([
      'hdl:1/x',
    ]);
    await expect(archive.show(named('doi:10.1590/abc'))).rejects.toMatchObject({ code: 'item-not-found' });
    await expect(archive.history(named('doi:10.1590/abc'), {})).rejects.toMatchObject({ code: 'item-not-found' });
    expect((await archive.list({ words: 'doi:10.1590/abc' })).items).toEqual([]);
  });

  it('are refused where they are none, labels, unknown to the item, or too many', async () => {
    const { item, edit } = await open();
    // A browser asks for ark:12345/a%22b instead.
    await expect(edit({ addAliases: ['ark:12345/a"b'] })).rejects.toMatchObject({ code: 'alias-invalid' });
    await expect(edit({ addAliases: ['nonsense'] })).rejects.toMatchObject({ code: 'alias-invalid' });
    await expect(edit({ addAliases: [item.repository] })).rejects.toMatchObject({ code: 'alias-invalid' });
    await expect(edit({ addAliases: [`http://urlib.net/${item.ibip}`] })).rejects.toMatchObject({
      code: 'alias-invalid',
    });
    await expect(edit({ removeAliases: ['hdl:1/x'] })).rejects.toMatchObject({ code: 'alias-unknown' });
    const many = Array.from({ length: 1_001 }, (_, index) => `hdl:1/${index}`);
    await expect(edit({ addAliases: many })).rejects.toMatchObject({ code: 'alias-invalid' });
  });

  it('are no names of the minters of the node', async () => {
    const { edit, minters } = await open();
    const contact = 'tester';
    await minters.create({
      name: 'arks',
      template: 'x5.rdd',
      term: 'long',
      naan: '12345',
      naa: 'a',
      subNaa: 'b',
      contact,
    });
    await minters.create({
      name: 'dois',
      template: 'x5.rdd',
      term: 'short',
      naan: '10.5072',
      naa: 'a',
      subNaa: 'b',
      contact,
    });
    const mint = async (name: string) => (await minters.mint(name, { count: 1, contact })).ids[0] ?? '';
    const minted = await mint('arks');
    await expect(edit({ addAliases: [`doi:${(await mint('dois')).toUpperCase()}`] })).rejects.toMatchObject({
      code: 'alias-minted',
    });
    expect((await edit({ addAliases: ['doi:10.5072/other'] })).aliases).toEqual(['doi:10.5072/other']);
    await expect(edit({ addAliases: [`ark:/${minted}`] })).rejects.toMatchObject({ code: 'alias-minted' });
    expect((await edit({ addAliases: ['ark:12345/other'] })).aliases).toContain('ark:12345/other');
  });

  it('are never given by a minter of the node, whichever comes first', async () => {
    const { edit, minters } = await open();
    const create = (name: string, template: string, naan: string) =>
      minters.create({ name, template, term: 'short', naan, naa: 'a', subNaa: 'b', contact: 'tester' });
    await create('counter', '.zd', '99999');
    expect((await minters.mint('counter', { count: 1, contact: 'tester' })).ids).toEqual(['99999/0']);
    await expect(edit({ addAliases: ['ark:99999/1'] })).rejects.toMatchObject({ code: 'alias-minted' });
    await edit({ addAliases: ['ark:99999/x1', 'ark:12345/x512', 'hdl:1721/x5', 'doi:10.5072/AB'] });
    for (const [name, template, naan] of [
      ['arks', 'x5.rdd', '12345'],
      ['handles', 'x.zd', '1721'],
      ['dois', '.rEE', '10.5072'],
    ] as const) {
      await expect(create(name, template, naan)).rejects.toMatchObject({ code: 'alias-taken' });
      await expect(minters.show(name)).rejects.toMatchObject({ code: 'minter-not-found' });
    }
    await create('arks', 'x6.rdd', '12345');
  });

  it('are told to resolvers that ask', async () => {
    const { service, item, edit, archive } = await open();
    await edit({ addAliases: ['doi:10.1590/é'] });
    const ask = async (query: string) => service.answer(`servicesubject=aliasRequest&${query}`);
    const found = { status: 200, body: `ibi {rep ${item.repository} ibip ${item.ibip}}` };
    expect(await ask('alias=doi:10.1590/%C3%A9')).toEqual(found);
    expect(await ask('alias=doi:10.1590/e')).toEqual({ status: 200, body: '' });
    expect(await ask('alias=nonsense')).toMatchObject({ status: 400 });
    expect(await ask('')).toMatchObject({ status: 400 });
    await archive.remove(named(item.repository), { reason: 'a test' }, AUTHOR);
    expect(await ask('alias=doi:10.1590/%C3%A9')).toEqual({ status: 200, body: `${found.body}\r\nstate Deleted` });
    await expect(edit({ addAliases: ['hdl:1/x'] })).rejects.toMatchObject({ code: 'item-removed' });
    expect((await archive.list({ words: 'doi:10.1590/é' })).items).toEqual([]);
  });

  it('of a removed item can be taken away, and led to another item', async () => {
    const { archive, item, edit } = await open();
    const other = await archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await edit({ addAliases: ['doi:10.1/a', 'hdl:1/b', 'urn:nbn:c'] });
    await archive.remove(named(item.repository), { reason: 'deposited twice' }, AUTHOR);
    expect((await archive.edit(named(other.repository), { addAliases: ['DOI:10.1/A'] }, AUTHOR)).aliases).toEqual([
      'doi:10.1/A',
    ]);
    expect((await archive.show(named('doi:10.1/a'))).repository).toBe(other.repository);
    expect((await edit({ removeAliases: ['hdl:1/b'] })).aliases).toEqual(['urn:nbn:c']);
    await expect(archive.show(named('hdl:1/b'))).rejects.toMatchObject({ code: 'item-not-found' });
    expect((await archive.list({ words: 'urn:nbn:c' })).items).toEqual([]);
    for (const change of [{ removeAliases: ['urn:nbn:c'], language: 'pt' }, { addAliases: ['hdl:1/b'] }]) {
      await expect(edit(change)).rejects.toMatchObject({ code: 'item-removed' });
    }
    const { entries } = await archive.history(named(item.repository), {});
    expect(entries.map(({ detail }) => detail)).toContainEqual({ before: {}, after: { removeAliases: ['hdl:1/b'] } });
  });

  it('that are labels of before RTC-10 lead to the item of the decoded label, if it is here', async () => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'a');
    const legacy = '83LX3pFwXQZ5Jpy/Bkjzd';
    const [other, decoded] = ['example.org/old/2001/01.01.00.10', 'dpi.inpe.br/lise/2004/03.02.15.20'];
    await importRecords(store, [{ repository: other, files: ['a.txt'], aliases: [legacy] }]);
    expect((await findItem(store.catalogue, named(legacy))).repository).toBe(other);
    await importRecords(store, [{ repository: decoded, files: ['a.txt'] }]);
    expect((await findItem(store.catalogue, named(legacy))).repository).toBe(decoded);
  });

  it('are imported, and refused where another item has them', async () => {
    const store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'a');
    const record = (minute: number, aliases: readonly string[]) => ({
      repository: `example.org/old/2001/01.01.00.${minute}`,
      files: ['a.txt'],
      aliases,
    });
    expect(await importRecords(store, [record(10, ['doi:10.1/A', 'DOI:10.1/a', '83LX3pFwXQZa/Bkjzd'])])).toMatchObject({
      imported: 1,
      refusals: [],
    });
    expect((await store.catalogue.find(repositoryLabel('example.org/old/2001/01.01.00.10')))?.aliases).toEqual([
      'doi:10.1/a',
      '83LX3pFwXQZa/Bkjzd',
    ]);
    expect(await importRecords(store, [record(10, ['doi:10.1/A'])])).toMatchObject({ alreadyHere: 1 });
    const refused = await importRecords(store, [
      record(10, ['hdl:1/b']),
      record(11, ['doi:10.1/a']),
      record(12, ['x']),
    ]);
    expect(refused.refusals.map(({ refusal }) => refusal.code).toSorted()).toEqual([
      'alias-invalid',
      'alias-taken',
      'label-taken',
    ]);
    expect(await store.catalogue.find(repositoryLabel('example.org/old/2001/01.01.00.11'))).toBeUndefined();
  });
});

const startNode = async (name: string): Promise<MovingNode> => {
  const [SQLITE] = DATABASES;
  if (SQLITE === undefined) throw new Error('no database');
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const database = await SQLITE.openMigrated();
  const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl });
  const server = await serveMovingNode(node);
  onTestFinished(() => server.close());
  return node;
};

describe('aliases', () => {
  it('go along with copies, and follow the original', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const { repository } = await there.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await there.archive.edit(named(repository), { addAliases: ['doi:10.1/A', 'hdl:1/b'] }, AUTHOR);
    const copy = () => here.copy(repository, { from: there.publicUrl });
    expect(await copy()).toMatchObject({ outcome: 'copied' });
    expect((await here.archive.show(named('doi:10.1/a'))).aliases).toEqual(['doi:10.1/A', 'hdl:1/b']);
    await there.archive.edit(named(repository), { removeAliases: ['hdl:1/b'], addAliases: ['urn:nbn:c'] }, AUTHOR);
    expect(await copy()).toMatchObject({ outcome: 'refreshed' });
    expect((await here.archive.show(named(repository))).aliases).toEqual(['doi:10.1/A', 'urn:nbn:c']);
    await expect(here.archive.edit(named(repository), { addAliases: ['hdl:9/9'] }, AUTHOR)).rejects.toMatchObject({
      code: 'item-refused',
    });
  });

  it('of an item of another Archive are neither copied nor imported with another item', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const { repository } = await there.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await there.archive.edit(named(repository), { addAliases: ['doi:10.1/theirs'] }, AUTHOR);
    const carriedBy = (carrier: string): FindCarrier => {
      return async ({ text }) => (text === 'doi:10.1/theirs' ? repositoryLabel(carrier) : undefined);
    };
    const copyWith = (findCarrier: FindCarrier) =>
      copyItem({ ...here, findCarrier, maxFileBytes: 1_000 }, ibi(repository), { from: there.publicUrl }, AUTHOR);
    const taken = { code: 'alias-taken', parameters: { reason: 'elsewhere', alias: 'doi:10.1/theirs' } };
    await expect(copyWith(carriedBy('example.org/victim/2020/01.01.00.00'))).rejects.toMatchObject(taken);
    expect(await copyWith(carriedBy(repository))).toMatchObject({ outcome: 'copied' });

    const store = await createTestStore(here.database);
    writeSource(store, 'a.txt', 'a');
    const record = { repository: 'example.org/old/2001/01.01.00.10', files: ['a.txt'], aliases: ['doi:10.1/other'] };
    let asked = 0;
    const isTold = await importRecords({ ...store, findCarrier: async () => repositoryLabel(repository) }, [record]);
    expect(isTold.refusals).toMatchObject([{ refusal: { code: 'alias-taken' } }]);
    // A resolver that is silent blocks no import, and is not asked for each line.
    const silent: FindCarrier = async () => {
      asked += 1;
      return 'silent';
    };
    const records = Array.from({ length: 50 }, (_, minute) => ({
      ...record,
      repository: `example.org/old/2001/01.01.01.${10 + minute}`,
      aliases: [`doi:10.1/${minute}`],
    }));
    expect(await importRecords({ ...store, findCarrier: silent }, records)).toMatchObject({ imported: 50 });
    expect(asked).toBeLessThanOrEqual(32);
  });

  it('move with the original, unless another item there has them', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const { key } = await there.keys.create({ name: 'mover', role: 'admin' });
    const { repository } = await here.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await here.archive.edit(named(repository), { addAliases: ['doi:10.1/A'] }, AUTHOR);
    const other = await there.archive.deposit({ files: filesOf(FILES) }, AUTHOR);
    await there.archive.edit(named(other.repository), { addAliases: ['doi:10.1/a'] }, AUTHOR);
    const transfer = () => here.transfer(repository, { to: there.publicUrl, key });
    await expect(transfer()).rejects.toMatchObject({ message: expect.stringContaining('doi:10.1/A') });
    await there.archive.edit(named(other.repository), { removeAliases: ['doi:10.1/a'] }, AUTHOR);
    await transfer();
    expect(await there.archive.show(named('doi:10.1/a'))).toMatchObject({ repository, state: 'Original' });
  });
});
