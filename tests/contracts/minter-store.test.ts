import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlMinterStore } from '../../packages/server/src/adapters/sql/minters/sql-minter-store.ts';
import type {
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  MinterReading,
  MinterStore,
  MinterWriting,
  QueueEntry,
} from '../../packages/server/src/ports/minting/minter-store.ts';
import { DATABASES } from '../fixtures/databases.ts';

/** Each adapter opens the same data as often as it is asked to. */
const ADAPTERS = DATABASES.map(({ name, createMigratedData }) => ({
  name,
  createStore: async () => {
    const open = await createMigratedData();
    return async (): Promise<MinterStore> => createSqlMinterStore(await open());
  },
}));

const definition = (name: string): MinterDefinition => ({
  name,
  template: 'f.rdek',
  bindsAnything: false,
  term: 'long',
  naan: '12345',
  naa: 'example.org',
  subNaa: 'Ação "x"',
  seed: 7,
  properties: 'GRANITE',
  contact: 'ana/staff',
  created: '20240102030405',
  report: 'line 1\nline 2 \\ ç\n',
});

const PROGRESS: MinterProgress = {
  sequence: { issued: 0, counters: [0, 0], active: [0, 1], full: [] },
  mints: 0,
  held: 0,
  queued: 0,
  firstNumber: 1,
  datedNumber: 1,
  latestDate: '0',
  policy: '',
};

const record = (id: string, more: Partial<IdentifierRecord> = {}): IdentifierRecord => ({
  id,
  status: 'i',
  date: '20240102030405',
  contact: 'ana/staff',
  position: 1,
  isHeld: false,
  pepper: undefined,
  ...more,
});

const entry = (id: string, date: string, number: number): QueueEntry => ({ id, date, number, padded: `00${id}` });

const NO_DATE = '00000000000000';
const bytesOf = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
/** Makes the kind of array that an adapter returns irrelevant. */
const plain = (value: Uint8Array | undefined): readonly number[] | undefined => value && [...value];

describe.each(ADAPTERS)('minter store: $name', ({ createStore }) => {
  const openStore = async (name = 'a'): Promise<MinterStore> => {
    const store = await (await createStore())();
    await store.create(definition(name), PROGRESS);
    return store;
  };
  const change = async <Result>(store: MinterStore, work: (minter: MinterWriting) => Promise<Result>) =>
    store.change('a', work);
  const read = async <Result>(store: MinterStore, work: (minter: MinterReading) => Promise<Result>) =>
    store.read('a', work);

  it('keeps minters by name, and lists them in its order', async () => {
    const store = await openStore('b');
    expect(await store.create(definition('a-1'), PROGRESS)).toBe(true);
    expect(await store.create(definition('a'), PROGRESS)).toBe(true);
    expect(await store.create({ ...definition('b'), template: 'other' }, PROGRESS)).toBe(false);
    expect(await store.list()).toEqual([definition('a'), definition('a-1'), definition('b')]);
  });

  it('knows no minter of another name', async () => {
    const store = await openStore();
    expect(await store.read('b', async () => 'found')).toBeUndefined();
    expect(await store.change('b', async () => 'found')).toBeUndefined();
  });

  it('keeps what a minter is and how far it has come', async () => {
    const store = await openStore();
    expect(await read(store, async (minter) => [minter.definition, await minter.progress()])).toEqual([
      definition('a'),
      PROGRESS,
    ]);
    const progress: MinterProgress = {
      sequence: { issued: 9_007_199_254_740_991, counters: [3, 0], active: [1], full: [] },
      mints: 1,
      held: 2,
      queued: 3,
      firstNumber: 4,
      datedNumber: 5,
      latestDate: '20991231235959',
      policy: 'for ever\nand "ever"',
    };
    await change(store, async (minter) => {
      await minter.saveProgress(progress);
      await minter.saveReport('another report');
    });
    expect(await read(store, async (minter) => [minter.definition, await minter.progress()])).toEqual([
      { ...definition('a'), report: 'another report' },
      progress,
    ]);
    await change(store, (minter) => minter.saveDefinition({ ...definition('a'), contact: 'rui' }));
    expect(await store.list()).toEqual([{ ...definition('a'), contact: 'rui' }]);
  });

  it('undoes a change that fails, and sees its own writes before', async () => {
    const store = await openStore();
    await expect(
      change(store, async (minter) => {
        await minter.saveRecord(record('x'));
        expect(await minter.record('x')).toEqual(record('x'));
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await read(store, (minter) => minter.record('x'))).toBeUndefined();
  });

  it('fills a new minter before anybody sees it, or not at all', async () => {
    const store = await openStore();
    const fill = async (minter: MinterWriting) => {
      await minter.saveRecord(record('x'));
      return minter.definition.name;
    };
    expect(await store.createFilled(definition('a'), PROGRESS, fill)).toBeUndefined();
    expect(await store.createFilled(definition('b'), PROGRESS, fill)).toBe('b');
    expect(await store.read('b', (minter) => minter.record('x'))).toEqual(record('x'));
    const failing = async (): Promise<never> => Promise.reject(new Error('no'));
    await expect(store.createFilled(definition('c'), PROGRESS, failing)).rejects.toThrow('no');
    expect((await store.list()).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('adds records of which nothing is known, and leaves the others', async () => {
    const store = await openStore();
    const old = record('12345/b', { status: 'qi', isHeld: true, pepper: 'digest', position: 8 });
    await change(store, (minter) => minter.saveRecord(old));
    const added = await change(store, (minter) =>
      minter.addRecords([
        record('12345/a', { position: 1, pepper: 'p1' }),
        record('12345/b', { position: 2 }),
        record('007', { position: 3 }),
      ]),
    );
    expect([...(added ?? [])].toSorted()).toEqual(['007', '12345/a']);
    expect(await change(store, (minter) => minter.addRecords([]))).toEqual(new Set());
    const found = await read(store, (minter) => minter.records(['12345/b', '007', '12345/a', 'é', '']));
    expect(found).toEqual(
      new Map([
        ['007', record('007', { position: 3 })],
        ['12345/a', record('12345/a', { position: 1, pepper: 'p1' })],
        ['12345/b', old],
      ]),
    );
  });

  it('replaces and removes records', async () => {
    const store = await openStore();
    await change(store, (minter) => minter.saveRecord(record('x', { pepper: 'p' })));
    const changed = record('x', { status: 'ui', isHeld: true, date: '', contact: 'é', position: 0 });
    await change(store, (minter) => minter.saveRecord(changed));
    expect(await read(store, (minter) => minter.record('x'))).toEqual(changed);
    await change(store, (minter) => minter.removeRecord('x'));
    expect(await read(store, (minter) => minter.record('x'))).toBeUndefined();
  });

  it('keeps minters apart that know the same identifier', async () => {
    const store = await openStore();
    await store.create(definition('b'), PROGRESS);
    await change(store, async (minter) => {
      await minter.saveRecord(record('x'));
      await minter.saveElement('x', 'e', text('of a'));
      await minter.addToQueue(entry('x', NO_DATE, 0));
      await minter.saveNote('n', text('of a'));
      await minter.countMints('20240101', 1);
    });
    const other = await store.read('b', async (minter) => [
      await minter.record('x'),
      await minter.element('x', 'e'),
      ...(await minter.elements('x')),
      ...(await minter.queue(10)),
      ...(await minter.notes()),
      ...(await minter.identifiersAfter('', 10)),
      ...(await minter.mintsByDay(10)),
    ]);
    expect(other).toEqual([undefined, undefined]);
  });

  it.each([
    ['text', text('https://example.org/ç日本🎉')],
    ['nothing', bytesOf()],
    ['U+0000', bytesOf(97, 0, 98)],
    ['bytes that are no UTF-8', bytesOf(255, 254, 0, 128)],
    ['half a character', bytesOf(0xed, 0xa0, 0x80)],
    ['a byte order mark', bytesOf(0xef, 0xbb, 0xbf, 97)],
    ['base 64', text('AAAA')],
    ['line ends', text('a\r\nb\n')],
    ['300,000 bytes', text('ação '.repeat(42_858)).slice(0, 300_000)],
    ['300,000 bytes of anything', Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256)],
  ])('gives every byte back: %s', async (_what, value) => {
    const store = await openStore();
    await change(store, async (minter) => {
      await minter.saveElement('x', 'e', text('before'));
      await minter.saveElement('x', 'e', value);
      await minter.saveNote('n', value);
    });
    const [element, [only] = [], notes = []] =
      (await read(
        store,
        async (minter) => [await minter.element('x', 'e'), await minter.elements('x'), await minter.notes()] as const,
      )) ?? [];
    expect(Buffer.compare(element ?? bytesOf(), value)).toBe(0);
    expect(Buffer.compare(only?.value ?? bytesOf(), value)).toBe(0);
    expect(notes.map((note) => [note.element, Buffer.compare(note.value, value)])).toEqual([['n', 0]]);
  });

  it('gives any bytes and names back', async () => {
    const store = await openStore();
    const name = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).filter((given) => !given.includes('\0'));
    await fc.assert(
      fc.asyncProperty(name, name, fc.uint8Array({ maxLength: 50 }), async (id, element, value) => {
        await change(store, (minter) => minter.saveElement(id, element, value));
        expect(plain(await read(store, (minter) => minter.element(id, element)))).toEqual([...value]);
        const bound = await read(store, (minter) => minter.bound([id], [element]));
        expect(bound).toEqual([{ id, element }]);
      }),
      { numRuns: 50 },
    );
  });

  it('orders elements by the bytes of their names', async () => {
    const store = await openStore();
    const names = ['_t', 'Z', 'a', 'é', 'a b', 'A', '~', '\u{1F389}', '\uFFFD', 'ab'];
    await change(store, async (minter) => {
      for (const name of names) await minter.saveElement('x', name, text(name));
    });
    const found = (await read(store, (minter) => minter.elements('x'))) ?? [];
    const sorted = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect(found.map(({ element }) => element)).toEqual(sorted);
    await change(store, (minter) => minter.removeElement('x', 'a'));
    expect(await read(store, (minter) => minter.element('x', 'a'))).toBeUndefined();
    expect(await read(store, (minter) => minter.elements('x'))).toHaveLength(names.length - 1);
    const { elements, bytes } = (await read(store, (minter) => minter.sizeOf('x'))) ?? {};
    expect([elements, bytes]).toEqual([
      names.length - 1,
      ((await read(store, (minter) => minter.elements('x'))) ?? []).reduce(
        (sum, { element, value }) => sum + Buffer.byteLength(element) + value.byteLength,
        0,
      ),
    ]);
    expect(await read(store, (minter) => minter.sizeOf('y'))).toEqual({ elements: 0, bytes: 0 });
  });

  it('tells which identifiers have which elements', async () => {
    const store = await openStore();
    await change(store, async (minter) => {
      await minter.saveElement('x', 'a', text('1'));
      await minter.saveElement('x', 'b', text('2'));
      await minter.saveElement('y', 'b', text('3'));
    });
    const bound = (await read(store, (minter) => minter.bound(['y', 'x', 'z'], ['b', 'c']))) ?? [];
    expect(bound.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      { id: 'x', element: 'b' },
      { id: 'y', element: 'b' },
    ]);
    expect(await read(store, (minter) => minter.bound([], ['b']))).toEqual([]);
  });

  it('queues in the order of minting', async () => {
    const store = await openStore();
    const ordered = [
      entry('a', NO_DATE, 0),
      entry('z', NO_DATE, 0),
      entry('y', NO_DATE, 1),
      entry('b', NO_DATE, 2),
      entry('c', NO_DATE, 10),
      entry('x', '20240101000000', 1),
      entry('d', '20240101000000', 2),
      entry('e', '20250101000000', 1),
    ];
    await change(store, async (minter) => {
      for (const queued of ordered.toReversed()) await minter.addToQueue(queued);
    });
    expect(await read(store, (minter) => minter.queue(100))).toEqual(ordered);
    expect(await read(store, (minter) => minter.queue(2))).toEqual(ordered.slice(0, 2));
    expect(await read(store, (minter) => minter.queueAfter(undefined, 3))).toEqual(ordered.slice(0, 3));
    expect(await read(store, (minter) => minter.queueAfter(ordered[2], 100))).toEqual(ordered.slice(3));
    await change(store, async (minter) => {
      await minter.removeFromQueue('a');
      await minter.removeFromQueue('nothing');
    });
    expect(await read(store, (minter) => minter.queue(100))).toEqual(ordered.slice(1));
  });

  it('walks all identifiers by pages, with everything that is kept of each', async () => {
    const store = await openStore();
    const ids = ['1', '10', '2', 'A', 'a', 'aé', 'b', 'é'];
    await change(store, async (minter) => {
      await minter.addRecords(ids.filter((id) => id !== 'a' && id !== 'é').map((id) => record(id)));
      for (const id of ['a', 'b', 'é']) {
        await minter.saveElement(id, 'e2', text(`second of ${id}`));
        await minter.saveElement(id, 'e1', text(`first of ${id}`));
      }
    });
    const walk = async (limit: number) => {
      const found: [string, boolean, string[]][] = [];
      for (;;) {
        const page = (await read(store, (minter) => minter.identifiersAfter(found.at(-1)?.[0] ?? '', limit))) ?? [];
        if (page.length === 0) return found;
        expect(page.length).toBeLessThanOrEqual(limit);
        for (const { id, record: kept, elements } of page) {
          found.push([id, kept !== undefined, elements.map(({ value }) => Buffer.from(value).toString())]);
        }
      }
    };
    const all = ids.map((id) => [
      id,
      id !== 'a' && id !== 'é',
      ['a', 'b', 'é'].includes(id) ? [`first of ${id}`, `second of ${id}`] : [],
    ]);
    for (const limit of [1, 3, 100]) expect(await walk(limit)).toEqual(all);
    const records = (await read(store, (minter) => minter.recordsAfter('10', 3))) ?? [];
    expect(records.map(({ id }) => id)).toEqual(['2', 'A', 'aé']);
  });

  it('walks all elements, few of them where they are large', async () => {
    const store = await openStore();
    await change(store, async (minter) => {
      for (const id of ['x', 'y']) {
        for (const element of ['a', 'b']) await minter.saveElement(id, element, text('v'.repeat(100)));
      }
    });
    const page = async (id: string, element: string, most: { rows: number; bytes: number }) =>
      ((await read(store, (minter) => minter.elementsAfter({ id, element }, most))) ?? []).map(
        (found) => `${found.id} ${found.element} ${found.value.byteLength}`,
      );
    expect(await page('', '', { rows: 3, bytes: 1_000 })).toEqual(['x a 100', 'x b 100', 'y a 100']);
    expect(await page('x', 'a', { rows: 10, bytes: 250 })).toEqual(['x b 100', 'y a 100']);
    expect(await page('x', 'b', { rows: 10, bytes: 1 })).toEqual(['y a 100']);
    expect(await page('y', 'b', { rows: 10, bytes: 1_000 })).toEqual([]);
  });

  it('loads many rows at once, and names those that were there', async () => {
    const store = await openStore();
    const records = [record('1', { pepper: 'p' }), record('2', { status: '', isHeld: true }), record('3')];
    const elements = [
      { id: '1', element: 'a', value: bytesOf(255, 0) },
      { id: '1', element: 'b', value: text('ç') },
    ];
    const entries = [entry('1', NO_DATE, 0), entry('2', '20240101000000', 4)];
    const load = () =>
      change(store, async (minter) => [
        await minter.loadRecords(records),
        await minter.loadElements(elements),
        await minter.loadQueue(entries),
      ]);
    await change(store, (minter) => minter.saveRecord(record('2', { contact: 'earlier' })));
    expect(await load()).toEqual([['2'], [], []]);
    expect(await load()).toEqual([
      ['1', '2', '3'],
      ['1', '1'],
      ['1', '2'],
    ]);
    const kept = (await read(store, (minter) => minter.identifiersAfter('', 10))) ?? [];
    expect(kept.map((found) => found.record)).toEqual([records[0], record('2', { contact: 'earlier' }), records[2]]);
    expect(kept[0]?.elements.map(({ value }) => [...value])).toEqual([[255, 0], [...text('ç')]]);
    expect(await read(store, (minter) => minter.queue(10))).toEqual(entries);
  });

  it('counts mints by day, the newest first', async () => {
    const store = await openStore();
    await change(store, async (minter) => {
      await minter.countMints('20240102', 5);
      await minter.countMints('20231231', 1);
      await minter.countMints('20240102', 7);
    });
    expect(await read(store, (minter) => minter.mintsByDay(30))).toEqual([
      { day: '20240102', mints: 12 },
      { day: '20231231', mints: 1 },
    ]);
    expect(await read(store, (minter) => minter.mintsByDay(1))).toHaveLength(1);
  });

  it('lets many change one minter, one after the other', async () => {
    const open = await createStore();
    const stores = await Promise.all([open(), open()]);
    await stores[0].create(definition('a'), PROGRESS);
    const takeOne = (store: MinterStore) =>
      store.change('a', async (minter) => {
        const progress = await minter.progress();
        await minter.saveProgress({ ...progress, mints: progress.mints + 1 });
        return progress.mints;
      });
    const taken = await Promise.all(Array.from({ length: 40 }, (_, index) => takeOne(stores[index % 2] ?? stores[0])));
    expect(taken.toSorted((one, other) => Number(one) - Number(other))).toEqual([...Array(40).keys()]);
    const created = await Promise.all(stores.map((store) => store.create(definition('b'), PROGRESS)));
    expect(created.toSorted()).toEqual([false, true]);
    expect(await stores[1].list()).toHaveLength(2);
  });
});
