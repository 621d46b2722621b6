import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseTemplate } from '@perene/core/noid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import { createQuickSecrets } from '../../packages/server/src/adapters/system/quick-secrets.ts';
import { createPatterns } from '../../packages/server/src/adapters/system/re2-patterns.ts';
import type { MinterStore } from '../../packages/server/src/ports/minting/minter-store.ts';
import { fetchElements } from '../../packages/server/src/services/noid/bindings/fetch-elements.ts';
import { mintIdentifiers } from '../../packages/server/src/services/noid/identifiers/mint-identifiers.ts';
import { addMinter } from '../../packages/server/src/services/noid/minters/add-minter.ts';
import { importBerkeleyMinter } from '../../packages/server/src/services/noid/moving/berkeley/berkeley-minter.ts';
import type { ImportedMinter } from '../../packages/server/src/services/noid/moving/fill-minter.ts';
import { describeNote } from '../../packages/server/src/transports/cli/noid/move-commands.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { linesOf, writeDump, writePerlDatabase } from './berkeley-text.ts';
import { type Act, acts, mintNext, type RandomRequest, requests, useMinter, work } from './random-minters.ts';

interface DumpCase {
  readonly file: string;
  readonly template: string;
  readonly term: string;
  readonly imported: ImportedMinter;
  readonly told: readonly string[];
  readonly next: readonly { readonly clock: string; readonly ids: readonly string[] }[];
}

const read = (name: string): Buffer => readFileSync(new URL(`../../vectors/noid/berkeley/${name}`, import.meta.url));
const { cases } = JSON.parse(read('expected.json').toString()) as { readonly cases: readonly DumpCase[] };
const needs = { secrets: createQuickSecrets(), patterns: createPatterns() };
const CLOCK = '20240102030405';

const clockAt = (date: string) => {
  const [year = 0, month = 0, day, hour, minute, second] = (date.match(/^\d{4}|\d\d/g) ?? []).map(Number);
  const milliseconds = new Date(year, month - 1, day, hour, minute, second).getTime();
  return { now: () => BigInt(milliseconds) * 1_000n };
};

const mint = async (store: MinterStore, name: string, count: number, clock = CLOCK): Promise<readonly string[]> => {
  const work = { ...needs, clock: clockAt(clock), contact: 'root/root', log: () => undefined };
  const minted = await store.change(name, (minter) => mintIdentifiers(minter, work, { count }));
  return minted?.ids ?? [];
};

const importDump = async (store: MinterStore, name: string, dump: string | Uint8Array) => {
  const told: string[] = [];
  const imported = await importBerkeleyMinter(store, {
    ...needs,
    name,
    lines: linesOf(dump),
    tell: (note) => told.push(describeNote(note)),
  });
  return { imported, told };
};

describe.each(DATABASES)('a dump of the Perl program, on $name', ({ openMigrated }) => {
  it('has a case for each file of vectors/noid/berkeley/', () => {
    const files = readdirSync(new URL('../../vectors/noid/berkeley/', import.meta.url));
    expect(cases.map(({ file }) => file).sort()).toEqual(files.filter((file) => file.endsWith('.txt')).sort());
  });

  it.each(cases)('$file', async ({ file, template, term, imported, told, next }) => {
    const store = createSqlMinterStore(await openMigrated());
    const answer = await importDump(store, 'old', read(file));
    expect(answer.imported).toEqual(imported);
    expect(answer.told).toHaveLength(told.length);
    for (const part of told) expect(answer.told.filter((line) => line.includes(part))).toHaveLength(1);
    const kept = await store.read('old', async (minter) => ({ ...minter.definition, ...(await minter.progress()) }));
    expect(kept).toMatchObject({
      template,
      term,
      held: imported.held,
      queued: imported.queued,
      contact: 'root/root',
      created: CLOCK,
    });
    expect(kept?.report).toMatch(/^# Creation record .*\n# \nerc:\nwho: /);
    for (const { clock, ids } of next) {
      const minted = await mint(store, 'old', Math.max(1, ids.length), clock);
      expect(minted).toEqual(ids);
    }
  });
});

interface MintCase {
  readonly template: string;
  readonly args: readonly string[];
  readonly first60: readonly string[];
  readonly whole?: {
    readonly minted: number;
    readonly sha256_of_ids_joined_by_newline_with_final_newline: string;
  };
}

const mintCases = (
  JSON.parse(readFileSync(new URL('../../vectors/noid/mint.json', import.meta.url), 'utf8')) as {
    readonly cases: readonly MintCase[];
  }
).cases;

const isCountable = (text: string): boolean => {
  const template = parseTemplate(text);
  return template.ok && (template.value.order !== 'random' || template.value.total <= BigInt(Number.MAX_SAFE_INTEGER));
};

const createOld = (store: MinterStore, name: string, { template, args }: MintCase) => {
  const [term, naan, naa, subNaa] = args;
  const request = { name, template, term, naan, naa, subNaa, contact: 'root/root', where: 'here' };
  return addMinter(store, request, { ...needs, clock: clockAt(CLOCK) });
};

/** Imports what the Perl program would have after the old minter's mints. */
const moveOn = async (store: MinterStore, from: string, to: string) => {
  const pairs = await store.read(from, writePerlDatabase);
  return importDump(store, to, writeDump(pairs ?? {}));
};

describe('minting goes on in the order of the Perl program', () => {
  it.each(mintCases.filter(({ template }) => isCountable(template)))('$template $args', async (mintCase) => {
    const [sqlite] = DATABASES;
    const store = createSqlMinterStore((await sqlite?.openMigrated()) ?? expect.fail('no database'));
    await createOld(store, 'm0', mintCase);
    const ids: string[] = [];
    // Each step imports another minter, from where the one before stopped.
    for (const [step, count] of [0, 1, 6, 24, 29].entries()) {
      ids.push(...(await mint(store, `m${step}`, count)));
      const { imported, told } = await moveOn(store, `m${step}`, `m${step + 1}`);
      expect(told).toEqual([]);
      expect(imported.issued).toBe(new Set(ids).size);
    }
    expect(ids).toEqual(mintCase.first60.slice(0, 60));
    if (mintCase.whole === undefined) return;
    ids.push(...(await mint(store, 'm5', mintCase.whole.minted - ids.length)));
    const digest = createHash('sha256')
      .update(`${ids.join('\n')}\n`)
      .digest('hex');
    expect(digest).toBe(mintCase.whole.sha256_of_ids_joined_by_newline_with_final_newline);
  });

  it.each(mintCases.filter(({ template }) => !isCountable(template)))(
    'or anew where that cannot count, without repeats: $template',
    async (mintCase) => {
      const [sqlite] = DATABASES;
      const store = createSqlMinterStore((await sqlite?.openMigrated()) ?? expect.fail('no database'));
      await createOld(store, 'm0', mintCase);
      const before = await mint(store, 'm0', 30);
      const { told } = await moveOn(store, 'm0', 'm1');
      expect(told).toEqual([
        expect.stringMatching(/^order: \d+ identifiers are more than the original counts exactly/),
      ]);
      const after = await mint(store, 'm1', 60);
      expect(new Set([...before, ...after]).size).toBe(90);
    },
  );
});

describe('the database that the Perl program would have of any minter', () => {
  it('mints the same once it is imported', async () => {
    const [sqlite] = DATABASES;
    const store = createSqlMinterStore((await sqlite?.openMigrated()) ?? expect.fail('no database'));
    let number = 0;
    const law = async (request: RandomRequest, doings: readonly Act[]): Promise<void> => {
      fc.pre(isCountable(request.template ?? ''));
      number += 1;
      const [before, after] = [`before${number}`, `after${number}`];
      const shared = { naan: '13030', naa: 'cdlib.org', subNaa: 'oac', contact: 'root/root', where: 'here' };
      await addMinter(store, { ...shared, ...request, seed: 0, name: before }, work);
      await useMinter(store, before, doings);
      const { imported } = await moveOn(store, before, after);
      const progress = await store.read(before, (minter) => minter.progress());
      expect(imported).toMatchObject({ held: progress?.held, queued: progress?.queued });
      expect(await mintNext(store, after)).toEqual(await mintNext(store, before));
    };
    await fc.assert(fc.asyncProperty(requests, fc.array(acts, { maxLength: 15 }), law), { numRuns: 50 });
  });
});

describe('what a dump brings', () => {
  const open = async () => {
    const [sqlite] = DATABASES;
    const store = createSqlMinterStore((await sqlite?.openMigrated()) ?? expect.fail('no database'));
    await createOld(store, 'empty', { template: '.rdd', args: [], first60: [] });
    const pairs = (await store.read('empty', writePerlDatabase)) ?? {};
    return { store, pairs };
  };

  it('keeps every byte of a value, and rules that work', async () => {
    const { store } = await open();
    await importDump(store, 'rules', read('rules.txt'));
    const fetched = await store.read('rules', async (minter) => ({
      elements: await minter.elements('ft89xr2t'),
      made: await fetchElements(minter, needs, { id: 'ft1xyz', elements: ['my_elem', 'two', 'bad'] }),
      notes: await minter.notes(),
    }));
    expect(fetched?.elements.map(({ element, value }) => [element, Buffer.from(value).toString('latin1')])).toEqual([
      ['redirect', 'stored'],
      ['scan', '\0\x01\xff\\\n'],
      ['título', 'Mem\xf3ria'],
    ]);
    expect(fetched?.made.elements.map(({ value }) => value && Buffer.from(value).toString())).toEqual([
      'yz/g7h/1',
      undefined,
      undefined,
    ]);
    expect(fetched?.notes.map(({ element, value }) => [element, Buffer.from(value).toString()])).toEqual([
      ['curator', 'Ana\n(library)'],
    ]);
  });

  it('takes what means nothing as issued, and leaves out what cannot be kept', async () => {
    const { store, pairs } = await open();
    const { imported, told } = await importDump(
      store,
      'odd',
      writeDump({
        ...pairs,
        '18\t:/c': 'x|nothing',
        '05\t:/p': 'salt',
        [`${'9'.repeat(1_025)}\t:/c`]: `i|${CLOCK}|root/root|1`,
        'no tab': 'x',
        '05\t:/z': 'x',
        ':/recycle/1': 'x',
        [`${'x'.repeat(2_000)}\x1b[2J`]: 'x',
      }),
    );
    expect(imported).toMatchObject({ identifiers: 2, issued: 1 });
    expect(told.map((line) => line.replace(/^line \d+: /, '').replaceAll(/9{1025}/g, '9...'))).toEqual([
      'left out: the key 05 :/z is unknown',
      '18 has the circulation record "x|nothing", which means nothing: taken as issued',
      'left out: the identifier has more than 1024 bytes; choose a shorter one',
      'left out: the key :/recycle/1 is unknown',
      'left out: the key no tab is unknown',
      expect.stringMatching(/^left out: the key x{900,1000}\.\.\.$/),
    ]);
    const record = await store.read('odd', (minter) => minter.record('05'));
    expect(record?.pepper).toBe(needs.secrets.sha256('salt'));
    expect(await mint(store, 'odd', 2)).toEqual(['92', '78']);
  });

  it('queues once what is in the queue twice', async () => {
    const { store, pairs } = await open();
    const { imported, told } = await importDump(
      store,
      'twice',
      writeDump({
        ...pairs,
        '33\t:/c': `qu|${CLOCK}|root/root|0`,
        ':/q/20240101000000/000001/00033': '33',
        ':/q/20240101000000/000002/00033': '33',
      }),
    );
    expect(imported.queued).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^line \d+: left out: 33 is in the queue already$/)]);
    expect(await mint(store, 'twice', 2)).toEqual(['33', '18']);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, RegExp]>([
    ['no template', { ':/template': undefined }, /has no :\/template/],
    ['another template', { ':/template': 'x.q' }, /has the template x\.q, which is none/],
    ['another prefix', { ':/prefix': 'x' }, /has "x" under :\/prefix, and its template says ""/],
    ['another size of counters', { ':/percounter': '2' }, /has "2" under :\/percounter/],
    ['a word for a number', { ':/oacounter': 'many' }, /has "many" under :\/oacounter, where a number is needed/],
    ['a missing counter', { ':/c7/value': undefined }, /has no :\/c7\/value/],
    ['a counter too many', { ':/c100/value': '0' }, /the template has 100 counters, not 101/],
    ['a counter beyond its end', { ':/c7/value': '2' }, /counter 7 ends at 1, and stands at 2/],
    ['a counter that does not add up', { ':/c7/value': '1' }, /the counters together do not stand at 0/],
    ['a list without a counter', { ':/saclist': 'c0 c1' }, /each counter is once among/],
    ['a list of something else', { ':/saclist': 'c0 x1' }, /has "x1" under :\/saclist/],
    ['more issued than there are', { ':/oacounter': '101' }, /101 identifiers are issued/],
  ])('refuses %s', async (_, changes, message) => {
    const { store, pairs } = await open();
    const changed = Object.entries({ ...pairs, ...changes }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    const importing = importDump(store, 'broken', writeDump(Object.fromEntries(changed)));
    await expect(importing).rejects.toMatchObject({ code: 'record-invalid', message: expect.stringMatching(message) });
    expect((await store.list()).map(({ name }) => name)).toEqual(['empty']);
  });

  it('refuses a name that is taken', async () => {
    const { store, pairs } = await open();
    await expect(importDump(store, 'empty', writeDump(pairs))).rejects.toMatchObject({ code: 'minter-exists' });
  });
});
