import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ErcRecord, ercToJson, writeErc } from './erc.ts';

interface ErcCase {
  readonly name: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

const { cases } = JSON.parse(readFileSync(new URL('../../../../vectors/ark/erc.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly ErcCase[];
};

/** JSON has no undefined. */
const recordOf = (json: unknown): ErcRecord =>
  JSON.parse(JSON.stringify(json), (_name, value) => (value === null ? undefined : value)) as ErcRecord;

describe('records', () => {
  it.each(cases)('$name', ({ record, text, json }) => {
    expect(writeErc(recordOf(record))).toBe(text);
    expect(ercToJson(recordOf(record))).toEqual(json);
  });

  it('have the fields that they should, whatever is bound', () => {
    const value = fc.option(
      fc.string({
        unit: fc.oneof(fc.constantFrom(...'ab: #\n\r\t\v\f\0\x85\u2028\u2029'), fc.string({ unit: 'binary' })),
      }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(value, value, value, value, value, (who, what, when, naa, policy) => {
        const text = writeErc({
          who,
          what,
          when,
          where: ['https://node.example.org/ark:1/a'],
          persistence: { naa, term: 'long', properties: 'GRANITE', policy },
        });
        const lines = text.slice(0, -1).split(/[\n\v\f\r\x85\u2028\u2029]/);
        expect(lines.every((line) => line.trim() !== '')).toBe(true);
        expect(lines.filter((line) => !line.startsWith('  ')).map((line) => line.slice(0, line.indexOf(':')))).toEqual([
          'erc',
          'who',
          'what',
          'when',
          'where',
          'persistence',
          'naa',
          'term',
          'properties',
          'policy',
        ]);
      }),
    );
  });
});
