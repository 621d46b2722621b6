import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, writeCsv } from './csv.ts';

const cellsOf = (text: string): readonly (readonly string[])[] => {
  const answer = parseCsv(text);
  expect(answer.ok).toBe(true);
  return answer.ok ? answer.records.map(({ cells }) => cells) : [];
};

describe('a table', () => {
  it('may name its separator in a first line, as Excel does', () => {
    expect(parseCsv('sep=;\r\na;b,c,d\r\n')).toEqual({ ok: true, records: [{ line: 2, cells: ['a', 'b,c,d'] }] });
  });

  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa,b\n,\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a\n"x ""y"", z"\n', [['a'], ['x "y", z']]],
    [
      'a,b\n"one\r\ntwo",3\n',
      [
        ['a', 'b'],
        ['one\r\ntwo', '3'],
      ],
    ],
    [
      'title;creator\nOne;"Lima; Souza"\n',
      [
        ['title', 'creator'],
        ['One', 'Lima; Souza'],
      ],
    ],
    [
      'a\tb\n1,5\t2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      '"a;b",c\n1,2\n',
      [
        ['a;b', 'c'],
        ['1', '2'],
      ],
    ],
  ])('%j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('tells the line on which each record begins', () => {
    const answer = parseCsv('a,b\n"1\n2",3\n\n4,5\n');
    expect(answer.ok && answer.records.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['', 'csv/empty', 1],
    ['\n \n', 'csv/empty', 1],
    ['a,b\n1,"2', 'csv/unclosed', 2],
    ['a,b\n"1"x,2', 'csv/quote', 2],
  ])('%j is refused', (text, problem, line) => {
    expect(parseCsv(text)).toEqual({ ok: false, problem, line });
  });

  it('is read as it was written', () => {
    const row = (columns: number) =>
      fc
        .array(fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '\t', '"', '\n', '\r', 'é', '😀') }), {
          minLength: columns,
          maxLength: columns,
        })
        .filter((cells) => cells.some((cell) => cell.trim() !== ''));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(row(columns), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(table, (rows) => {
        expect(cellsOf(writeCsv(rows))).toEqual(rows);
      }),
    );
  });
});
