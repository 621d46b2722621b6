import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { type Digest, formatDigest, formatDigestRequest, parseDigest, parseDigestRequest } from './digest-message.ts';

const LIMITS = { maxChanges: 100 };
const FULL: Digest = {
  version: '12-345',
  since: undefined,
  count: 3,
  added: Float64Array.of(1, 2, 3),
  removed: Float64Array.of(),
  hasMore: false,
};
const DELTA: Digest = { ...FULL, since: '11-9', added: Float64Array.of(), removed: Float64Array.of(7), hasMore: true };

describe('digestRequest', () => {
  it.each([
    [undefined, 'servicesubject=digestRequest'],
    ['12-345', 'servicesubject=digestRequest&digest.since=12-345'],
  ])('since %s', (since, query) => {
    expect(formatDigestRequest({ since })).toBe(query);
    expect(parseDigestRequest(query)).toEqual({ ok: true, value: { since } });
  });

  it('is read among pairs that are not known', () => {
    expect(parseDigestRequest('a=b&digest.since=1-2&servicesubject=digestRequest')).toMatchObject({
      value: { since: '1-2' },
    });
  });

  it.each(['', 'servicesubject=urlRequest', 'a=digestRequest', 'servicesubject=digestrequest'])(
    'is not "%s"',
    (query) => expect(parseDigestRequest(query)).toEqual({ ok: true, value: undefined }),
  );

  it.each([
    ['servicesubject=digestRequest&digest.since=', 'digest/version', 42],
    ['servicesubject=digestRequest&digest.since=1%202', 'digest/version', 43],
    [`servicesubject=digestRequest&digest.since=${'1'.repeat(65)}`, 'digest/version', 106],
    ['servicesubject', 'query-string/pair', 0],
  ])('refuses %s', (query, problem, position) => {
    expect(parseDigestRequest(query)).toMatchObject({ ok: false, problem, position });
  });
});

describe('a digest', () => {
  it.each([
    [
      FULL,
      'digest.version 12-345\r\ndigest.kind full\r\ndigest.algorithm murmur3-48-rice\r\ndigest.count 3\r\ndigest.added AAAAAwAAAAAAAgAAAAAABAAAAAAACA',
    ],
    [
      DELTA,
      'digest.version 12-345\r\ndigest.kind delta\r\ndigest.since 11-9\r\ndigest.algorithm murmur3-48-rice\r\ndigest.count 3\r\ndigest.removed AAAAAQAAAAAABw\r\ndigest.more yes',
    ],
  ])('is written as it is read', (digest, text) => {
    expect(formatDigest(digest)).toBe(text);
    expect(parseDigest(text, LIMITS)).toEqual({ ok: true, value: digest });
    expect(parseListOfPairs(text).ok).toBe(true);
  });

  const text = formatDigest({ ...DELTA, added: Float64Array.of(5) });
  it.each([
    ['', 'digest/missing', 'digest.kind'],
    ['{', 'pairs/name', 'a word'],
    [text.replace('digest.kind delta', ''), 'digest/missing', 'digest.kind'],
    [text.replace('kind delta', 'kind half'), 'digest/value', 'full or delta'],
    [text.replace('murmur3-48-rice', 'sha256'), 'digest/value', 'murmur3-48-rice'],
    [text.replace('version 12', 'version _'), 'digest/version', 'letters'],
    [text.replace('since 11', 'since .'), 'digest/version', 'letters'],
    [text.replace('digest.since 11-9', ''), 'digest/missing', 'digest.since'],
    [text.replace('count 3', 'count -3'), 'digest/count', '15 digits'],
    [text.replace('count 3', 'count {3 4}'), 'digest/list', 'digest.count'],
    [text.replace(/added \S+/, 'added A'), 'base64/length', 'character'],
    [text.replace(/added \S+/, 'added AAAAAQAA'), 'set-digest/short', 'more bytes'],
    [text.replace(/removed \S+/, 'removed AAAAZQAA'), 'set-digest/count', '100'],
  ])('refuses %j', (wrong, problem, expected) => {
    expect(parseDigest(wrong, LIMITS)).toMatchObject({
      ok: false,
      problem,
      expected: expect.stringContaining(expected),
    });
  });

  it('says where it is wrong', () => {
    const wrong = text.replace(/added \S+/, 'added AAAAAQAA');
    expect(parseDigest(wrong, LIMITS)).toMatchObject({ position: wrong.indexOf('AAAAAQAA') + 8 });
  });

  it('never throws, and answers positions inside of the text', () => {
    fc.assert(
      fc.property(fc.nat({ max: text.length }), fc.string({ maxLength: 8 }), fc.nat({ max: 20 }), (place, put, cut) => {
        const changed = text.slice(0, place) + put + text.slice(place + cut);
        const answer = parseDigest(changed, LIMITS);
        if (!answer.ok) expect(answer.position).toBeLessThanOrEqual(changed.length);
      }),
    );
  });
});
