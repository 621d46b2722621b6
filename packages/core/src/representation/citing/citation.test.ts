import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Citations, citeItem, type Description } from '../index.ts';
import { initialsOf, readName } from '../name.ts';

interface CitationCase {
  readonly note: string;
  readonly item: Description;
  readonly citations: Citations;
}

const FOLDER = new URL('../../../../../vectors/citation/', import.meta.url);
const cases = readdirSync(FOLDER).flatMap(
  (name) => (JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { cases: readonly CitationCase[] }).cases,
);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'ab,{}\\%*\r\n\t ~^$&#_@"', ' and ', 'ER  - ', 'Lima', 'van'))
    .map((parts) => parts.join('')),
);
const values = fc.array(fc.record({ value: text }), { minLength: 1, maxLength: 4 });
const items = fc.record({
  metadata: fc.record(
    {
      title: values,
      creator: values,
      subject: values,
      version: values,
      publisher: values,
      abstract: values,
      date: values,
      type: values,
    },
    { requiredKeys: ['title'] },
  ),
  persistentUrl: fc.webUrl(),
});

describe('citeItem', () => {
  it.each(cases)('cites $note', ({ item, citations }) => {
    expect(citeItem(item)).toEqual(citations);
  });

  it('writes BibTeX whose braces are balanced, and in which the title ends where it should', () => {
    fc.assert(
      fc.property(items, (item) => {
        const { bibtex } = citeItem(item);
        const depths: number[] = [];
        for (const brace of bibtex.match(/[{}]/g) ?? []) depths.push((depths.at(-1) ?? 0) + (brace === '{' ? 1 : -1));
        // The entry is open until the last brace: no part of a value is outside of it.
        expect(depths.indexOf(0)).toBe(depths.length - 1);
        expect(bibtex.endsWith('\n}\n')).toBe(true);
        expect(bibtex).toMatch(/^@[a-z]+\{[a-z0-9]+,\n/);
      }),
    );
  });

  it('writes RIS of whole lines, each with its tag, and one end', () => {
    fc.assert(
      fc.property(items, (item) => {
        const lines = citeItem(item).ris.split('\r\n');
        expect(lines.pop()).toBe('');
        expect(lines.pop()).toBe('ER  - ');
        for (const line of lines) expect(line).toMatch(/^(?!ER)[A-Z][A-Z0-9] {2}- \S[^\r\n]*$/);
        expect(lines.filter((line) => line.startsWith('TY'))).toHaveLength(1);
      }),
    );
  });

  it('writes CSL-JSON that is read again', () => {
    fc.assert(
      fc.property(items, (item) => {
        const [read] = JSON.parse(citeItem(item).cslJson);
        expect(read).toMatchObject({ id: item.persistentUrl, URL: item.persistentUrl, type: expect.any(String) });
      }),
    );
  });

  it('writes styles for people on one line', () => {
    fc.assert(
      fc.property(items, (item) => {
        const { apa, abnt } = citeItem(item);
        expect(`${apa}${abnt}`).not.toMatch(/[\r\n]/);
        expect(apa.endsWith(item.persistentUrl)).toBe(true);
      }),
    );
  });
});

describe('readName', () => {
  it.each([
    ['Lima, Ana', { family: 'Lima', given: 'Ana' }],
    ['Ana Lima', { family: 'Lima', given: 'Ana' }],
    ['Ana  de   Lima', { family: 'Lima', given: 'Ana de' }],
    ['Carlos Drummond Neto', { family: 'Drummond Neto', given: 'Carlos' }],
    ['Silva Neto', { family: 'Neto', given: 'Silva' }],
    ['Vincent van der Berg', { family: 'van der Berg', given: 'Vincent' }],
    ['van Gogh', { family: 'Gogh', given: 'van' }],
    ['John Smith III', { family: 'Smith', given: 'John', suffix: 'III' }],
    ['John II', { family: 'II', given: 'John' }],
    ['김 철수', { family: '김', given: '철수' }],
  ])('%s is a person', (source, expected) => {
    expect(readName(source)).toEqual({ kind: 'person', suffix: '', ...expected });
  });

  it.each([
    ['Universidade de São Paulo'],
    ['INPE'],
    ['Ministério da Ciência (Brasil)'],
    ['Johnson & Johnson'],
    ['Group of 77'],
  ])('%s is a body', (name) => {
    expect(readName(name)).toEqual({ kind: 'body', name });
  });
});

describe('initialsOf', () => {
  it.each([
    ['Ana Maria', 'A. M.'],
    ['A.M.', 'A. M.'],
    ['ana', 'A.'],
    ['Jean-Pierre de', 'J.-P. de'],
    ['太郎', '太郎'],
    ['3', '3'],
    ['', ''],
  ])('%s: %s', (given, expected) => {
    expect(initialsOf(given)).toBe(expected);
  });
});
