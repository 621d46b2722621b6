import { readFileSync } from 'node:fs';
import { type Description, writeFormat } from '@perene/core/representation';
import { describe, expect, it } from 'vitest';
import { checkEtdMs } from '../fixtures/etd-ms-schema.ts';

const CREATED = '2026-11-18T01:00:00Z';

const described = (name: string): Description => ({
  ...(JSON.parse(
    readFileSync(new URL(`../../vectors/representation/${name}/description.json`, import.meta.url), 'utf8'),
  ) as Description),
  created: CREATED,
});

describe('a record in ETD-MS', () => {
  it.each([
    ['a thesis with every field', described('thesis')],
    ['a thesis with hardly any', described('thesis-least')],
    [
      'a thesis whose date is an interval, and whose author has a language',
      {
        ...described('thesis-least'),
        metadata: {
          type: [{ value: 'Thesis' }],
          creator: [{ value: 'Lima, Ana', language: 'pt' }],
          date: [{ value: '2020-01-01T10:00Z/2021' }],
        },
      },
    ],
  ])('of %s follows the schema', (_name, description) => {
    expect(() => checkEtdMs(writeFormat('etd-ms', description) ?? '')).not.toThrow();
  });
});
