import { parseListOfPairs } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';

type TestArchive = Awaited<ReturnType<typeof createTestArchive>>;

const ELSEWHERE = 'sid.inpe.br/mtc-m18@80/2009/08.25.19.43';
const OTHER = 'sid.inpe.br/mtc-m18@80/2010/08.25.19.43';

const ask = async ({ service }: TestArchive, label: string, verbs = '', more = ''): Promise<Record<string, string>> => {
  const { body } = await service.answer(
    `servicesubject=urlRequest&clientinformation.ipaddress=192.0.2.1&parsedibiurl.ibi=${label}` +
      `&parsedibiurl.verblist=${verbs.replaceAll(' ', '%20')}${more}`,
  );
  const pairs = parseListOfPairs(body);
  if (!pairs.ok) throw new Error(body);
  return Object.fromEntries(
    pairs.value.map(({ name, value }) => [name, typeof value === 'string' ? value : `{${value.join(' ')}}`]),
  );
};

const namesOf = (answer: Record<string, string>, prefix: string): readonly string[] =>
  Object.keys(answer).filter((name) => name.startsWith(prefix));

const deposit = (archive: TestArchive, language: string | undefined, more: object = {}) =>
  archive.archive.deposit(
    { files: filesOf({ 'a.txt': 'a' }), metadata: { title: 'T' }, ...(language && { language }), ...more },
    AUTHOR,
  );

const addCopy = (archive: TestArchive, repository: string, more: object = {}) =>
  archive.catalogue.add(
    [
      {
        repository: repositoryLabel(repository),
        ibips: [],
        content: 'Data',
        state: { kind: 'copy', of: 'http://b.example.org' },
        language: 'en',
        target: 'a.txt',
        files: [{ path: 'a.txt', bytes: 1, sha256: 'a'.repeat(64), mediaType: 'text/plain' }],
        createdAt: 1n,
        updatedAt: 1n,
        ...more,
      },
    ],
    { who: 'tester', at: 1n },
  );

describe.each(DATABASES)('relations that an Archive in $name answers', ({ openMigrated }) => {
  const open = async () => createTestArchive(await openMigrated());

  it('name a translation elsewhere by its language, and leave it out where none is known', async () => {
    const archive = await open();
    const item = await deposit(archive, 'en', { translationOf: ELSEWHERE });
    const before = await ask(archive, item.repository, 'GetTranslation');
    expect(namesOf(before, 'ibi.translation')).toEqual(['ibi.translation(en)']);
    expect(await ask(archive, item.repository, 'GetTranslation(pt)')).not.toHaveProperty('ibi.translation(pt)');
    const edited = await archive.archive.edit(named(item.repository), { translations: { pt: ELSEWHERE } }, AUTHOR);
    expect(edited.translations).toEqual({ en: item.repository, pt: ELSEWHERE });
    const after = await ask(archive, item.repository, 'GetTranslation');
    expect(after['ibi.translation(pt)']).toBe(`{rep ${ELSEWHERE}}`);
    expect(after).not.toHaveProperty('ibi.translation');
  });

  it('never take another item without a language for the item itself', async () => {
    const archive = await open();
    const plain = await deposit(archive, undefined);
    const item = await deposit(archive, 'en', { translationOf: plain.repository });
    expect(namesOf(await ask(archive, item.repository, 'GetTranslation'), 'url.')).toEqual(['url.translation(en)']);
    const itself = await ask(archive, plain.repository, 'GetTranslation');
    expect(itself['url.translation']).toContain(plain.repository);
  });

  it('meet a language by its varieties, under their own tags', async () => {
    const archive = await open();
    const item = await deposit(archive, 'en');
    const brazilian = await deposit(archive, 'pt-BR', { translationOf: item.repository });
    const answer = await ask(archive, item.repository, 'GetTranslation(pt)');
    expect(namesOf(answer, 'url.')).toEqual(['url.translation(pt-BR)']);
    expect(answer['url.translation(pt-BR)']).toContain(brazilian.repository);
    expect(namesOf(await ask(archive, item.repository, 'GetTranslation(pt-PT)'), 'url.')).toEqual([]);
    const portuguese = await deposit(archive, 'pt', { translationOf: item.repository });
    for (const asked of ['pt', 'pt-PT']) {
      const met = await ask(archive, item.repository, `GetTranslation(${asked})`);
      expect(met['url.translation(pt)']).toContain(portuguese.repository);
    }
  });

  it('say that they are a copy’s, where they are', async () => {
    const archive = await open();
    await addCopy(archive, ELSEWHERE, { links: { nextEdition: OTHER } });
    const original = await deposit(archive, 'en');
    for (const verbs of ['GetLastEdition', 'GetTranslation', 'GetTranslation GetMetadata']) {
      expect(await ask(archive, ELSEWHERE, verbs)).toMatchObject({ holding: 'Copy' });
      expect(await ask(archive, original.repository, verbs)).not.toHaveProperty('holding');
    }
    for (const verbs of ['', 'GetMetadata', 'GetFileList']) {
      expect(await ask(archive, ELSEWHERE, verbs)).not.toHaveProperty('holding');
    }
    expect((await ask(archive, ELSEWHERE, 'GetLastEdition'))['ibi.nextedition']).toBe(`{rep ${OTHER}}`);
  });

  it('lead on where the next edition is a copy here: only its holder knows what comes next', async () => {
    const archive = await open();
    await addCopy(archive, ELSEWHERE);
    const first = await deposit(archive, 'en');
    const second = await deposit(archive, 'en', { editionOf: first.repository, nextEdition: ELSEWHERE });
    const answer = await ask(archive, first.repository, 'GetLastEdition');
    expect(answer['ibi.nextedition']).toBe(`{rep ${second.repository}}`);
    expect(namesOf(answer, 'url')).toEqual([]);
    expect((await ask(archive, second.repository, 'GetLastEdition'))['ibi.nextedition']).toBe(`{rep ${ELSEWHERE}}`);
  });

  it('lead past many editions here to one that is held elsewhere in two steps', async () => {
    const archive = await open();
    const first = await deposit(archive, 'en');
    let last = first;
    for (let edition = 0; edition < 5; edition += 1)
      last = await deposit(archive, 'en', { editionOf: last.repository });
    await archive.archive.edit(named(last.repository), { nextEdition: ELSEWHERE }, AUTHOR);
    const next = (await ask(archive, first.repository, 'GetLastEdition'))['ibi.nextedition'];
    expect(next).toBe(`{rep ${last.repository}}`);
    expect((await ask(archive, last.repository, 'GetLastEdition'))['ibi.nextedition']).toBe(`{rep ${ELSEWHERE}}`);
  });

  it('lead from a tombstone to the next edition', async () => {
    const archive = await open();
    const first = await deposit(archive, 'en');
    const second = await deposit(archive, 'en', { editionOf: first.repository });
    const third = await deposit(archive, 'en', { editionOf: second.repository, nextEdition: ELSEWHERE });
    await archive.archive.remove(named(second.repository), { reason: 'r' }, AUTHOR);
    expect(await ask(archive, second.repository, 'GetLastEdition')).toMatchObject({
      state: 'Deleted',
      'ibi.nextedition': `{rep ${third.repository}}`,
    });
    expect(await ask(archive, second.repository)).not.toHaveProperty('ibi.nextedition');
    await archive.archive.remove(named(third.repository), { reason: 'r' }, AUTHOR);
    expect((await ask(archive, second.repository, 'GetLastEdition'))['ibi.nextedition']).toBe(`{rep ${ELSEWHERE}}`);
    expect((await ask(archive, first.repository, 'GetLastEdition'))['ibi.nextedition']).toBe(`{rep ${ELSEWHERE}}`);
  });

  it('lead from a tombstone to translations that live', async () => {
    const archive = await open();
    const first = await deposit(archive, 'en');
    const second = await deposit(archive, 'pt', { translationOf: first.repository });
    await archive.archive.remove(named(first.repository), { reason: 'r' }, AUTHOR);
    const answer = await ask(archive, first.repository, 'GetTranslation');
    expect(answer).toMatchObject({ state: 'Deleted', 'ibi.translation(pt)': `{rep ${second.repository}}` });
    expect(answer['url.translation(pt)']).toContain(second.repository);
    expect(namesOf(answer, 'url')).toEqual(['url.translation(pt)', 'urlkey']);
    await archive.archive.remove(named(second.repository), { reason: 'r' }, AUTHOR);
    expect(namesOf(await ask(archive, first.repository, 'GetTranslation'), 'url')).toEqual([]);
  });

  it('give a metadata item as its own last edition, and as its only file', async () => {
    const archive = await open();
    const { metadata } = await deposit(archive, 'en');
    const label = metadata?.repository ?? '';
    const url = `http://archive.example.org/col/${label}/doc/metadata.json`;
    expect(await ask(archive, label, 'GetLastEdition')).toMatchObject({ 'url.lastedition': url });
    const file = (path: string) => ask(archive, label, '', `&parsedibiurl.filepath=${path}`);
    expect(await file('/metadata.json')).toMatchObject({ url, contenttype: 'Metadata' });
    expect(await file('/other.json')).not.toHaveProperty('url');
  });
});
