import { formatRelation, parseListOfPairs, parseRelation, parseUrlList } from '@perene/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named } from '../fixtures/labels.ts';

type TestArchive = Awaited<ReturnType<typeof createTestArchive>>;

const CLIENT = 'clientinformation.ipaddress=150.163.2.175';

/** The pairs of the answer, without the claim beside them. */
const ask = async (
  { service }: TestArchive,
  label: string,
  more = '',
  client = CLIENT,
): Promise<Record<string, string>> => {
  const query = `servicesubject=urlRequest&${client}&parsedibiurl.ibi=${label}${more}`;
  const { status, body } = await service.answer(query);
  expect(status).toBe(200);
  expect(parseUrlList(body).ok).toBe(true);
  const pairs = parseListOfPairs(body);
  if (!pairs.ok) throw new Error(body);
  return Object.fromEntries(
    pairs.value
      .filter(({ name }) => !name.startsWith('claim.'))
      .map(({ name, value }) => [name, typeof value === 'string' ? value : `{${value.join(' ')}}`]),
  );
};

const askVerbs = (archive: TestArchive, label: string, verbs: string): Promise<Record<string, string>> =>
  ask(archive, label, `&parsedibiurl.verblist=${verbs.replaceAll(' ', '%20')}`);

const depositIn = ({ archive }: TestArchive, language: string | undefined, more: object = {}) =>
  archive.deposit({ files: filesOf({ 'a.txt': language ?? 'none' }), language, ...more }, AUTHOR);

/** Makes two editions in English, each with a translation into Portuguese, which are editions of one another. */
const createFamily = async (archive: TestArchive) => {
  const en1 = await depositIn(archive, 'en');
  const pt1 = await depositIn(archive, 'pt', { translationOf: en1.repository });
  const en2 = await depositIn(archive, 'en', { editionOf: en1.repository });
  const pt2 = await depositIn(archive, 'pt', { translationOf: en2.ibip, editionOf: pt1.ibip });
  return { en1, pt1, en2, pt2 };
};

describe.each(DATABASES)('urlRequest over $name', ({ openMigrated }) => {
  const open = async () => createTestArchive(await openMigrated());

  it('answers nothing for what is not here', async () => {
    expect(
      await (await open()).service.answer(`servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=LK47B6W/362SFKH`),
    ).toEqual({
      status: 200,
      body: '',
      isLasting: false,
    });
  });

  it('answers for the item itself, by either label', async () => {
    const archive = await open();
    const item = await depositIn(archive, 'en');
    for (const label of [
      item.repository,
      item.ibip ?? '',
      item.repository.toUpperCase(),
      (item.ibip ?? '').toLowerCase(),
    ]) {
      const { urlkey, timestamp, ...pairs } = await ask(archive, label);
      expect(urlkey).toMatch(/^\d{10,64}-\d{20,64}$/);
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(pairs).toEqual({
        archiveaddress: 'archive.example.org',
        contenttype: 'Data',
        ibi: `{rep ${item.repository} ibip ${item.ibip}}`,
        'ibi.archiveservice': `{rep ${archive.service.label}}`,
        'ibi.platformsoftware': '{}',
        state: 'Original',
        url: `http://archive.example.org/col/${item.repository}/doc/a.txt`,
      });
    }
    const keys = await Promise.all(Array.from({ length: 50 }, () => ask(archive, item.repository)));
    expect(new Set(keys.map(({ urlkey }) => urlkey)).size).toBe(50);
  });

  it('follows every relation, by the shortest way', async () => {
    const archive = await open();
    const { en1, pt1, en2, pt2 } = await createFamily(archive);
    const cases: readonly [string, string, typeof en1][] = [
      ['GetLastEdition', '.lastedition', en2],
      ['GetTranslation(pt)', '.translation(pt)', pt1],
      ['GetTranslation(en)', '.translation(en)', en1],
      ['GetLastEdition GetTranslation(pt)', '.lastedition.translation(pt)', pt2],
      ['GetTranslation(pt) GetLastEdition', '.translation(pt).lastedition', pt2],
    ];
    for (const [verbs, relation, target] of cases) {
      const pairs = await askVerbs(archive, en1.repository, verbs);
      expect(pairs[`url${relation}`]).toBe(`http://archive.example.org/col/${target.repository}/doc/a.txt`);
      expect(pairs[`contenttype${relation}`]).toBe('Data');
      expect(pairs[`state${relation}`]).toBe('Original');
      expect(pairs[`ibi${relation}`]).toContain(`rep ${target.repository}`);
      expect(pairs[`timestamp${relation}`]).toMatch(/Z$/);
      expect(Object.keys(pairs).filter((name) => name.startsWith('url'))).toEqual([`url${relation}`, 'urlkey']);
      const metadata = await askVerbs(archive, en1.repository, `${verbs} GetMetadata(oai_dc)`);
      expect(metadata[`url${relation}.metadata(oai_dc)`]).toBe(
        `http://archive.example.org/col/${target.metadata?.repository}/doc/metadata.json?choice=oai_dc`,
      );
      expect(metadata[`contenttype${relation}.metadata(oai_dc)`]).toBe('Metadata');
      const translated = await askVerbs(archive, en1.repository, `${verbs} GetMetadata GetTranslation`);
      expect(translated[`ibi${relation}.metadata.translation`]).toBe(`{rep ${target.metadata?.repository}}`);
    }
    const all = await askVerbs(archive, en1.repository, 'GetTranslation');
    expect(Object.keys(all).filter((name) => name.startsWith('url.'))).toEqual([
      'url.translation(en)',
      'url.translation(pt)',
    ]);
  });

  it('names the next edition only where the verbs ask for the last one', async () => {
    const archive = await open();
    const { en1, en2 } = await createFamily(archive);
    expect((await askVerbs(archive, en1.repository, 'GetLastEdition'))['ibi.nextedition']).toBe(
      `{rep ${en2.repository}}`,
    );
    expect(await ask(archive, en1.repository)).not.toHaveProperty('ibi.nextedition');
    expect(await askVerbs(archive, en2.repository, 'GetLastEdition')).not.toHaveProperty('ibi.nextedition');
    expect((await askVerbs(archive, en2.repository, 'GetLastEdition'))['ibi.lastedition']).toBe(
      `{rep ${en2.repository} ibip ${en2.ibip}}`,
    );
  });

  it('gives labels of what is held elsewhere, so that the resolver asks on', async () => {
    const archive = await open();
    const item = await depositIn(archive, 'en', {
      nextEdition: 'LK47B6W/362SFKH',
      translations: { pt: 'sid.inpe.br/mtc-m18@80/2009/08.25.19.43' },
    });
    const last = await askVerbs(archive, item.repository, 'GetLastEdition GetMetadata');
    expect(last['ibi.nextedition']).toBe('{ibip LK47B6W/362SFKH}');
    expect(Object.keys(last).filter((name) => name.startsWith('url'))).toEqual([]);
    const translation = await askVerbs(archive, item.repository, 'GetTranslation(pt) GetLastEdition');
    expect(translation['ibi.translation(pt)']).toBe('{rep sid.inpe.br/mtc-m18@80/2009/08.25.19.43}');
    expect(translation).not.toHaveProperty('urlkey');
  });

  it('gives a file that the item has, and no URL for one that it has not', async () => {
    const archive = await open();
    const item = await archive.archive.deposit(
      { files: filesOf({ 'a.txt': 'a', 'figures/b c.txt': 'b' }), metadata: { title: 'T' } },
      AUTHOR,
    );
    const url = async (path: string) => (await ask(archive, item.repository, `&parsedibiurl.filepath=${path}`))['url'];
    expect(await url('/figures/b%20c.txt')).toBe(
      `http://archive.example.org/col/${item.repository}/doc/figures/b%20c.txt`,
    );
    expect(await url('figures/b%20c.txt')).toContain('/figures/b%20c.txt');
    expect(await url('/none.txt')).toBeUndefined();
    expect(await url('/../a.txt')).toBeUndefined();
    expect(await url('/.%252e/a.txt')).toBeUndefined();
  });

  it('gives the list of files where the verbs ask for it, whatever the path', async () => {
    const archive = await open();
    const item = await depositIn(archive, 'en');
    const list = `http://archive.example.org/col/${item.repository}/doc/`;
    expect((await askVerbs(archive, item.repository, 'GetFileList'))['url']).toBe(list);
    expect(
      (await ask(archive, item.repository, '&parsedibiurl.filepath=/x&parsedibiurl.verblist=GetFileList'))['url'],
    ).toBe(list);
    expect((await askVerbs(archive, item.repository, 'GetLastEdition GetFileList'))['url.lastedition']).toBe(list);
  });

  it('leads clients of other networks to the metadata', async () => {
    const archive = await open();
    const item = await depositIn(archive, 'en', {
      access: { networks: ['150.163.0.0/16', '2001:db8::/32'], fileList: 'open' },
    });
    const from = (addresses: string) => ask(archive, item.repository, '', `clientinformation.ipaddress=${addresses}`);
    const metadata = `http://archive.example.org/col/${item.metadata?.repository}/doc/metadata.json`;
    expect(await from('150.163.2.175')).toMatchObject({ contenttype: 'Data', url: expect.stringContaining('/a.txt') });
    expect(await from('2001:db8::7')).toMatchObject({ contenttype: 'Data' });
    expect(await from('192.0.2.1')).toMatchObject({ contenttype: 'Metadata', url: metadata, state: 'Original' });
    expect(await from('150.163.2.175%20192.0.2.1')).toMatchObject({ contenttype: 'Data' });
    expect(await from('192.0.2.2%20192.0.2.1')).toMatchObject({ url: metadata });
    expect(await from('192.0.2.1%20150.163.2.175')).toMatchObject({ contenttype: 'Data' });
  });

  it('shows a tombstone of what was removed, and passes over it', async () => {
    const archive = await open();
    const { en1, en2, pt1 } = await createFamily(archive);
    await archive.archive.remove(named(en2.repository), { reason: 'plagiarism' }, AUTHOR);
    const { timestamp, ...pairs } = await ask(archive, en2.ibip ?? '');
    expect(timestamp).toMatch(/Z$/);
    expect(pairs).toEqual({
      archiveaddress: 'archive.example.org',
      ibi: `{rep ${en2.repository} ibip ${en2.ibip}}`,
      'ibi.archiveservice': `{rep ${archive.service.label}}`,
      'ibi.platformsoftware': '{}',
      state: 'Deleted',
      'tombstone.title': expect.stringMatching(/\S/),
      'tombstone.reason': 'plagiarism',
    });
    expect((await askVerbs(archive, en1.repository, 'GetLastEdition'))['url.lastedition']).toContain(en1.repository);
    await archive.archive.remove(named(pt1.repository), { reason: 'withdrawn' }, AUTHOR);
    expect(await askVerbs(archive, en1.repository, 'GetTranslation')).not.toHaveProperty('url.translation(pt)');
  });

  it('lists an item in a language of three letters as its own translation, and under no other name', async () => {
    const archive = await open();
    const { en1 } = await createFamily(archive);
    const yrl = await depositIn(archive, 'yrl', { translationOf: en1.repository });
    const own = await askVerbs(archive, yrl.repository, 'GetTranslation');
    expect(own['url.translation']).toContain(yrl.repository);
    expect(own['url.translation(en)']).toContain(en1.repository);
    const others = await askVerbs(archive, en1.repository, 'GetTranslation');
    expect(others['url.translation(en)']).toContain(en1.repository);
    expect(JSON.stringify([own, others])).not.toContain('yrl)');
    expect(Object.values(others).join()).not.toContain(yrl.repository);
  });

  it('holds the Archive service as an original of its own, which stays', async () => {
    const archive = await open();
    const { label } = archive.service;
    expect(await ask(archive, label)).toMatchObject({ state: 'Original', url: `http://archive.example.org/${label}` });
    await expect(archive.archive.remove(named(label), { reason: 'r' }, AUTHOR)).rejects.toMatchObject({
      code: 'item-refused',
    });
  });

  it('gives every relation that the item has where no filter is wanted', async () => {
    const archive = await open();
    const { en1 } = await createFamily(archive);
    const whole = await ask(archive, en1.repository, '&parsedibiurl.filter=none');
    const relations = Object.keys(whole)
      .filter((name) => /^url(?:\.|$)/.test(name))
      .map((name) => name.slice('url'.length));
    // Data: [] u ut(2) t(2) tu(2), each with m, mt, m(oai_dc), m(oai_dc)t.
    expect(relations).toHaveLength(8 * 5);
    for (const relation of relations) {
      const parsed = parseRelation(relation);
      expect(parsed.ok && formatRelation(parsed.value)).toBe(relation);
    }
    for (const [verbs, relation] of [
      ['GetTranslation(pt) GetLastEdition GetMetadata', '.translation(pt).lastedition.metadata'],
    ] as const) {
      const filtered = await askVerbs(archive, en1.repository, verbs);
      for (const prefix of ['url', 'ibi', 'state', 'contenttype', 'timestamp']) {
        expect(filtered[`${prefix}${relation}`]).toBe(whole[`${prefix}${relation}`]);
      }
    }
  });
});

const [SQLITE] = DATABASES;
const LANGUAGES =
  'ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl'.split(
    ' ',
  );

describe('the Archive service', () => {
  const open = async () => createTestArchive(await (SQLITE as NonNullable<typeof SQLITE>).openMigrated());

  it('confirms that it is there', async () => {
    expect(await (await open()).service.answer('servicesubject=inclusionConfirmationRequest')).toEqual({
      status: 200,
      body: 'confirmation yes',
    });
  });

  it.each([
    ['', 'servicesubject'],
    ['servicesubject=nonsense', 'subject'],
    ['servicesubject=urlRequest', 'clientinformation.ipaddress'],
    [`servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=nonsense`, 'slash'],
    [
      `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=LK47B6W/362SFKH&parsedibiurl.verblist=GetMetadata%20GetLastEdition`,
      'order',
    ],
    ['servicesubject=inclusionRequest&a=b', 'pair'],
  ])('refuses %j in the format of the protocol', async (query, hint) => {
    const { status, body } = await (await open()).service.answer(query);
    expect(status).toBe(400);
    expect(parseListOfPairs(body)).toMatchObject({
      ok: true,
      value: [
        { name: 'status.archive', value: 'refused' },
        { name: 'status.reason', value: expect.arrayContaining([expect.stringContaining(hint)]) },
      ],
    });
  });

  it('answers any query', async () => {
    const { service } = await open();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.boolean(), async (text, isRequest) => {
        const { status } = await service.answer(
          isRequest ? `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${text}` : text,
        );
        expect([200, 400]).toContain(status);
      }),
    );
  });

  it('looks up no more for an item with many editions and languages than for another', async () => {
    const database = await (SQLITE as NonNullable<typeof SQLITE>).openMigrated();
    let statements = 0;
    const counting = {
      ...database,
      read: <Result>(work: Parameters<typeof database.read<Result>>[0]) =>
        database.read<Result>((session) =>
          work({
            ...session,
            all(statement, values) {
              statements += 1;
              return session.all(statement, values);
            },
          }),
        ),
    };
    const archive = await createTestArchive(counting);
    const many = await depositIn(archive, 'aa');
    const few = await depositIn(archive, 'en');
    await depositIn(archive, 'pt', { translationOf: few.repository });
    await depositIn(archive, 'en', { editionOf: few.repository });
    let last = many.repository;
    for (const language of LANGUAGES) {
      await depositIn(archive, language, { translationOf: many.repository });
      last = (await depositIn(archive, 'aa', { editionOf: last })).repository;
    }
    const count = async (label: string, verbs: string): Promise<number> => {
      statements = 0;
      await askVerbs(archive, label, verbs);
      return statements;
    };
    for (const verbs of ['', 'GetLastEdition', 'GetLastEdition GetMetadata(oai_dc)', 'GetTranslation']) {
      expect(await count(many.repository, verbs)).toBe(await count(few.repository, verbs));
    }
    expect(await count(many.repository, 'GetTranslation(ab)')).toBe(await count(few.repository, 'GetTranslation(pt)'));
  });
});
