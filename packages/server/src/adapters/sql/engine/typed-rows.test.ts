import { describe, expect, expectTypeOf, it } from 'vitest';
import type { SqlRow, SqlSession } from './sql-database.ts';
import { checkRow, groupRows, hasRows, readFirst, readOne, readRows } from './typed-rows.ts';

const COLUMNS = { id: 'integer', label: 'text', at: 'integer?', note: 'text?' } as const;

const answering = (...rows: readonly SqlRow[]): SqlSession => ({
  dialect: 'sqlite',
  all: async () => rows,
  run: async () => undefined,
});

describe('a row', () => {
  it('is what its columns say', () => {
    const row = checkRow({ id: 1n, label: 'a', at: null, note: null }, COLUMNS);
    expect(row).toEqual({ id: 1n, label: 'a', at: null, note: null });
    expectTypeOf(row).toEqualTypeOf<{
      readonly id: bigint;
      readonly label: string;
      readonly at: bigint | null;
      readonly note: string | null;
    }>();
    expect(checkRow({ id: 1n, label: '', at: 2n, note: 'b' }, COLUMNS)).toMatchObject({ at: 2n, note: 'b' });
  });

  it.each([
    ['id', { label: 'a', at: null, note: null }, 'undefined, where integer'],
    ['id', { id: null, label: 'a', at: null, note: null }, 'null, where integer'],
    ['id', { id: '1', label: 'a', at: null, note: null }, 'string, where integer'],
    ['label', { id: 1n, label: null, at: null, note: null }, 'null, where text'],
    ['label', { id: 1n, label: 2n, at: null, note: null }, 'bigint, where text'],
    ['at', { id: 1n, label: 'a', note: null }, 'undefined, where integer?'],
    ['at', { id: 1n, label: 'a', at: '2', note: null }, 'string, where integer?'],
    ['note', { id: 1n, label: 'a', at: null, note: 2n }, 'bigint, where text?'],
  ] as readonly [string, SqlRow, string][])('without a sound %s is a defect', (name, row, problem) => {
    expect(() => checkRow(row, COLUMNS)).toThrow(`the column ${name} is ${problem} was expected`);
  });
});

describe('rows of a statement', () => {
  it('are all checked', async () => {
    const session = answering({ id: 1n }, { id: 2n });
    expect(await readRows(session, { id: 'integer' }, 'select')).toEqual([{ id: 1n }, { id: 2n }]);
    await expect(readRows(answering({ id: 1n }, { id: null }), { id: 'integer' }, 'select')).rejects.toThrow('null');
  });

  it('may be none, where the first is asked for', async () => {
    expect(await readFirst(answering({ id: 1n }), { id: 'integer' }, 'select')).toEqual({ id: 1n });
    expect(await readFirst(answering(), { id: 'integer' }, 'select')).toBeUndefined();
    await expect(readFirst(answering({ id: 'a' }), { id: 'integer' }, 'select')).rejects.toThrow('string');
  });

  it('must have one row if there is always one', async () => {
    expect(await readOne(answering({ id: 1n }), { id: 'integer' }, 'select')).toEqual({ id: 1n });
    await expect(readOne(answering(), { id: 'integer' }, 'select 7')).rejects.toThrow('no row came of select 7');
  });

  it('are there or not', async () => {
    expect(await hasRows(answering({ id: 1n }), 'select')).toBe(true);
    expect(await hasRows(answering(), 'select')).toBe(false);
  });

  it('are grouped in their order', () => {
    const rows = [
      { key: 'b', id: 1 },
      { key: 'a', id: 2 },
      { key: 'b', id: 3 },
    ];
    expect([...groupRows(rows, ({ key }) => key)]).toEqual([
      ['b', [rows[0], rows[2]]],
      ['a', [rows[1]]],
    ]);
  });
});
