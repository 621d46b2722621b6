import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { named } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, serveMovingNode } from '../fixtures/moving-node.ts';
import { readOaiDc } from '../fixtures/oai-dc-schema.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/item/oai-dc.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly { readonly xml: string; readonly note: string }[];
};

describe('the schema of oai_dc', () => {
  it.each(cases)('takes what is written: $note', ({ xml }) => {
    expect(readOaiDc(xml)['title']).toHaveLength(xml.match(/<dc:title/g)?.length ?? 0);
  });

  it.each([
    ['another element', '<dc:isbn>9</dc:isbn>'],
    ['an element inside of another', '<dc:title><dc:title>T</dc:title></dc:title>'],
    ['a language that is none', '<dc:title xml:lang="?">T</dc:title>'],
    ['what is not well-formed', '<dc:title>T</dc:creator>'],
  ])('refuses %s', (_what, element) => {
    const [least] = cases;
    expect(() => readOaiDc(least?.xml.replace('<dc:title>T</dc:title>', element) ?? '')).toThrow();
  });
});

describe.each(DATABASES)('the record of an item in $name', ({ openMigrated }) => {
  const startNode = async (name: string): Promise<MovingNode> => {
    const publicUrl = `http://localhost:${await findFreePort()}`;
    const database = await openMigrated();
    const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl });
    const server = await serveMovingNode(node);
    onTestFinished(() => server.close());
    return node;
  };

  const readAt = async (url: string) => {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    return readOaiDc(await answer.text());
  };

  it('says all that is known, wherever it is asked for', async () => {
    const node = await startNode('here');
    const deposit = (more: object) =>
      node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }), metadata: { title: 'T' }, ...more }, AUTHOR);
    const first = await deposit({ language: 'en' });
    const second = await deposit({
      language: 'en',
      editionOf: first.repository,
      metadata: {
        title: { value: 'Second', language: 'en' },
        creator: ['Lima, Ana'],
        abstract: 'What it is about',
        publisher: 'INPE',
        contributor: 'Souza, Rui',
        subject: 'maps',
        coverage: 'Brazil',
        source: 'an older map',
        rights: 'CC BY 4.0',
        date: '2019',
      },
      access: { networks: ['127.0.0.0/8', '::1/128'], fileList: 'open' },
    });
    const translated = await deposit({ language: 'pt', translationOf: second.repository });
    await node.archive.edit(named(second.repository), { addIbips: ['8JMKD3MGP8W/35MME4E', 'LK47B6W/362SFKH'] }, AUTHOR);
    const { metadata } = await node.archive.show(named(second.repository));
    const record = await readAt(`${node.publicUrl}/col/${metadata?.repository}/doc/metadata.json?choice=oai_dc`);
    expect(record).toEqual({
      title: ['Second'],
      creator: ['Lima, Ana'],
      subject: ['maps'],
      description: ['What it is about'],
      publisher: ['INPE'],
      contributor: ['Souza, Rui'],
      date: ['2019'],
      type: ['Text'],
      format: ['text/plain'],
      identifier: [
        `${node.publicUrl}/8JMKD3MGP8W/35MME4E`,
        second.repository,
        '8JMKD3MGP8W/35MME4E',
        'LK47B6W/362SFKH',
      ],
      source: ['an older map'],
      language: ['en'],
      relation: [`${node.publicUrl}/${first.repository}`, `${node.publicUrl}/${translated.repository}`],
      coverage: ['Brazil'],
      rights: ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/', 'info:eu-repo/semantics/restrictedAccess'],
    });
    for (const label of [second.repository, 'LK47B6W/362SFKH', metadata?.repository]) {
      expect(await readAt(`${node.publicUrl}/items/${label}/metadata.xml`)).toEqual(record);
    }
    const { date, rights, relation } = await readAt(`${node.publicUrl}/items/${first.repository}/metadata.xml`);
    expect([date, rights, relation]).toEqual([
      [first.created.slice(0, 10)],
      ['info:eu-repo/semantics/openAccess'],
      [`${node.publicUrl}/${second.repository}`],
    ]);
  });

  it('of a copy names its source, of a removed item no rights, of a closed list nothing', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const { repository } = await there.archive.deposit(
      { files: filesOf({ 'a.png': 'a' }), metadata: { title: 'T' } },
      AUTHOR,
    );
    await here.copy(repository, { from: there.publicUrl });
    const { source } = await readAt(`${here.publicUrl}/items/${repository}/metadata.xml`);
    expect(source).toEqual([`${there.publicUrl}/items/${repository}`]);
    const closed = {
      files: filesOf({ 'a.txt': 'a' }),
      metadata: { title: 'T' },
      access: { fileList: 'closed' },
    } as const;
    const hidden = await there.archive.deposit(closed, AUTHOR);
    const shown = await readAt(`${there.publicUrl}/col/${hidden.metadata?.repository}/doc/metadata.json?choice=oai_dc`);
    expect([shown['format'], shown['type']]).toEqual([undefined, undefined]);
    const { metadata } = await there.archive.show(named(repository));
    await there.archive.remove(named(repository), { reason: 'by mistake' }, AUTHOR);
    const record = await readAt(`${there.publicUrl}/col/${metadata?.repository}/doc/metadata.json?choice=oai_dc`);
    expect(record['rights']).toBeUndefined();
    expect(record['identifier']).toContain(repository);
  });
});
