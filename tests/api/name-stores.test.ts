import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import type { MinterStore } from '../../packages/server/src/ports/minting/minter-store.ts';
import { importItems } from '../../packages/server/src/services/archive/importing/import-items.ts';
import type { NameStore } from '../../packages/server/src/services/noid/arrivals/arriving-name.ts';
import { compareNames, type DifferingName } from '../../packages/server/src/services/noid/arrivals/compare-names.ts';
import { readNames } from '../../packages/server/src/services/noid/arrivals/read-names.ts';
import { type RefusedName, takeNames } from '../../packages/server/src/services/noid/arrivals/take-names.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const MINTER = { term: 'medium', naan: '99999', naa: 'example.org', subNaa: 'lib', contact: 'x' };

/** Gives the bytes in small pieces, which cut lines and letters anywhere. */
const inPieces = (text: string | Buffer, size = 7) =>
  async function* () {
    const bytes = Buffer.from(text as string);
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  };

const readAll = async (format: NameStore, text: string | Buffer) => {
  const names = [];
  for await (const name of readNames(format, inPieces(text))) names.push(name);
  return names;
};

const ANVL = `:: ark:/99999/fk4bc
_created: 1300812337
_export: no
_owner: apitest
_ownergroup: apitest
_profile: erc
_status: public
_target: https://www.example.org/theses/17
_updated: 1300913550
erc.what: On rivers%3A 100%25%0Asure
erc.who: Prado, Ana

:: ark:/99999/fk4bd
_created: 1300812338
_status: unavailable | withdrawn by the author
_target: https://ezid.cdlib.org/id/ark:/99999/fk4bd
_updated: 1300913551

:: doi:10.5072/FK2ABC
_created: 1300812338
_target: https://www.example.org/

:: ark:/12345/x
_target: https://www.example.org/
`;
const RIVERS = {
  _created: '1300812337',
  _updated: '1300913550',
  _export: 'no',
  _owner: 'apitest',
  'ezid.ownergroup': 'apitest',
  _profile: 'erc',
  _status: 'public',
  _t: 'https://www.example.org/theses/17',
  'erc.what': 'On rivers: 100%\nsure',
  'erc.who': 'Prado, Ana',
};

const BATCH = `AUTHENTICATE SECKEY:300:0.NA/99999
a password

CREATE 99999/T1
100 HS_ADMIN 86400 1110 ADMIN 300:111111111111:0.NA/99999
300 HS_SECKEY 86400 1100 UTF8 another password
1   URL      43200 1110 UTF8 https://www.example.org/a b

CREATE 99999/fk4bf
1 URL 86400 1110 UTF8 https://www.example.org/2
200 HS_VLIST 86400 1110 LIST 300:99999/a;301:99999/b;
7 HS_SITE 86400 1110 FILE /etc/passwd

ADD 99999/t1
2 EMAIL 86400 1110 UTF8 ana@example.org

DELETE 99999/t2

CREATE 99999/t3
1 URL soon 1110 UTF8 x

CREATE 20.500/t4
1 URL 86400 1110 UTF8 https://www.example.org/4
`;

const ARKLET = `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
COPY public.ark_key (key, active, naan_id) FROM stdin;
5a1c0f7e\tt\t99999
\\.

COPY public.ark_ark (ark, shoulder, assigned_name, url, metadata, commitment, naan_id, created_at, updated_at) FROM stdin;
99999/fk4bg\t/fk4\tbg\thttps://www.example.org/5\ttitle: a\\tb\\nc\t\t99999\t2023-01-02 03:04:05.678+00\t\\N
99999/fk4bh\t/fk4\tbh
\\.
`;

describe.each(DATABASES)('names of other stores over $name', ({ openMigrated }) => {
  const start = async () => {
    const { url, node } = await serveTestNode({}, { database: await openMigrated() });
    const create = (name: string, template: string) => node.minters.create({ ...MINTER, name, template });
    await create('theses', 'fk4.see');
    await create('others', '');
    const { key } = await node.keys.create({ name: 'eva', role: 'steward' });
    const ask = (method: string, path: string) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Basic ${Buffer.from(`300%3A0.NA/99999:${key}`).toString('base64')}` },
      });
    const bind = (name: string, id: string, element: string, value: string) =>
      node.minters.bind(name, { how: 'set', id, element, value: Buffer.from(value), contact: 'tests' });
    const { minterStore: store, ...tools } = node;
    const isAlias = async (text: string) => {
      const alias = parseAlias(text);
      return alias.ok && (await node.catalogue.find(aliasLabel(alias.value))) !== undefined;
    };
    const parts = { ...tools, store, isAlias };
    const take = async (format: NameStore, text: string) => {
      const refused: RefusedName[] = [];
      const differences: DifferingName[] = [];
      const chunks = inPieces(text, 1_000);
      const taken = await takeNames(parts, readNames(format, chunks), {
        contact: 'tests',
        onRefused: (one) => void refused.push(one),
      });
      const compared = await compareNames(parts.store, readNames(format, chunks), (one) => void differences.push(one));
      return {
        ...taken,
        compared,
        refused: refused.map(({ line, name, refusal }) => [line, name, refusal.parameters]),
        differences,
      };
    };
    return { node, take, store, ask, bind };
  };

  const bound = async (store: MinterStore, minter: string, id: string) => {
    const elements = await store.read(minter, (reading) => reading.elements(id));
    return Object.fromEntries((elements ?? []).map(({ element, value }) => [element, Buffer.from(value).toString()]));
  };

  it('come from EZID with targets, states and dates, and are never minted again', async () => {
    const { node, take, store } = await start();
    const outcome = await take('ezid', ANVL);
    expect(outcome).toMatchObject({
      taken: 2,
      alreadyHere: 0,
      compared: { source: { names: 4, elements: 17 }, here: { names: 2, elements: 14 }, differences: 2 },
    });
    expect(outcome.refused).toEqual([
      [19, 'doi:10.5072/FK2ABC', { reason: 'no-name', line: 19, text: 'doi:10.5072/FK2ABC' }],
      [23, 'ark:/12345/x', { reason: 'no-minter', line: 23, text: 'ark:/12345/x' }],
    ]);
    expect(outcome.differences).toEqual([
      { line: 19, name: 'doi:10.5072/FK2ABC', part: 'name' },
      { line: 23, name: 'ark:/12345/x', part: 'name' },
    ]);
    // The minter of the shoulder has it, not the one that takes every name.
    expect(await bound(store, 'theses', '99999/fk4bc')).toEqual(RIVERS);
    expect(await bound(store, 'theses', '99999/fk4bd')).toEqual({
      _created: '1300812338',
      _updated: '1300913551',
      _status: 'unavailable',
      _reason: 'withdrawn by the author',
    });
    const record = await store.read('theses', (minter) => minter.record('99999/fk4bc'));
    expect(record).toMatchObject({ status: 'i', date: expect.stringMatching(/^2011032[23]/) });
    const ids: string[] = [];
    while (ids.length < 29 * 29 - 2) {
      ids.push(...(await node.minters.mint('theses', { count: 100, contact: 'tests' })).ids);
    }
    await expect(node.minters.mint('theses', { count: 1, contact: 'tests' })).rejects.toMatchObject({
      code: 'identifiers-exhausted',
    });
    expect(new Set(ids).size).toBe(29 * 29 - 2);
    expect(ids).not.toContain('99999/fk4bc');
  });

  it('are compared, and left as they are, when they come again', async () => {
    const { take, store, bind } = await start();
    await take('ezid', ANVL);
    expect(await take('ezid', ANVL)).toMatchObject({ taken: 0, alreadyHere: 2, compared: { differences: 2 } });
    await bind('theses', '99999/fk4bc', '_t', 'https://elsewhere.example/');
    await bind('theses', '99999/fk4bc', 'note', 'new');
    const later = await take('ezid', ANVL);
    expect(later.differences.filter(({ line }) => line === 1)).toEqual([
      { line: 1, name: 'ark:/99999/fk4bc', part: 'element', element: '_t' },
      { line: 1, name: 'ark:/99999/fk4bc', part: 'added', element: 'note' },
    ]);
    expect((await bound(store, 'theses', '99999/fk4bc'))['_t']).toBe('https://elsewhere.example/');
  });

  it('come from batch files of handles, and keep their values', async () => {
    const { take, store, ask, bind } = await start();
    const outcome = await take('handle', BATCH);
    expect(outcome).toMatchObject({ taken: 3, alreadyHere: 0 });
    expect(outcome.refused).toEqual([
      [17, undefined, { reason: 'operation', line: 17, text: 'DELETE 99999/t2' }],
      [20, undefined, { reason: 'value', line: 20, text: '99999/t3: 1 URL' }],
      [22, '20.500/t4', { reason: 'no-minter', line: 22, text: '20.500/t4' }],
    ]);
    expect(outcome.differences).toEqual([
      { line: 4, name: '99999/T1', part: 'unkept', element: '300 HS_SECKEY' },
      { line: 9, name: '99999/fk4bf', part: 'unkept', element: '7 HS_SITE' },
      { line: 17, part: 'name' },
      { line: 20, part: 'name' },
      { line: 22, name: '20.500/t4', part: 'name' },
    ]);
    const shown = await ask('GET', '/api/handles/99999/t1');
    expect(await shown.json()).toMatchObject({
      responseCode: 1,
      values: [
        { index: 1, type: 'URL', ttl: 43_200, data: { format: 'string', value: 'https://www.example.org/a b' } },
        { index: 2, type: 'EMAIL', data: { format: 'string', value: 'ana@example.org' } },
        { index: 100, type: 'HS_ADMIN', data: { format: 'admin', value: { handle: '0.NA/99999', index: 300 } } },
      ],
    });
    expect((await bound(store, 'theses', '99999/fk4bf'))['_t']).toBe('https://www.example.org/2');
    const again = await take('handle', BATCH);
    expect(again).toMatchObject({ taken: 0, alreadyHere: 3 });
    expect(again.differences).toEqual(outcome.differences);
    await bind('others', '99999/t1', 'EMAIL', 'rui@example.org');
    expect((await take('handle', BATCH)).differences).toContainEqual({
      line: 14,
      name: '99999/t1',
      part: 'element',
      element: '2 EMAIL',
    });
  });

  it('come from dumps of arklet', async () => {
    const { take, store } = await start();
    const outcome = await take('arklet', ARKLET);
    expect(outcome).toMatchObject({ taken: 1, differences: [{ line: 11, part: 'name' }] });
    expect(outcome.refused).toEqual([[11, undefined, { reason: 'unreadable', line: 11, text: '99999/fk4bh' }]]);
    expect(await bound(store, 'theses', '99999/fk4bg')).toMatchObject({
      _t: 'https://www.example.org/5',
      metadata: 'title: a\tb\nc',
      _created: '1672628645',
    });
  });

  it('are refused one by one, and held where they are meant for the long term', async () => {
    const { node, take, store } = await start();
    const path = join(createTemporaryFolder(), 'items.jsonl');
    const item = { repository: 'example.org/a/2020/01.02.03.04', aliases: ['ark:88888/bd'], files: ['a.txt'] };
    writeFileSync(path, JSON.stringify(item));
    writeFileSync(join(dirname(path), 'a.txt'), 'a');
    const imported = await importItems(
      { ...node, sources: node.given.openFolder(dirname(path)) },
      node.given.readLines(path),
      { author: { who: 'tests' } },
    );
    expect(imported).toMatchObject({ imported: 1 });
    await node.minters.create({ ...MINTER, naan: '88888', name: 'long', template: '', term: 'long' });
    const names = ['bc', 'bd', 'bf', 'bg'].map((name) => `:: ark:/88888/${name}\n_target: https://www.example.org/\n`);
    const outcome = await take('ezid', names.join('\n'));
    expect(outcome).toMatchObject({
      taken: 3,
      alreadyHere: 0,
      refused: [[4, 'ark:/88888/bd', expect.objectContaining({ reason: 'alias' })]],
    });
    expect(outcome.differences).toEqual([{ line: 4, name: 'ark:/88888/bd', part: 'name' }]);
    expect(await store.read('long', async (minter) => (await minter.progress()).held)).toBe(3);
  });

  it('are not taken where somebody here has the name, or deleted it', async () => {
    const { node, take, ask } = await start();
    await node.minters.mint('theses', { count: 1, contact: 'tests' });
    const minted = ':: ark:/99999/fk400\n_target: https://www.example.org/\n';
    expect(await take('ezid', minted)).toMatchObject({
      taken: 0,
      alreadyHere: 1,
      differences: [{ part: 'element', element: '_t' }],
    });
    await take('handle', 'CREATE 99999/gone\n1 URL 86400 1110 UTF8 https://www.example.org/\n');
    await ask('DELETE', '/api/handles/99999/gone');
    expect(await take('handle', 'ADD 99999/gone\n2 EMAIL 86400 1110 UTF8 a@example.org\n')).toMatchObject({
      taken: 0,
      differences: [{ part: 'deleted' }],
    });
  });
});

describe('files of other stores', () => {
  it('say the same in every format of EZID', async () => {
    const csv = [
      '\ufeff_id,_created,_export,_owner,_ownergroup,_profile,_status,_target,_updated,erc.what,erc.who',
      'ark:/99999/fk4bc,2011-03-22T16:45:37Z,no,apitest,apitest,erc,public,https://www.example.org/theses/17,1300913550,"On rivers: 100%\nsure","Prado, Ana"',
    ].join('\r\n');
    const xml = `<?xml version="1.0" encoding="utf-8"?>\n<records><record identifier="ark:/99999/fk4bc"><element name="_created">1300812337</element><element name="_export">no</element><element name="_owner">apitest</element><element name="_ownergroup">apitest</element><element name="_profile">erc</element><element name="_status">public</element><element name="_target">https://www.example.org/theses/17</element><element name="_updated">1300913550</element><element name="erc.what">On rivers: 100%&#10;sure</element><element name="erc.who">Prado, Ana</element></record><record identifier="ark:/99999/fk4be"><element name="datacite"><resource><title>a &gt; b</title></resource></element></record></records>`;
    const [anvl] = await readAll('ezid', ANVL);
    const [row] = await readAll('ezid', csv);
    const [element, other] = await readAll('ezid', xml);
    for (const name of [anvl, row, element]) {
      if (name === undefined || !('kind' in name) || name.kind !== 'ark') throw new Error('no name was read');
      expect(name).toMatchObject({ text: 'ark:/99999/fk4bc', created: 1_300_812_337 });
      expect(Object.fromEntries(name.elements)).toEqual(RIVERS);
    }
    expect(other && 'kind' in other && other.kind === 'ark' && [...other.elements]).toEqual([
      ['datacite', '<resource><title>a &gt; b</title></resource>'],
    ]);
  });

  it('keep what has no meaning here under another name', async () => {
    const [name] = await readAll(
      'ezid',
      ':: ark:/99999/x\n_target: gopher://example.org/\n_status: odd\n_datacenter: CDL\n_created: long ago\n',
    );
    expect(name && 'kind' in name && name.kind === 'ark' && Object.fromEntries(name.elements)).toEqual({
      'ezid.target': 'gopher://example.org/',
      'ezid.status': 'odd',
      'ezid.datacenter': 'CDL',
      'ezid.created': 'long ago',
    });
  });

  it('of arklet may be a table', async () => {
    const [name] = await readAll('arklet', 'ark,url,commitment\n99999/x1,https://www.example.org/,"for ever"\n');
    expect(name).toMatchObject({ kind: 'ark', text: 'ark:/99999/x1' });
  });

  it.each([
    ['ezid', '', { reason: 'no-names', line: 1 }],
    ['ezid', 'text before\n', { reason: 'columns', line: 1 }],
    ['ezid', 'a,b\n1,2\n', { reason: 'columns', line: 1, text: '_id' }],
    ['ezid', '<records><record identifier="a">', { reason: 'cut' }],
    ['ezid', Buffer.from('<records>\n\xff>', 'latin1'), { reason: 'unreadable' }],
    ['arklet', 'CREATE TABLE x;\n', { reason: 'no-names' }],
    ['arklet', 'COPY public.ark_ark (ark) FROM stdin;\n1/x\n', { reason: 'cut' }],
  ] as const)('of %s are refused as a whole: %j', async (format, text, parameters) => {
    await expect(readAll(format, text)).rejects.toMatchObject({ code: 'name-source-invalid', parameters });
  });

  it.each([
    ['ezid', ':: ark:/1/x\nno colon\n', 1],
    ['ezid', ':: ark:/1/x\n_target: %\n', 1],
    ['ezid', Buffer.from(':: ark:/1/x\n_target: \xff\n', 'latin1'), 2],
    ['ezid', ':: ark:/1/x\n continued\n', 1],
    ['ezid', '_id,a\nark:/1/x\n', 2],
    ['ezid', '_id,a\nark:/1/x,"b\n', 2],
    ['ezid', '<!DOCTYPE x [<!ENTITY a "b">]><records><record identifier="x"></record></records>', 1],
    ['ezid', `<records><record identifier="x">${'<element name="a">'.repeat(2_000)}</record></records>`, 1],
    ['handle', 'CREATE\n', 1],
    ['handle', 'CREATE 1/x\n1 URL\n', 2],
    ['handle', 'CREATE 1/x\n1 URL 1 1110 UTF8 a\n1 URL 1 1110 UTF8 b\n', 1],
    ['handle', 'CREATE 1/x\n1 HS_ADMIN 1 1110 ADMIN nobody\n', 2],
  ] as const)('of %s have lines that are refused: %j', async (format, text, line) => {
    const names = await readAll(format, text);
    const refused = names.filter((name) => 'refused' in name);
    expect(refused.map((name) => name.line)).toEqual([line]);
  });
});
