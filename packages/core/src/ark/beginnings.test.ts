import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARK_NAMES, readArk } from '../../../../tests/fixtures/arks.ts';
import { parseArk } from './ark.ts';
import { listBeginnings } from './beginnings.ts';

const { beginnings: cases } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ark/normalization.json', import.meta.url), 'utf8'),
) as {
  readonly beginnings: readonly { ark: string; beginnings: readonly unknown[] }[];
};

describe('listBeginnings', () => {
  it.each(cases)('of $ark', ({ ark, beginnings }) => {
    expect(listBeginnings(readArk(ark))).toEqual(beginnings);
  });

  it('are the whole and at most 32 that are shorter, those nearest to the name', () => {
    const beginnings = listBeginnings({ written: 'a/'.repeat(500) });
    expect(beginnings).toHaveLength(33);
    expect(beginnings.at(1)?.names).toEqual([`${'a/'.repeat(31)}a`]);
    expect(beginnings.at(-1)).toEqual({ names: ['a'], rest: `/${'a/'.repeat(499)}` });
  });

  it('go from longer to shorter, and lose nothing of what was written', () => {
    fc.assert(
      fc.property(ARK_NAMES, (written) => {
        const answer = parseArk(`ark:12345/${written}`);
        if (!answer.ok) return;
        let restLength = -1;
        for (const { names, rest } of listBeginnings(answer.value)) {
          expect(names[0] + rest).toBe(written);
          expect(rest === '' || rest.startsWith('/') || rest.startsWith('.')).toBe(true);
          expect(rest.length).toBeGreaterThan(restLength);
          restLength = rest.length;
        }
      }),
    );
  });
});
