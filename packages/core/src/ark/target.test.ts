import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationOf, parseTarget } from './target.ts';

const { locations, noTargets } = JSON.parse(
  readFileSync(new URL('../../../../vectors/ark/normalization.json', import.meta.url), 'utf8'),
) as {
  readonly locations: readonly { target: string; rest: string; query: string; location: string }[];
  readonly noTargets: readonly { target: string; problem: string; position: number }[];
};

describe('targets', () => {
  it.each(locations)('$target with "$rest" and "$query"', ({ target, rest, query, location }) => {
    const answer = parseTarget(target);
    expect(answer.ok && locationOf(answer.value, { rest, query })).toBe(location);
  });

  it.each(noTargets)('refuse $target', ({ target, problem, position }) => {
    expect(parseTarget(target)).toMatchObject({ ok: false, problem, position });
  });

  it('have at most 8,192 characters', () => {
    expect(parseTarget('/'.padEnd(8_192, 'x')).ok).toBe(true);
    expect(parseTarget('/'.padEnd(8_193, 'x'))).toMatchObject({ problem: 'target/too-long' });
  });

  const HOME = 'https://node.example.org';
  const TARGETS = fc.oneof(
    fc.constantFrom(
      'http://a.example',
      'https://a.example:81/b',
      'http://a.example?c',
      'http://a.example/#d',
      '/',
      '/e',
    ),
    fc.string({ unit: fc.constantFrom(...'/\\?#.:@ae') }),
    fc.string({ unit: fc.constantFrom(...'/\\?#.:@ae') }).map((text) => `http://${text}`),
    fc.string({ unit: 'binary' }),
  );
  const RESTS = fc
    .tuple(fc.constantFrom('/', '.'), fc.string({ unit: fc.constantFrom(...'/\\.:@%ae?') }))
    .map(([structural, text]) => structural + text);

  it('lead to the host that was bound, whatever follows the identifier', () => {
    fc.assert(
      fc.property(TARGETS, RESTS, fc.constantFrom('', 'a=b', '@c.example/'), (bound, rest, query) => {
        const answer = parseTarget(bound);
        if (!answer.ok || !URL.canParse(answer.value.text, HOME)) return;
        const location = locationOf(answer.value, { rest, query });
        expect(location).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(location, HOME).origin).toBe(new URL(answer.value.text, HOME).origin);
        if (answer.value.kind === 'path') expect(new URL(location, HOME).origin).toBe(HOME);
      }),
      { numRuns: 2_000 },
    );
  });
});
