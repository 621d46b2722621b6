import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { formatPersistentTarget, parsePersistentTarget } from './persistent-url.ts';
import { formatRelation } from './relation.ts';
import { readPersistentUrl } from './tolerant-reader.ts';
import { formatVerb, relationOf } from './verb-list.ts';

interface Reading {
  readonly given: string;
  readonly ibi: string;
  readonly verblist: readonly string[];
  readonly relation: string;
  readonly filepath: string | null;
  readonly requireditemstatus: string | null;
  readonly passthrough: string;
  readonly changes: readonly string[];
  readonly alternatives: readonly string[];
  readonly note?: string;
}

const { readable, refused } = JSON.parse(
  readFileSync(new URL('../../../../vectors/persistent-url/tolerant.json', import.meta.url), 'utf8'),
) as {
  readonly readable: readonly Reading[];
  readonly refused: readonly {
    readonly given: string;
    readonly problem: string;
    readonly position: number;
    readonly why: string;
  }[];
};

const SEED = 20_150_325;

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(`${answer.problem} at ${answer.position}: ${answer.expected}`);
  return answer.value;
};

describe('what people paste', () => {
  it('is much', () => {
    expect(readable.length).toBeGreaterThan(90);
    expect(refused.length).toBeGreaterThan(40);
  });

  it.each(readable)('reads $given', ({ given, note: _note, ...expected }) => {
    const { url, changes, alternatives } = unwrap(readPersistentUrl(given));
    expect({
      ibi: url.ibiAsWritten,
      verblist: url.verbs.map(formatVerb),
      relation: formatRelation(relationOf(url.verbs)),
      filepath: url.filePath ?? null,
      requireditemstatus: url.requiredItemStatus ?? null,
      passthrough: url.passThrough,
      changes,
      alternatives: alternatives.map(({ text }) => text),
    }).toEqual(expected);
    // The strict grammar accepts what the tolerant reader returns.
    expect(parsePersistentTarget(formatPersistentTarget(url))).toEqual(accept(url));
  });

  it.each(refused.map((row) => ({ ...row, title: `${row.why}: ${row.given.slice(0, 120)}` })))(
    'refuses $title',
    ({ given, problem, position }) => {
      expect(readPersistentUrl(given)).toMatchObject({ ok: false, problem, position });
    },
  );
});

describe('readPersistentUrl', () => {
  it('answers a refusal with what the strict reader expected', () => {
    expect(readPersistentUrl(' ibi:8JMKD3MGP8W/34PGRBS!! ')).toEqual(
      refuse('relation/order', 25, 'an order as in !+:+ or +!:+'),
    );
  });

  it('has another label to try for a second .00 of a repository name', () => {
    const { alternatives } = unwrap(readPersistentUrl('iconet.com.br/banon/2008/05.16.17.13.00'));
    expect(alternatives).toMatchObject([{ form: 'repository', text: 'iconet.com.br/banon/2008/05.16.17.13' }]);
    expect(unwrap(readPersistentUrl('LK47B6W/335L8GH')).alternatives).toEqual([]);
  });

  it('takes 8191 characters behind the slash that they stand for, not counting what it removes', () => {
    const path = (length: number): string => `8JMKD3MGP8W/34PGRBS/${'a'.repeat(length - 20)}`;
    expect(readPersistentUrl(`http://urlib.net/ibi/${path(8_191)}#top`)).toMatchObject({
      ok: true,
      value: { changes: ['fragment-removed', 'marker-removed'] },
    });
    expect(readPersistentUrl(`http://urlib.net/ibi/${path(8_192)}`)).toEqual(
      refuse('persistent-url/too-long', 21 + 8_191, 'at most 8192 characters'),
    );
  });
});

describe('properties', () => {
  const body = fc.constantFrom(
    ...readable.filter(({ changes }) => changes.length === 0).map(({ given }) => given.replace(/^\w+:\/\/[^/]+\//, '')),
  );

  it('reads the same whatever surrounds it', () => {
    const before = fc.constantFrom('', '/', 'http://urlib.net/', 'HTTPS://a.b:1/');
    const marker = fc.constantFrom('', 'ibi/', 'REP/', 'ibi:', 'upn:x:', 'UPN:9HFNHE-:/');
    const blanks = fc.constantFrom('', ' ', '\t\n');
    fc.assert(
      fc.property(body, before, marker, blanks, fc.boolean(), (given, address, mark, blank, hasFragment) => {
        const plain = unwrap(readPersistentUrl(given));
        const text = given.startsWith('/') ? given.slice(1) : given;
        const read = unwrap(readPersistentUrl(`${blank}${address}${mark}${text}${hasFragment ? '#x' : ''}${blank}`));
        expect(read.url).toEqual(plain.url);
        expect(read.alternatives).toEqual(plain.alternatives);
        expect(read.changes).toEqual([
          ...(blank === '' ? [] : ['blanks-removed']),
          ...(hasFragment ? ['fragment-removed'] : []),
          ...(mark === '' ? [] : ['marker-removed']),
        ]);
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it('never throws over damaged text, and what it makes of it is strictly right', () => {
    const scrap = fc.oneof(
      fc.constantFrom(
        '!',
        '+',
        ':',
        '/',
        '?',
        '??',
        '??&',
        '#',
        '-TDI',
        '-',
        'ibi/',
        'rep/',
        'upn:',
        'a.b/',
        ' ',
        '%2F',
      ),
      fc.array(fc.nat(0xffff), { maxLength: 2 }).map((codes) => String.fromCharCode(...codes)),
    );
    const damage = fc.record({ at: fc.nat(9_999), cut: fc.nat(3), scrap });
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...readable.map(({ given }) => given)),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (given, damages) => {
          const text = damages.reduce((current, { at, cut, scrap }) => {
            const place = at % (current.length + 1);
            return current.slice(0, place) + scrap + current.slice(place + cut);
          }, given);
          const answer = readPersistentUrl(text);
          if (answer.ok) {
            accepted += 1;
            const { url } = answer.value;
            const written = formatPersistentTarget(url);
            expect(parsePersistentTarget(written)).toEqual(accept(url));
            // A second reading repairs nothing, unless the item's own query begins with a question mark, or its
            // subdomain is the word of a marker or of an old address.
            const isRead = written.includes('??') || /^\/(?:ibi|rep|col|\w+\.cgi)\//i.test(written);
            if (!isRead) expect(unwrap(readPersistentUrl(written)).url.ibi).toEqual(url.ibi);
          } else {
            expect(answer.position).toBeGreaterThanOrEqual(0);
            expect(answer.position).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { seed: SEED, numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
