import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIbi } from '../ibi/ibi.ts';
import type { Answer } from '../parsing/answer.ts';
import { ALIAS_KINDS, type Alias, aliasLabel, parseAlias, parseNewAlias } from './alias.ts';
import { readAliasTarget } from './alias-target.ts';

const { same, different, refused, targets } = JSON.parse(
  readFileSync(new URL('../../../../vectors/item/aliases.json', import.meta.url), 'utf8'),
) as {
  readonly same: readonly {
    readonly kind: string;
    readonly key: string;
    readonly spellings: readonly string[];
    readonly text: string;
  }[];
  readonly different: readonly (readonly [string, string])[];
  readonly refused: readonly { readonly given: string; readonly problem: string; readonly why: string }[];
  readonly targets: readonly { readonly target: string; readonly aliases: readonly (readonly [string, string])[] }[];
};

const unwrap = (answer: Answer<Alias>): Alias => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

describe('the vectors', () => {
  it('have every kind', () => {
    expect(new Set(same.map(({ kind }) => kind))).toEqual(new Set(ALIAS_KINDS));
  });

  it.each(same)('$key has one key in every spelling', ({ kind, key, spellings, text }) => {
    for (const spelling of spellings) expect(parseAlias(spelling)).toMatchObject({ ok: true, value: { kind, key } });
    expect(unwrap(parseAlias(spellings[0] ?? '')).text).toBe(text);
    expect(unwrap(parseAlias(text))).toMatchObject({ kind, key, text });
    expect(key).toMatch(/^[\x21-\x7e]+$/);
    expect(aliasLabel({ key })).toBe(`alias ${key}`);
    expect(parseIbi(aliasLabel({ key })).ok).toBe(false);
  });

  it.each(different)('%s and %s are two', (one, other) => {
    expect(unwrap(parseAlias(one)).key).not.toBe(unwrap(parseAlias(other)).key);
  });

  it.each(refused)('refuses $why: $given', ({ given, problem }) => {
    const answer = parseAlias(given);
    expect(answer).toMatchObject({ ok: false, problem });
    expect(answer.ok || answer.position).toBeLessThanOrEqual(given.length);
  });

  it.each(targets)('$target', ({ target, aliases }) => {
    expect(readAliasTarget(target).map(({ alias, rest }) => [alias.key, rest])).toEqual(aliases);
  });
});

describe('parseAlias', () => {
  it('takes 1024 characters', () => {
    const name = (length: number): string => `doi:10.1/${'a'.repeat(length - 9)}`;
    expect(parseAlias(name(1_024)).ok).toBe(true);
    expect(parseAlias(name(1_025))).toMatchObject({ ok: false, problem: 'alias/too-long', position: 1_024 });
    expect(readAliasTarget(`/doi:10.1/${'a'.repeat(9_000)}`)).toEqual([]);
  });

  it('reads what it writes as the same alias, whatever it was given', () => {
    const start = fc.constantFrom(
      '',
      ...same.flatMap(({ spellings }) => spellings),
      'doi:10.1/',
      'hdl:1/',
      'urn:a1:',
      'http://a/',
    );
    const scrap = fc.string({
      unit: fc.constantFrom(...'aZ09/.:%-+!?#()~é<\u2010', '%41', '..', '%2f'),
      maxLength: 12,
    });
    let accepted = 0;
    fc.assert(
      fc.property(start, scrap, (beginning, end) => {
        const answer = parseAlias(beginning + end);
        if (!answer.ok) return;
        accepted += 1;
        const { kind, text, key } = answer.value;
        expect(parseAlias(text)).toMatchObject({ ok: true, value: { kind, key } });
        expect(key.startsWith(`${kind}:`)).toBe(true);
        expect(key).toMatch(/^[\x21-\x7e]+$/);
        expect(parseIbi(text).ok).toBe(false);
      }),
      { seed: 53, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });
});

describe('a new alias', () => {
  it.each(['ark:12345/a"b', 'ark:12345/a<b', 'ark:12345/a?b', 'http://old.example.org/a{b', 'https://o.example.org/`'])(
    '%s is refused, because no URL can have it',
    (given) => {
      expect(parseAlias(given).ok).toBe(true);
      expect(parseNewAlias(given)).toMatchObject({ ok: false, problem: 'alias/sign' });
    },
  );

  it.each(['ark:12345/a%22b', 'http://old.example.org/a?b=%7B', 'doi:10.1590/a<b>{c}', 'hdl:20.1/"a"'])(
    '%s is accepted',
    (given) => {
      expect(parseNewAlias(given)).toEqual(parseAlias(given));
    },
  );

  it('is refused like any other text', () => {
    expect(parseNewAlias('nothing')).toEqual(parseAlias('nothing'));
  });
});
