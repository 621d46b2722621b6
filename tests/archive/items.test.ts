import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibi, named } from '../fixtures/labels.ts';

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
const visible = (folder: string): readonly string[] => filesBelow(join(folder, 'col'));
const incoming = (folder: string): readonly string[] => filesBelow(join(folder, 'incoming'));

describe.each(DATABASES)('items over $name', ({ openMigrated }) => {
  const open = async () => createTestArchive(await openMigrated());

  it('are deposited under both forms of a fresh label, with their metadata under another', async () => {
    const { archive, folder } = await open();
    const item = await archive.deposit(
      {
        files: filesOf({ 'report.txt': 'Hello', 'data/värde 1.csv': 'a,b\n1,2\n' }),
        language: 'PT-br',
        target: 'report.txt',
        metadata: {
          title: [
            { value: 'Relatório', language: 'pt' },
            { value: 'Report', language: 'en' },
          ],
          creator: ['Ana'],
        },
      },
      AUTHOR,
    );
    expect(item).toMatchObject({
      repository: expect.stringMatching(/^example\.org\/archive\/20\d\d\//),
      ibip: expect.stringMatching(/^8JMKD3MGP8W\//),
      persistentUrl: `http://archive.example.org/${item.ibip}`,
      state: 'Original',
      title: 'Relatório',
      creators: ['Ana'],
      language: 'pt-BR',
      target: 'report.txt',
      editions: { last: item.repository, all: [item.repository] },
      translations: { 'pt-BR': item.repository },
      metadata: { repository: expect.stringMatching(/^example\.org\/archive\/20\d\d\//) },
      files: [
        { path: 'data/värde 1.csv', bytes: 8, mediaType: 'text/csv; charset=utf-8' },
        {
          path: 'report.txt',
          bytes: 5,
          sha256: '185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969',
          mediaType: 'text/plain; charset=utf-8',
        },
      ],
    });
    expect(item.metadata?.repository).not.toBe(item.repository);
    expect(readFileSync(join(folder, 'col', item.repository, 'doc', 'report.txt'), 'utf8')).toBe('Hello');
    for (const label of [item.repository, item.ibip ?? '', item.repository.toUpperCase()]) {
      expect(await archive.show(named(label))).toEqual(item);
    }
    expect(await archive.show(named(item.metadata?.repository ?? ''))).toMatchObject({
      content: 'Metadata',
      describes: item.repository,
      title: 'Relatório',
    });
  });

  it.each([
    ['no file', {}, {}, 'no-files'],
    ['a name that leaves the item', { '../../x': 'a' }, {}, 'file-name-invalid'],
    ['a path that leaves the item', { [String.raw`\x2E\x2E/a`]: 'a' }, {}, 'file-name-invalid'],
    ['a name of 1,000 characters', { ['x'.repeat(1_000)]: 'a' }, {}, 'file-name-invalid'],
    ['two names that differ in case only', { 'a.txt': 'a', 'A.TXT': 'b' }, {}, 'file-name-taken'],
    ['a target that is not there', { 'a.txt': 'a' }, { target: 'b.txt' }, 'target-missing'],
    ['metadata without sense', { 'a.txt': 'a' }, { metadata: { title: 'x', date: 'yesterday' } }, 'metadata-invalid'],
    ['metadata that are no object', { 'a.txt': 'a' }, { metadata: 7 }, 'metadata-invalid'],
    ['an unknown language', { 'a.txt': 'a' }, { language: 'xx' }, 'language-invalid'],
    ['an edition of nonsense', { 'a.txt': 'a' }, { editionOf: 'nonsense' }, 'label-invalid'],
    [
      'a network of nonsense',
      { 'a.txt': 'a' },
      { access: { networks: ['1.2.3'], fileList: 'open' } },
      'network-invalid',
    ],
    [
      'a translation without languages',
      { 'a.txt': 'a' },
      { translationOf: 'example.org/x/2020/01.01.00.00' },
      'translation-exists',
    ],
  ] as const)('are refused with %s, and nothing is kept', async (_, contents, more, code) => {
    const { archive, catalogue, folder } = await open();
    const before = await catalogue.total();
    await expect(archive.deposit({ files: filesOf(contents), ...more }, AUTHOR)).rejects.toMatchObject({ code });
    expect(await catalogue.total()).toEqual(before);
    expect(incoming(folder)).toEqual([]);
    expect(visible(folder)).toEqual([]);
  });

  it('are refused where a file is larger than allowed or breaks off', async () => {
    const { archive, folder } = await open();
    async function* large() {
      yield { path: 'large', open: () => Readable.from(endless(11_000_000)) };
    }
    function* endless(bytes: number) {
      for (let sent = 0; sent < bytes; sent += 1_000_000) yield Buffer.alloc(1_000_000);
    }
    await expect(archive.deposit({ files: large() }, AUTHOR)).rejects.toMatchObject({ code: 'file-too-large' });
    async function* broken() {
      yield {
        path: 'broken',
        open: () =>
          new Readable({
            read() {
              this.destroy(new Error('the line was cut'));
            },
          }),
      };
    }
    await expect(archive.deposit({ files: broken() }, AUTHOR)).rejects.toThrow('the line was cut');
    expect(incoming(folder)).toEqual([]);
  });

  it('are deposited once for a request that is sent again, also at the same time', async () => {
    const { archive, catalogue } = await open();
    const request = { key: 'k', fingerprint: 'f' };
    const send = () => archive.deposit({ files: filesOf({ 'a.txt': 'a' }), request }, AUTHOR);
    const items = await Promise.all([send(), send(), send(), send()]);
    expect(new Set(items.map(({ repository }) => repository)).size).toBe(1);
    expect((await send()).repository).toBe(items[0]?.repository);
    expect((await archive.list({})).items).toHaveLength(1);
    expect(await catalogue.total()).toMatchObject({ files: 1 });
    await expect(
      archive.deposit({ files: filesOf({ 'b.txt': 'b' }), request: { ...request, fingerprint: 'g' } }, AUTHOR),
    ).rejects.toMatchObject({ code: 'request-differs' });
  });

  it('are edited with a trace, and only as they were seen', async () => {
    const { archive } = await open();
    const { repository, revision } = await archive.deposit(
      { files: filesOf({ 'a.txt': 'a', 'b.txt': 'b' }), metadata: { title: 'One', subject: 'x' } },
      AUTHOR,
    );
    const edited = await archive.edit(
      named(repository),
      {
        metadata: { title: 'Two', subject: null },
        target: 'b.txt',
        language: 'en',
        addIbips: ['lk47b6w/362sfkh'],
        revision,
      },
      { who: 'another' },
    );
    expect(edited).toMatchObject({
      title: 'Two',
      target: 'b.txt',
      language: 'en',
      ibips: [expect.anything(), 'LK47B6W/362SFKH'],
    });
    expect(edited.metadata?.fields).not.toHaveProperty('subject');
    expect(edited.revision).toBeGreaterThan(revision);
    await expect(archive.edit(named(repository), { language: 'pt', revision }, AUTHOR)).rejects.toMatchObject({
      code: 'item-changed',
    });
    await archive.edit(named(repository), { metadata: { title: 'Three' } }, AUTHOR);
    await expect(
      archive.edit(named(repository), { language: 'pt', revision: edited.revision }, AUTHOR),
    ).rejects.toMatchObject({
      code: 'item-changed',
    });
    for (const [change, code] of [
      [{}, 'nothing-to-change'],
      [{ metadata: { title: null } }, 'metadata-invalid'],
      [{ target: 'c.txt' }, 'target-missing'],
      [{ addIbips: ['x'] }, 'label-invalid'],
    ] as const) {
      await expect(archive.edit(named(repository), change, AUTHOR)).rejects.toMatchObject({ code });
    }
    const history = await archive.history(named(repository), {});
    expect(history.entries.map(({ who, action }) => `${who} ${action}`)).toEqual(['another edited', 'tester added']);
    const described = await archive.history(named(edited.metadata?.repository ?? ''), {});
    expect(described.entries.map(({ detail }) => detail)).toMatchObject([
      { before: { metadata: { title: [{ value: 'Two' }] } } },
      { before: { metadata: { title: [{ value: 'One' }], subject: [{ value: 'x' }] } } },
      { metadata: { title: [{ value: 'One' }] } },
    ]);
  });

  it('leave a tombstone when they are removed, and are out of reach', async () => {
    const { archive, documents, folder } = await open();
    const { repository, ibip = '' } = await archive.deposit(
      { files: filesOf({ 'a.txt': 'a' }), metadata: { title: 'Gone' } },
      AUTHOR,
    );
    await expect(archive.remove(named(repository), { reason: ' ' }, AUTHOR)).rejects.toMatchObject({
      code: 'reason-missing',
    });
    const removed = await archive.remove(named(ibip), { reason: 'asked for by its author' }, AUTHOR);
    expect(removed).toMatchObject({
      state: 'Deleted',
      title: 'Gone',
      removed: { reason: 'asked for by its author', at: expect.stringMatching(/Z$/) },
      files: [{ path: 'a.txt' }],
    });
    expect(await archive.show(named(ibip))).toEqual(removed);
    expect(visible(folder)).toEqual([]);
    await expect(
      documents.open({ ibi: ibi(repository), path: 'a.txt', clientAddress: '192.0.2.1', hasKey: false }),
    ).rejects.toMatchObject({
      code: 'item-removed',
    });
    expect((await archive.list({})).items).toEqual([]);
    expect((await archive.list({ words: 'gone' })).items).toEqual([]);
    await expect(archive.edit(named(ibip), { language: 'en' }, AUTHOR)).rejects.toMatchObject({ code: 'item-removed' });
    await expect(archive.remove(named(ibip), { reason: 'again' }, AUTHOR)).rejects.toMatchObject({
      code: 'item-removed',
    });
    await expect(
      archive.remove(named(removed.metadata?.repository ?? ''), { reason: 'r' }, AUTHOR),
    ).rejects.toMatchObject({
      code: 'item-refused',
    });
  });

  it('are held by one Archive service, however many processes start at once', async () => {
    const database = await openMigrated();
    const [one, other] = await Promise.all([createTestArchive(database), createTestArchive(database)]);
    expect(one.service.label).toBe(other.service.label);
    expect(await one.archive.show(named(one.service.label))).toMatchObject({ content: 'Service', state: 'Original' });
  });

  it('are not found by labels that nobody gave', async () => {
    const { archive } = await open();
    for (const work of [
      () => archive.show(named('LK47B6W/362SFKH')),
      () => archive.files(named('LK47B6W/362SFKH')),
      () => archive.history(named('LK47B6W/362SFKH'), {}),
      () => archive.edit(named('LK47B6W/362SFKH'), {}, AUTHOR),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'item-not-found' });
    }
    expect(() => named('LK47B6W')).toThrow(expect.objectContaining({ code: 'label-invalid' }));
    await expect(archive.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'cursor-invalid' });
  });
});
