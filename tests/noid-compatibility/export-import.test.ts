import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import type { MinterStore, MinterWriting } from '../../packages/server/src/ports/minting/minter-store.ts';
import { bindElement } from '../../packages/server/src/services/noid/bindings/bind-element.ts';
import { formatLocalTime } from '../../packages/server/src/services/noid/identifiers/local-time.ts';
import { mintIdentifiers } from '../../packages/server/src/services/noid/identifiers/mint-identifiers.ts';
import { queueIdentifiers } from '../../packages/server/src/services/noid/identifiers/queue-identifiers.ts';
import { saveNote } from '../../packages/server/src/services/noid/identifiers/save-note.ts';
import { addMinter, type MinterRequest } from '../../packages/server/src/services/noid/minters/add-minter.ts';
import { exportMinter } from '../../packages/server/src/services/noid/moving/export-minter.ts';
import { importMinter } from '../../packages/server/src/services/noid/moving/import-minter.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { type Act, acts, mintNext, type RandomRequest, requests, useMinter, work } from './random-minters.ts';

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value, void> {
  yield* values;
}

const exported = async (store: MinterStore, name: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of exportMinter(store, name)) lines.push(line);
  return lines;
};

const change = async (store: MinterStore, name: string, act: (minter: MinterWriting) => Promise<unknown>) => {
  const isFound = await store.change(name, async (minter) => {
    await act(minter);
    return true;
  });
  expect(isFound).toBe(true);
};

const create = (store: MinterStore, request: Partial<MinterRequest> & { readonly name: string }) =>
  addMinter(store, { contact: 'root/root', where: 'here', ...request }, work);

const WAYS = DATABASES.flatMap((from) => DATABASES.map((to) => ({ from, to, way: `${from.name} to ${to.name}` })));

describe.each(WAYS)('a whole minter, from $way', ({ from, to }) => {
  it('is the same after export and import, and mints the same', async () => {
    const old = createSqlMinterStore(await from.openMigrated());
    const other = createSqlMinterStore(await to.openMigrated());
    let number = 0;
    const law = async (request: RandomRequest, doings: readonly Act[]) => {
      number += 1;
      const name = `m${number}`;
      await create(old, { name, naan: '13030', naa: 'cdlib.org', subNaa: 'oac', ...request });
      await useMinter(old, name, doings);
      const lines = await exported(old, name);
      const moved = `${name}-moved`;
      await importMinter(other, { name: moved, lines: each(lines) });
      expect(await exported(other, moved)).toEqual(lines);
      const [before, after] = [await mintNext(old, name), await mintNext(other, moved)];
      expect(after).toEqual(before);
    };
    await fc.assert(fc.asyncProperty(requests, fc.array(acts, { maxLength: 15 }), law), { numRuns: 25 });
  });
});

describe.each(DATABASES)('exported lines, on $name', ({ openMigrated }) => {
  const open = async () => createSqlMinterStore(await openMigrated());

  const createUsed = async (store: MinterStore): Promise<void> => {
    await create(store, { name: 'used', template: '.rdd' });
    await change(store, 'used', async (minter) => {
      await mintIdentifiers(minter, work, { count: 3, elements: [{ element: 'title', value: Buffer.from('Rã') }] });
      await queueIdentifiers(minter, work, { when: 'now', ids: ['18'] });
      await saveNote(minter, work, { key: 'curator', value: Buffer.from([0xff]) });
    });
  };

  it('are what the documentation says', async () => {
    const store = await open();
    await createUsed(store);
    const [header = '', ...rest] = await exported(store, 'used');
    expect(JSON.parse(header)).toMatchObject({
      format: 'perene-minter',
      version: 1,
      definition: { template: '.rdd', term: 'medium' },
      progress: { mints: 3, queued: 1, sequence: { issued: 3 } },
    });
    const date = formatLocalTime(work.clock.now());
    const shared = { date, contact: 'root/root', held: false, elements: { title: 'Rã' } };
    expect(rest.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: '05', status: 'i', position: 2, ...shared },
      { id: '18', status: 'qi', position: 3, ...shared },
      { id: '92', status: 'i', position: 3, ...shared },
      { queue: { id: '18', date, number: 1, padded: '00018' } },
      { note: 'curator', value: { base64: '/w==' } },
      { day: date.slice(0, 8), mints: 3 },
      { end: { identifiers: 3, elements: 0, queue: 1, notes: 1, days: 1 } },
    ]);
  });

  it('have a line of its own for each large value, in base 64', async () => {
    const store = await open();
    await create(store, { name: 'large' });
    const large = Buffer.alloc(6 * 1_048_576, 'x');
    await change(store, 'large', async (minter) => {
      for (const element of ['a', 'b', 'c']) {
        await bindElement(minter, work, {
          how: 'set',
          id: 'one',
          element,
          value: element === 'b' ? large : Buffer.from('v'),
        });
      }
    });
    const lines = await exported(store, 'large');
    expect(lines.slice(1).map((line) => line.slice(0, 45).replace(/x{3,}.*/, ''))).toEqual([
      '{"id":"one","elements":{"a":"v"}}',
      '{"of":"one","element":"b","value":{"base64":"',
      '{"of":"one","element":"c","value":"v"}',
      '{"end":{"identifiers":1,"elements":2,"queue":',
    ]);
    const done: number[] = [];
    const imported = await importMinter(store, {
      name: 'other',
      lines: each(lines),
      progress: (count) => done.push(count),
    });
    expect(imported).toMatchObject({ identifiers: 1, bindings: 3 });
    expect(done).toEqual([5]);
    expect(await store.read('other', (minter) => minter.element('one', 'b'))).toEqual(new Uint8Array(large));
  });

  it('are of one moment, and may be left at any time', async () => {
    const store = await open();
    await create(store, { name: 'used', template: '.zd' });
    await change(store, 'used', (minter) => mintIdentifiers(minter, work, { count: 5_000 }));
    const seen: string[] = [];
    for await (const line of exportMinter(store, 'used')) {
      if (seen.length === 0) await change(store, 'used', (minter) => mintIdentifiers(minter, work, { count: 10 }));
      seen.push(line);
    }
    expect(JSON.parse(seen.at(-1) ?? '')).toMatchObject({ end: { identifiers: 5_000 } });
    for await (const line of exportMinter(store, 'used')) {
      expect(line).toContain('"issued":5010');
      break;
    }
    expect(await exported(store, 'used')).toHaveLength(5_013);
  });

  it('of a minter that is not there are refused', async () => {
    await expect(exported(await open(), 'none')).rejects.toMatchObject({ code: 'minter-not-found' });
  });

  const edit = (at: number, pattern: string | RegExp, text: string) => (lines: string[]) => {
    expect(lines[at]).toMatch(pattern);
    lines[at] = (lines[at] ?? '').replace(pattern, text);
  };

  it.each<[string, (lines: string[]) => void, string]>([
    ['nothing', (lines) => lines.splice(0), 'the file is empty'],
    ['no JSON', edit(2, /}$/, ''), 'line 3: the line is no JSON'],
    ['a list', edit(2, /.*/, '[]'), 'line 3: the line is no object'],
    ['something else', edit(2, /.*/, '{"x":1}'), 'line 3: the line has neither "id"'],
    ['another format', edit(0, 'perene-minter', 'x'), 'line 1: "format" is "perene-minter"'],
    ['a newer version', edit(0, '"version":1', '"version":2'), 'line 1: "version" is 1'],
    ['another template', edit(0, '".rdd"', '".q"'), 'line 1: "template" (.q) is no template'],
    [
      'a larger template',
      edit(0, '".rdd"', '".rddd"'),
      'line 1: "sequence" does not fit the template .rddd: the template has 250 counters, not 100',
    ],
    [
      'an ordered template',
      edit(0, '".rdd"', '".sdd"'),
      'does not fit the template .sdd: only a random order has counters',
    ],
    ['a binding template', edit(0, '".rdd"', '"-"'), '3 identifiers are issued, and the template has no more than 0'],
    ['a counter in the wrong list', edit(0, '"active":[0,', '"active":[17,'), 'line 1: "sequence" does not fit'],
    [
      'active counters out of order',
      edit(0, '"active":[0,1,', '"active":[1,0,'),
      'the active counters are not in order',
    ],
    ['an unknown counter', edit(0, '"active":[0,', '"active":[100,'), 'counter 100 is in the wrong list'],
    [
      'an unfilled counter among the full',
      edit(0, /"active":\[0,(.*)"full":\[/, '"active":[$1"full":[0,'),
      'counter 0 is in the wrong list',
    ],
    ['an unknown term', edit(0, '"term":"medium"', '"term":"-"'), 'line 1: "term" is one of short, medium, long'],
    ['a large seed', edit(0, '"seed":0', '"seed":4294967296'), 'line 1: "seed" is at most 4294967295'],
    ['no definition', edit(0, '"definition":{', '"definition":3,"x":{'), 'line 1: "definition" is an object'],
    ['a half', edit(0, '"mints":3', '"mints":3.5'), 'line 1: "mints" is a whole number'],
    ['a list of words', edit(0, '"full":[', '"full":["a",'), 'line 1: "full" is a list of whole numbers'],
    ['a word for a truth', edit(1, '"held":false', '"held":"no"'), 'line 2: "held" is true or false'],
    ['an unknown status', edit(1, '"status":"i"', '"status":"x"'), 'line 2: "status" has the form'],
    ['a number for a name', edit(1, '"id":"05"', '"id":5'), 'line 2: "id" is a text'],
    ['an empty name', edit(1, '"id":"05"', '"id":""'), 'line 2: "id" is not empty'],
    ['a long name', edit(1, '"id":"05"', `"id":"${'5'.repeat(1_025)}"`), 'line 2: "id" has more than 1024 bytes'],
    ['half a character', edit(1, '"contact":"', '"contact":"\\ud800'), 'line 2: "contact" is a text'],
    ['half a character in a value', edit(1, '"Rã"', '"\\ud800"'), 'line 2: the value of "title" is a text or'],
    ['an element without a name', edit(1, '"title"', '""'), 'line 2: the name of an element is not empty'],
    ['a number for a value', edit(1, '"Rã"', '3'), 'line 2: the value of "title" is a text or'],
    ['what is no base 64', edit(5, '/w==', '/*=='), 'line 6: the value of "value" is a text or'],
    ['cut base 64', edit(5, '/w==', '/w='), 'line 6: the value of "value" is a text or'],
    ['a repeated identifier', (lines) => lines.splice(2, 0, lines[1] ?? ''), 'line 3: 05 comes for the second time'],
    ['a repeated identifier for another', edit(2, '"id":"18"', '"id":"05"'), 'line 3: 05 comes for the second time'],
    [
      'a repeated queue entry',
      (lines) => {
        lines.splice(4, 0, lines[4] ?? '');
        edit(8, '"queue":1', '"queue":2')(lines);
      },
      'line 6: 18 is in the queue already',
    ],
    [
      'a repeated note',
      (lines) => lines.splice(5, 0, lines[5] ?? ''),
      'line 7: the note curator comes for the second time',
    ],
    ['a repeated day', (lines) => lines.splice(6, 0, lines[6] ?? ''), 'comes for the second time'],
    ['a cut file', (lines) => lines.splice(-1), 'line 7: the file ends without its end line: it was cut'],
    [
      'a missing line',
      (lines) => lines.splice(2, 1),
      'line 7: the end line tells of 3 lines of identifiers, and there are 2',
    ],
    ['more after the end', (lines) => lines.push(lines[1] ?? ''), 'line 9: there is more after the end line'],
  ])('are refused with %s', async (_, spoil, message) => {
    const store = await open();
    await createUsed(store);
    const lines = [...(await exported(store, 'used'))];
    spoil(lines);
    await expect(importMinter(store, { name: 'other', lines: each(lines) })).rejects.toMatchObject({
      code: 'record-invalid',
      message: expect.stringContaining(message),
    });
    expect((await store.list()).map(({ name }) => name)).toEqual(['used']);
  });

  it('are refused under a name that is taken', async () => {
    const store = await open();
    await createUsed(store);
    const lines = await exported(store, 'used');
    await expect(importMinter(store, { name: 'used', lines: each(lines) })).rejects.toMatchObject({
      code: 'minter-exists',
    });
    expect(await exported(store, 'used')).toEqual(lines);
  });
});
